"""Readers of recorded motions, one format a file. A file is recognised by its content, whatever its ending says."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

from drystone.checks import check_choice, show
from drystone.motion.readers import columns, cosmos, csmip, csv_table, esm, geonet, knet, peer_at2, smc
from drystone.motion.readers.channel import Channel
from drystone.motion.readers.text import RecordText, read_text

#: Readers by format, in the order in which they are asked whether a file is theirs.
READERS: dict[str, ModuleType] = {
    "cosmos": cosmos, "geonet": geonet, "csmip": csmip, "smc": smc, "esm": esm, "knet": knet, "at2": peer_at2,
    "columns": columns, "csv": csv_table,
}
FORMATS = tuple(READERS)

#: Endings decide only where the content does not tell, and then whose error is shown.
_BY_SUFFIX = {".at2": "at2", ".txt": "columns", ".dat": "columns", ".csv": "csv"}


def read_channels(path: str | Path, format: str | None = None, *, dt: float | None = None,
                  columns: csv_table.Columns | None = None,
                  first_only: bool = False) -> tuple[str, list[Channel]]:
    """Format of a file and all its components.

    Parameters
    ----------
    format : one of FORMATS; None: by content
    dt : text without times only: time between its accelerations [s]
    columns : csv only: titles or numbers (from 0) of the columns of time and acceleration
    first_only : csv only: True: columns after the first component are not looked at
    """
    name = Path(path).name
    if format is not None:
        check_choice(f"record {name!r}: format", format, FORMATS)
    text = read_text(path)
    format = format or recognise(text)
    if columns is not None and format == "columns" and csv_table.recognises(text):
        format = "csv"
    if columns is not None and format != "csv":
        raise text.error(f"columns goes with format csv, got format {format!r}")
    if dt is not None and format != "columns":
        raise text.error(f"dt goes with text without times (format columns), got format {format!r}")
    options: dict[str, dict[str, Any]] = {"columns": {"dt": dt}, "csv": {"columns": columns, "first_only": first_only}}
    return format, READERS[format].read(text, **options.get(format, {}))


def recognise(text: RecordText) -> str:
    """Format of a text by its content."""
    suffix = _BY_SUFFIX.get(Path(text.name).suffix.lower())
    if suffix == "csv" and csv_table.recognises(text):    # two columns with commas are both; the ending chooses
        return "csv"
    found = next((name for name, reader in READERS.items() if reader.recognises(text)), None) or suffix
    if found is None:
        first = next(iter(text.numbered()))
        raise text.error(f"format must be one of {', '.join(FORMATS)}; the content is of none of them, got "
                         f"{show(first[1].strip(), 60)}", first[0])
    return found
