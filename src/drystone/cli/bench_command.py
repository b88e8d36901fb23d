"""`drystone bench`: how fast, how exact, beside whom."""

from __future__ import annotations

import time
from pathlib import Path

import typer

from drystone.bench.bits import choose_cases, compare_bits, verdicts_json, verdicts_text
from drystone.bench.checkout import earlier_checkout, this_checkout
from drystone.bench.compare import ROUNDS, compare, ratios_json, ratios_text
from drystone.bench.options import Options
from drystone.bench.register import QUICK, exit_code, find_benchmarks, list_text, run_benchmark
from drystone.bench.row import Row, to_json, to_text
from drystone.bench.saved import cache_folder
from drystone.bench.solver_call import check_solver
from drystone.checks import check_count
from drystone.errors import InputError


def run_bench(words: list[str], *, as_json: bool, rounds: int | None, **options) -> None:
    """Do what the words ask for: benchmarks, or two checkouts side by side.

    options : solver, threads, keep, fresh, as the command line gives them
    """
    first, *others = words or [""]
    if first == "compare":
        run_compare(others, as_json=as_json, rounds=rounds, options=options)
    elif rounds is not None:
        raise InputError("bench: --rounds goes with compare only")
    elif first == "bits":
        run_bits(others, as_json=as_json, options=options)
    else:
        threads = 1 if options["threads"] is None else options["threads"]
        run_benchmarks(words, as_json=as_json, solvers=options["solver"], threads=threads, keep=options["keep"],
                       fresh=options["fresh"])


def run_benchmarks(names: list[str], *, as_json: bool = False, solvers: list[str] | None = None, threads: int = 1,
                   keep: Path | None = None, fresh: bool = False) -> None:
    """Run benchmarks and leave with exit code 1 if anything failed; progress goes to stderr."""
    options = Options(solvers=tuple(check_solver(name) for name in solvers or ["auto"]),
                      threads=check_count("bench: threads", threads), folder=keep or cache_folder(), fresh=fresh,
                      say=_say)
    chosen = find_benchmarks(names)
    if not names and not as_json:
        typer.echo(f"{list_text()}\n\nrunning {', '.join(item.name for item in chosen)}\n")
    rows: list[Row] = []
    for item in chosen:
        before = time.monotonic()
        own = run_benchmark(item, options, is_alone=len(chosen) == 1)
        rows += own
        if not as_json:
            typer.echo(f"{to_text(own)}\n({item.name}: {time.monotonic() - before:.0f} s)\n")
    if as_json:
        typer.echo(to_json(rows))
    _leave(exit_code(rows))


def run_compare(words: list[str], *, as_json: bool, rounds: int | None, options: dict[str, object]) -> None:
    """Benchmarks in this checkout and in one of an earlier commit; words : REV [NAME]...

    options : of `drystone bench`, handed on to both
    """
    revision, names = _revision("compare", words)
    rounds = check_count("bench: rounds", ROUNDS if rounds is None else rounds)
    for name in names:
        if Path(name).exists():     # both run elsewhere
            raise InputError(f"bench: compare takes names of benchmarks, got the file {name!r}")
    find_benchmarks(names)          # an unknown name is refused now, not after compiling
    here = this_checkout()
    with earlier_checkout(here, revision, _say) as earlier:
        lines, failed = compare(earlier, here, names or QUICK, _as_words(options), rounds=rounds, say=_say)
        typer.echo(ratios_json(lines) if as_json else ratios_text(lines, earlier.label, here.label))
    _leave(int(failed))


def run_bits(words: list[str], *, as_json: bool, options: dict[str, object]) -> None:
    """Runs and limit factors by this checkout and by one of an earlier commit, bit by bit; words : REV [MODEL]..."""
    revision, names = _revision("bits", words)
    for name, value in options.items():
        if value:
            raise InputError(f"bench: --{name} does not go with bits")
    cases, here = choose_cases(names), this_checkout()
    with earlier_checkout(here, revision, _say) as earlier:
        verdicts = compare_bits(earlier, here, cases, _say)
        typer.echo(verdicts_json(verdicts) if as_json else verdicts_text(verdicts, earlier.label, here.label))
    _leave(int(not all(verdict.is_same for verdict in verdicts)))


def _revision(what: str, words: list[str]) -> tuple[str, list[str]]:
    if not words:
        raise InputError(f"bench: {what} needs the commit to compare with, e.g. drystone bench {what} HEAD~1")
    return words[0], words[1:]


def _as_words(options: dict[str, object]) -> list[str]:
    """Options as they stand on a command line."""
    words: list[str] = []
    for name, value in options.items():
        for item in value if isinstance(value, list) else [value]:
            if item is True:
                words.append(f"--{name}")
            elif item not in (None, False):
                words += [f"--{name}", str(item.absolute() if isinstance(item, Path) else item)]
    return words


def _say(text: str) -> None:
    typer.echo(text, err=True)


def _leave(code: int) -> None:
    if code:
        raise typer.Exit(code)
