"""Which column of anybody's table is what: named by the user, or recognised by its title."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from drystone.checks import check_choice
from drystone.errors import InputError

#: Titles by which a column is recognised, lower case, without unit; the first that is found counts.
TITLES: dict[str, tuple[str, ...]] = {
    "im": ("im", "iml", "intensity", "im_at_collapse", "im_collapse", "capacity"),
    "failures": ("failures", "collapses", "failed_runs", "n_failures", "n_collapses", "num_collapse", "num_failures"),
    "runs": ("runs", "n_runs", "num_runs", "trials", "count", "num_gms", "records_run"),
    "collapsed": ("collapsed", "collapse", "failed", "failure", "is_collapsed"),
    "state": ("state", "damage_state", "ds"),
    "censored": ("censored", "is_censored"),
    "edp": ("edp", "demand"),
    "record": ("record", "record_id", "ground_motion", "gm", "motion"),
    "mode": ("mode", "failure_mode", "mechanism"),
    "sample": ("sample", "model_sample", "model_id", "sample_id"),
    "variant": ("variant", "numerics", "repeat"),
}
#: Roles that several columns may have.
_MANY = ("measure", "covariate")
ROLES = (*TITLES, *_MANY)
#: Titles of intensity measures and of what else may matter, where the user names none.
_MEASURE = re.compile(r"(pga|pgv|pgd|sa|avgsa|sa_avg|asi|vsi|si|ia|arias|cav|rms|fiv3)([_(.\d].*)?")
_COVARIATE = re.compile(r"(duration|d5_?75|d5_?95|ds5_?75|ds5_?95|magnitude|mw|distance|rrup|rjb|epsilon)(_.*)?")


@dataclass(frozen=True, slots=True)
class Columns:
    """Numbers of columns by role."""

    one: Mapping[str, int]
    measures: Mapping[str, int]     #: by title
    covariates: Mapping[str, int]
    unused: tuple[str, ...]         #: titles that nothing reads


def parse_column_options(options: Sequence[str]) -> dict[str, list[str]]:
    """Titles by role, from ROLE=TITLE."""
    chosen: dict[str, list[str]] = {}
    for text in options:
        role, equals, title = text.partition("=")
        if not equals or not title:
            raise InputError(f"fit: --column must be ROLE=TITLE, e.g. im=PGA, got {text!r}")
        check_choice("fit: --column: role", role, ROLES)
        if role in chosen and role not in _MANY:
            raise InputError(f"fit: --column {role} must be given once, got {chosen[role][0]!r} and {title!r}")
        chosen.setdefault(role, []).append(title)
    return chosen


def find_columns(header: Sequence[str], chosen: Mapping[str, Sequence[str]], label: str) -> Columns:
    """Find every role among the titles of a table; `label` begins the messages."""
    plain = [plain_title(title) for title in header]
    taken = {role: [_named(header, title, role, label) for title in titles] for role, titles in chosen.items()}
    one = {role: found[0] for role, found in taken.items() if role not in _MANY}
    used = {k for found in taken.values() for k in found}
    for role, titles in TITLES.items():
        if role not in one:
            places = (plain.index(title) for title in titles if title in plain)
            at = next((place for place in places if place not in used), None)
            if at is not None:
                one[role] = at
                used.add(at)
    measures = {title_of(header[k]): k for k in taken.get("measure", _like(plain, _MEASURE, used))}
    used |= set(measures.values())
    covariates = {title_of(header[k]): k for k in taken.get("covariate", _like(plain, _COVARIATE, used))}
    used |= set(covariates.values())
    if "im" not in one:
        if len(measures) != 1:
            found = f"{len(measures)} that could be it ({', '.join(measures)})" if measures else f"{', '.join(header)}"
            raise InputError(f"{label}: which column is the intensity measure? say --column im=TITLE; got {found}")
        one["im"] = next(iter(measures.values()))
        measures = {}
    return Columns(one, measures, covariates, tuple(header[k] for k in range(len(header)) if k not in used))


def title_of(title: str) -> str:
    """Title without its unit."""
    return re.sub(r"\s*\[[^\]]*\]\s*$", "", title.strip())


def unit_of(title: str) -> str | None:
    """Unit in brackets behind a title, None without."""
    found = re.search(r"\[([^\]]*)\]\s*$", title.strip())
    return found[1].strip() or None if found else None


def plain_title(title: str) -> str:
    """Lower case, without unit, blanks and hyphens as underscores."""
    return re.sub(r"[\s-]+", "_", title_of(title).lower())


def _like(plain: Sequence[str], pattern: re.Pattern, used: set[int]) -> list[int]:
    return [k for k, title in enumerate(plain) if k not in used and pattern.fullmatch(title)]


def _named(header: Sequence[str], title: str, role: str, label: str) -> int:
    exact = [k for k, own in enumerate(header) if own.strip() == title]
    near = exact or [k for k, own in enumerate(header) if plain_title(own) == plain_title(title)]
    if not near:
        raise InputError(f"{label}: no column is called {title!r} (--column {role}); there are {', '.join(header)}")
    return near[0]
