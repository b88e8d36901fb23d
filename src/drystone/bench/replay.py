"""A problem from a file, solved by every solver there is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from drystone.bench.coulomb_solvers import COULOMB_SOLVERS
from drystone.bench.fclib_file import coulomb_row, fclib_rows
from drystone.bench.measure import measure_steps
from drystone.bench.options import Options
from drystone.bench.row import Row
from drystone.bench.saved import read_step
from drystone.bench.solver_call import solver_names
from drystone.errors import InputError
from drystone.solvers.cone.fclib import load_fclib
from drystone.solvers.cone.problem import ContactProblem, FlowLaw

#: Endings of files in FCLIB's layout.
FCLIB_ENDINGS = (".hdf5", ".h5")


def is_fclib(path: Path) -> bool:
    """Whether a problem file is one of FCLIB's, by its ending."""
    return path.suffix.lower() in FCLIB_ENDINGS


def check_problem_file(path: Path) -> None:
    """Refuse what is no problem file before anything runs."""
    if not path.is_file():
        raise InputError(f"bench: problem file {str(path)!r} must exist, got none")
    if is_fclib(path):
        load_fclib(path)
    else:
        read_step(path)


def replay_rows(path: Path, options: Options) -> list[Row]:
    """A row a solver; those asked for, or all of them if only the default is. Failures are not saved again."""
    if is_fclib(path):
        return fclib_rows(path, options)
    step = read_step(path)
    if step.problem.law is FlowLaw.COULOMB:
        return _coulomb_rows(path, step.problem, options)
    chosen = options.solvers if options.solvers != ("auto",) else tuple(n for n in solver_names() if n != "auto")
    return measure_steps(path.name, None, [step], replace(options, solvers=chosen), keep_failures=False)


def _coulomb_rows(path: Path, problem: ContactProblem, options: Options) -> list[Row]:
    """A problem that asks for Coulomb's law has no certified error: a row for each solver that takes it."""
    if options.solvers != ("auto",):
        raise InputError(f"bench: {str(path)!r} asks for Coulomb's law; it is solved by {', '.join(COULOMB_SOLVERS)}, "
                         f"got solver {options.solvers[0]!r}")
    return [coulomb_row(path.name, problem, item, options) for item in COULOMB_SOLVERS.values() if item.takes(problem)]
