"""`drystone link`: the component for design programs, and the side of it that answers."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from drystone.cli.show import show
from drystone.errors import InputError


def run_link(*, stdio: bool, component: Path | None, overwrite: bool) -> None:
    """Answer questions over the standard streams, or write the component."""
    if stdio == (component is not None):
        raise InputError("link: give either --component FILE, which writes the component, or --stdio, which it uses")
    if component is not None:
        write_component(component, overwrite=overwrite)
        return
    from drystone.link.serve import serve_stdio
    serve_stdio()


def write_component(path: Path, *, overwrite: bool = False) -> None:
    """The component as one file."""
    text = files("drystone.link").joinpath("component.py").read_bytes()
    if path.exists() and not overwrite and path.read_bytes() != text:
        raise InputError(f"link: '{path}' is there already and is another file: use --overwrite to replace it")
    path.write_bytes(text)
    show(f"{path}: the component, for Python 3.9 and later; how to wire it: docs/link.md")
