"""`stripes`: every motion at every level. `cloud`: every motion once."""

from __future__ import annotations

from collections.abc import Iterator

from drystone.studies.file.axes import Combination
from drystone.studies.file.motions import StudyMotion
from drystone.studies.file.read import Study
from drystone.studies.file.schema import VariantEntry
from drystone.studies.kinds.kind import StudyKind
from drystone.studies.kinds.levels import im_title, im_value, levels_of, scaling
from drystone.studies.runs.planned import PlannedRun, as_override


class Stripes(StudyKind):
    """Every combination, level and motion once; level by level, so that whole stripes are complete early."""

    def __init__(self, study: Study) -> None:
        super().__init__(study)
        with study.placed(("stripes",)):
            self.levels = levels_of(study.file.stripes.levels, study.file.stripes)
            for motion in study.motions:
                scaling(motion, study.file.stripes, self.levels[0])

    def first(self) -> Iterator[PlannedRun]:
        """All runs, and their variants last."""
        entry = self.study.file.stripes
        for variant in (None, *entry.variants):
            for combination in self.combos:
                for level in self.levels:
                    for motion in self.study.motions:
                        yield self._run(combination, level, motion, variant)

    def _run(self, combination: Combination, level: float, motion: StudyMotion,
             variant: VariantEntry | None) -> PlannedRun:
        study, entry = self.study, self.study.file.stripes
        factor = scaling(motion, entry, level)
        coords = self.coords(combination, record=motion.name, **{im_title(entry): im_value(entry, level)})
        changes = [*study.varied(combination), *study.moved_by(motion, factor if variant is None else
                                                               factor * variant.factor)]
        if variant is not None:
            coords["variant"] = variant.name
            changes += [] if variant.step == 1.0 else [as_override("analysis.dt", study.time_step * variant.step)]
        return study.plan(coords, changes, tuple(motion.files), measures=motion.scaled_measures(factor))


class Cloud(StudyKind):
    """Every combination and motion once, times a factor."""

    def first(self) -> Iterator[PlannedRun]:
        """All runs."""
        study, factor = self.study, self.study.file.cloud.factor
        for combination in self.combos:
            varied = study.varied(combination)
            for motion in study.motions:
                coords = self.coords(combination, record=motion.name)
                yield study.plan(coords, (*varied, *study.moved_by(motion, factor)),
                                 tuple(motion.files), measures=motion.scaled_measures(factor))
