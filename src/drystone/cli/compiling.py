"""Will kernels have to be compiled? Looks at numba's cache, so that the wait can be announced."""

from __future__ import annotations

from pathlib import Path

import drystone


def needs_compiling() -> bool:
    """True where there is no cache of compiled kernels, or one that is older than the sources."""
    import numba

    from drystone import kernels  # chooses the cache folder
    del kernels
    package = Path(drystone.__file__).resolve().parent
    forced = numba.config.CACHE_DIR
    cached: dict[str, float] = {}
    for index in (Path(forced).rglob("*.nbi") if forced else package.rglob("__pycache__/*.nbi")):
        name = index.name.split(".", 1)[0]       # cone.project-12.py311.nbi
        cached[name] = max(cached.get(name, 0.0), index.stat().st_mtime)
    sources = {path.stem: path.stat().st_mtime for path in package.rglob("*.py")}
    known = {name: stamp for name, stamp in cached.items() if name in sources}
    return not known or any(stamp < sources[name] for name, stamp in known.items())
