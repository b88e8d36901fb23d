"""`drystone view`: the page of one result, of two side by side, or of a study, in the browser or as one file."""

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
from drystone.studies.ledger import LEDGER_NAME

#: Ids of results in addresses of the page, in the order in which they are given.
IDS = ("a", "b")


def view_results(directories: Sequence[Path], *, html: Path | None, port: int, browser: bool, every: int,
                 overwrite: bool) -> None:
    """Serve the page until it is closed, or write it to a file."""
    if len(directories) > len(IDS):
        raise InputError(f"view: shows one result, or two side by side, got {len(directories)}")
    if any((directory / LEDGER_NAME).is_file() for directory in directories):
        _view_study(directories, html, port, browser=browser, every=every, overwrite=overwrite)
        return
    results = [open_result(directory) for directory in directories]
    from drystone.view.web.page_file import check_assets, write_page  # slow to load: after all that may be refused
    check_assets()
    scenes = _open_scenes(results, every)
    if html is not None:
        show(str(write_page(scenes, html, overwrite=overwrite)))
    else:
        _serve(scenes, port, browser=browser)


#: Bytes that whole runs of a study may take in a page as one file; of others it shows the command.
STORE_ROOM = 40_000_000


def _view_study(directories: Sequence[Path], html: Path | None, port: int, *, browser: bool, every: int,
                overwrite: bool) -> None:
    """The charts of a study, whose points open its runs."""
    if len(directories) > 1:
        raise InputError("view: a study is shown alone; two of its runs can stand side by side: drystone view "
                         "DIR/runs/ID DIR/runs/ID")
    if every != 1:
        raise InputError(f"view: --every is for runs; '{directories[0]}' holds a study")
    from drystone.view.web.page_file import check_assets, write_page  # slow to load
    from drystone.view.web.study_scene import STUDY_ID, StudyScene
    check_assets()
    scene = StudyScene(directories[0])
    if not scene.head()["runs"]:
        raise InputError(f"view: study '{directories[0]}' has no run yet that is over")
    if html is not None:
        more = scene.run_scenes(STORE_ROOM)
        show(str(write_page({STUDY_ID: scene.frozen(more)}, html, overwrite=overwrite, more=more)))
    else:
        _serve({STUDY_ID: scene}, port, browser=browser, more=scene.run_scene)


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


def _serve(scenes: Mapping, port: int, *, browser: bool, more=None) -> None:
    """Until nobody looks any more; Ctrl-C is the way to end it, no mishap."""
    from drystone.view.web.server import IDLE_SECONDS, PageServer
    server = PageServer(scenes, port, more=more)
    typer.echo(f"view      {server.url}")
    typer.echo(f"          ends {IDLE_SECONDS / 60:g} minutes after its page is closed, or with Ctrl-C")
    if browser and not webbrowser.open(server.url):
        typer.echo("          no browser could be started: open the address above")
    try:
        server.run()
    except KeyboardInterrupt as stop:
        if getattr(stop, "number", signal.SIGINT) != signal.SIGINT:
            raise
