"""One store on disk per run: written by `writer`, read by `result`, mended by `repair`. See README.md.

Nothing here knows an engine: tables of numbers go in by name and come out by name.
"""
