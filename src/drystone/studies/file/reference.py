"""Reference of the study file in Markdown, written from its schema; and that schema for editors.

``python -m drystone.studies.file.reference docs/studies.md`` rewrites the part of that file between the two markers.
"""

from __future__ import annotations

import sys
from typing import Any

from drystone.model import settings
from drystone.model.reference import describe_sections, main, refresh
from drystone.model.schema_units import accept_units
from drystone.studies.file import schema as entries

BEGIN = "<!-- reference: begin; written by python -m drystone.studies.file.reference -->"


def markdown_reference() -> str:
    """Every section of a study file with its keys."""
    lines = ["## Reference", "",
             "All keys, in the order of the file. `[]` stands for an item of a list. Where the default is *none*, the "
             "key may be left out.", "",
             *describe_sections(entries.StudyFile, (entries, settings))]
    return "\n".join(lines) + "\n"


def refresh_page(text: str) -> str:
    """`text` with the reference between the markers."""
    return refresh(text, markdown_reference, BEGIN)


def json_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of a study file, with descriptions and units."""
    schema = entries.StudyFile.model_json_schema()
    accept_units(schema)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "drystone study"}
    return head | {key: value for key, value in schema.items() if key not in head}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], refresh_page, "studies.file.reference"))
