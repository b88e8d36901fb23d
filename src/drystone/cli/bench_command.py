"""`drystone bench`: how fast, how exact, beside whom."""

from __future__ import annotations

import time
from pathlib import Path

import typer

from drystone.bench.options import Options
from drystone.bench.register import exit_code, find_benchmarks, list_text, run_benchmark
from drystone.bench.row import Row, to_json, to_text
from drystone.bench.saved import cache_folder
from drystone.bench.solver_call import check_solver
from drystone.checks import check_count


def run_benchmarks(names: list[str], *, as_json: bool = False, solvers: list[str] | None = None, threads: int = 1,
                   keep: Path | None = None, fresh: bool = False) -> None:
    """Run benchmarks and leave with exit code 1 if anything failed; progress goes to stderr."""
    options = Options(solvers=tuple(check_solver(name) for name in solvers or ["auto"]),
                      threads=check_count("bench: threads", threads), folder=keep or cache_folder(), fresh=fresh,
                      say=lambda text: typer.echo(text, err=True))
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
    code = exit_code(rows)
    if code:
        raise typer.Exit(code)
