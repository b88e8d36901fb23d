"""What reports of runs and answers share: the inputs, what the model says when it is built again, and where the result
comes from."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from drystone._version import VERSION
from drystone.errors import DrystoneError
from drystone.limit.equilibrium import find_contacts
from drystone.limit.rest_words import rest_warnings
from drystone.model.digest import compute_digest
from drystone.model.doubts import find_doubts
from drystone.model.settings import OVERLAP_TOLERANCE
from drystone.model.source import BuiltSource
from drystone.model.uses import PROPERTIES, check_uses
from drystone.results.base import Result
from drystone.results.rebuild import changes, rebuild
from drystone.view import style
from drystone.view.report.content import Command, Items, Picture, Section, Text
from drystone.view.report.input_tables import input_tables

#: Resolution of pictures in a report.
DOTS_PER_INCH = 120


@dataclass(frozen=True, slots=True)
class ModelPart:
    """The model of a result, built again from its store."""

    built: BuiltSource | None    #: None where that is not possible
    why_not: str = ""            #: in words

    @classmethod
    def of(cls, result: Result) -> ModelPart:
        """Build it; what this version refuses is said, never raised."""
        try:
            built = rebuild(result)
        except DrystoneError as error:
            return cls(None, f"The inputs could not be built again by this version: {error}")
        return cls(built)

    def same_model(self, digest: object) -> str:
        """Whether it is the model of the result, by its fingerprint `digest`; "" where that cannot be told."""
        if self.built is None or not isinstance(digest, str):
            return ""
        if compute_digest(self.built.model) == digest:
            return "The inputs kept in the store, built again for this report, give the same model bit by bit."
        return ("The inputs kept in the store, built again for this report, give another model than that of the "
                "result: another version made it.")

    def doubts(self, length: float | None) -> list[str]:
        """What `drystone check` warns of."""
        if self.built is None:
            return []
        model, settings = self.built.model, self.built.settings
        tolerance = OVERLAP_TOLERANCE if settings is None else settings.analysis.touching
        return [*rest_warnings(model, find_contacts(model, tolerance)),
                *find_doubts(self.built.assembly, model, settings, length)]

    def unused(self, analysis: str) -> list[str]:
        """What the analysis leaves out of the model."""
        return [] if self.built is None else check_uses(self.built.model, analysis, PROPERTIES)

    def picture(self) -> list[Picture]:
        """The model as drawn, with loads and motions."""
        if self.built is None:
            return []
        from drystone.view.model_picture import model_figure
        return [Picture("The model: groups, supports, loads and motions.", to_png(model_figure(self.built.model)))]


def to_png(figure) -> bytes:
    """A figure as it stands in a report."""
    return style.figure_bytes(figure, "png", DOTS_PER_INCH)


def inputs_section(result: Result, part: ModelPart) -> Section:
    """Tables of all inputs, and a picture of the model."""
    return Section("Inputs", (*part.picture(), *input_tables(result.inputs.resolved),
                              *([Text(part.why_not)] if part.why_not else [])))


def warnings_section(warnings: list[str], notes: list[str]) -> Section:
    """Every warning and every note; that there is none is said, too."""
    pieces = [Items(tuple(warnings), is_warning=True)] if warnings else [Text("No warning was given.")]
    return Section("Warnings and notes", (*pieces, *([Items(tuple(notes))] if notes else [])))


def origin_section(result: Result, command: str, digest: object, part: ModelPart) -> Section:
    """Version, hash, when; the command that makes the result again."""
    facts = [f"made by drystone {result.version} on {result.created} (UTC), kept in {result.directory.name}",
             f"SHA-256 of all inputs: {result.hash}", f"report written by drystone {VERSION}"]
    files = sorted(name.removeprefix("file:") for name in result.inputs.arrays if name.startswith("file:"))
    facts += [f"files that the model reads, kept with the result: {', '.join(files)}"] if files else []
    facts += [part.same_model(digest)] if part.same_model(digest) else []
    again = [Text("The same result again, from the model file that is kept with it "
                  f"({result.directory.name}/inputs/{result.inputs.text_name}):"), Command(command)]
    if "drystone" not in result.inputs.resolved:
        again = [Text("A script made the model: run that script again.")]
    return Section("Where this comes from", (Items(tuple(facts)), *again))


def set_options(result: Result) -> str:
    """Options by which the model differs from the file that is kept, each on a line of its own."""
    found = changes(result)
    return "".join(f" \\\n    --set {shlex.quote(change)}" for change in found or ())
