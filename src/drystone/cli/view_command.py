"""`drystone view`: the page of one result, or of two side by side, in the browser or as one file."""

from __future__ import annotations

import signal
import webbrowser
from collections.abc import Mapping, Sequence
from pathlib import Path

import typer

from drystone.cli.show import show
from drystone.errors import InputError, StoreError
from drystone.results.base import Result
from drystone.results.result import open_result

#: Ids of results in addresses of the page, in the order in which they are given.
IDS = ("a", "b")


def view_results(directories: Sequence[Path], *, html: Path | None, port: int, browser: bool, every: int,
                 overwrite: bool) -> None:
    """Serve the page until it is closed, or write it to a file."""
    if len(directories) > len(IDS):
        raise InputError(f"view: shows one result, or two side by side, got {len(directories)}")
    results = [open_result(directory) for directory in directories]
    from drystone.view.web.page_file import check_assets, write_page  # slow to load: after all that may be refused
    check_assets()
    scenes = _open_scenes(results, every)
    if html is not None:
        show(str(write_page(scenes, html, overwrite=overwrite)))
    else:
        _serve(scenes, port, browser=browser)


def _open_scenes(results: Sequence[Result], every: int) -> Mapping:
    """Scenes by their ids; a damaged store is refused here, not in the browser."""
    from drystone.view.web.scene import open_scene, reason
    scenes = {}
    for name, result in zip(IDS, results):
        try:
            scenes[name] = open_scene(result, every)
            scenes[name].head()
        except (ValueError, TypeError, LookupError, AttributeError) as error:   # arrays are not what they should be
            raise StoreError(f"'{result.directory}': {reason(error)}") from error
    return scenes


def _serve(scenes: Mapping, port: int, *, browser: bool) -> None:
    """Until nobody looks any more; Ctrl-C is the way to end it, no mishap."""
    from drystone.view.web.server import IDLE_SECONDS, PageServer
    server = PageServer(scenes, port)
    typer.echo(f"view      {server.url}")
    typer.echo(f"          ends {IDLE_SECONDS / 60:g} minutes after its page is closed, or with Ctrl-C")
    if browser and not webbrowser.open(server.url):
        typer.echo("          no browser could be started: open the address above")
    try:
        server.run()
    except KeyboardInterrupt as stop:
        if getattr(stop, "number", signal.SIGINT) != signal.SIGINT:
            raise
