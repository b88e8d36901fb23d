"""Pictures of runs and models, PNG or PDF. `figures.plot_run` makes them all; matplotlib loads only when one
is drawn.
"""
