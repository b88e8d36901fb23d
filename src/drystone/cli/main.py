"""`drystone`: all commands. What is heavy is imported inside the commands, not here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from drystone._version import VERSION
from drystone.cli.guard import Options, guarded

app = typer.Typer(
    name="drystone", add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False,
    help="How masonry stands, moves and collapses, block by block. Start with: drystone demo",
    context_settings={"help_option_names": ["-h", "--help"]})

ModelFile = Annotated[Path, typer.Argument(metavar="MODEL.yaml", help="Model file.")]
RunDirectory = Annotated[Path, typer.Argument(metavar="DIR", help="Directory of a run or of an answer.")]
AnswerDirectory = Annotated[Path | None, typer.Option(
    "-o", "--output", metavar="DIR", help="Keep the answer there, for drystone info, plot and export.")]
IgnoreOption = Annotated[list[str] | None, typer.Option(
    "--ignore", metavar="PROPERTY", help="Property that may go unread though the answer can be unsafe without it, "
                                         "as in analysis.ignore. May be repeated.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace the result that is there.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print data instead of lines.")]
AtOption = Annotated[str | None, typer.Option(
    "--at", metavar="T1,T2", help="Times of pictures of blocks \\[s], or displacements of the support that is moved, "
                                  "e.g. 1mm,2mm; default peaks, ends of stages, onset of collapse and the end.")]
CameraOption = Annotated[str | None, typer.Option(
    "--camera", metavar="VIEW|AZ,EL", help="front, right, back, left, top, corner, below, or azimuth and elevation "
                                           "\\[deg]; default the view in which things move.")]
ScaleOption = Annotated[str | None, typer.Option("--scale", metavar="auto|N", help="Factor of displacements; default "
                                                                                   "auto: a round one where they are "
                                                                                   "small.")]
HideOption = Annotated[list[str] | None, typer.Option("--hide", metavar="NAME", help="Block or group to leave out. "
                                                                                     "Repeatable.")]
ColourOption = Annotated[str | None, typer.Option("--colour", metavar="displacement|stone|group",
                                                  help="Of blocks; default displacement.")]
ForcesOption = Annotated[bool, typer.Option("--forces", help="Draw the forces of joints.")]
SetOption = Annotated[list[str] | None, typer.Option(
    "--set", metavar="KEY=VALUE", help="Change a value of the model file, e.g. analysis.dt=5e-4. May be repeated.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"drystone {VERSION}")
        raise typer.Exit


@app.callback()
def _options(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an unexpected error.")] = False,
    version: Annotated[bool, typer.Option("--version", callback=_print_version, is_eager=True,
                                          help="Print the version.")] = False,
) -> None:
    Options.debug = debug


@app.command()
@guarded
def run(
    model: ModelFile,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="DIR",
                                                help="Where the result goes; default runs/<model name>.")] = None,
    settings: SetOption = None,
    restart: Annotated[bool, typer.Option("--restart", help="Continue a run that was stopped or killed.")] = False,
    overwrite: Overwrite = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as data; progress goes to the error "
                                                         "stream.")] = False,
) -> None:
    """Run a model through time."""
    from drystone.cli.run_command import run_model
    run_model(model, output, settings or [], restart=restart, overwrite=overwrite, as_json=as_json)


@app.command()
@guarded
def info(
    directory: RunDirectory,
    repair: Annotated[bool, typer.Option("--repair", help="Make plain files of what a killed run left.")] = False,
    as_json: AsJson = False,
) -> None:
    """Say what a run is and how it stands, or what statics and limit analysis found."""
    from drystone.cli.info_command import show_result
    show_result(directory, repair=repair, as_json=as_json)


@app.command()
@guarded
def plot(
    directory: RunDirectory,
    kind: Annotated[list[str] | None, typer.Option("--kind", help="Which pictures; default all. Of runs: scene, "
                                                   "histories, monitors, phase, energies, thrust, joints, and of "
                                                   "blocks that deform cracks, ratio; of answers: limit, "
                                                   "tilt, statics, thrust, pushover; of studies: domain, "
                                                   "fragility, ida, cloud, sweep, overturning, rocking, or the name of "
                                                   "one picture. Repeatable.")] = None,
    block: Annotated[list[str] | None, typer.Option("--block", help="Blocks or groups. Repeatable.")] = None,
    at: AtOption = None,
    camera: CameraOption = None,
    scale: ScaleOption = None,
    hide: HideOption = None,
    colour: ColourOption = None,
    forces: ForcesOption = False,
    overlay: Annotated[Path | None, typer.Option("--overlay", metavar="FILE.csv", help="Curves to lay over monitors: "
                                                 "time \\[s] and columns called like them.")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="DIR",
                                                help="Where pictures go; default DIR/pictures.")] = None,
    format: Annotated[str, typer.Option("--format", metavar="png|pdf", help="File format.")] = "png",
) -> None:
    """Draw the blocks of a run when things happen, histories, monitors, phase portraits, energies and thrust lines;
    mechanism, forces and curve of an answer; what a study has found so far."""
    from drystone.cli.plot_command import SceneWishes, draw_run
    wishes = SceneWishes(at, camera, scale, tuple(hide or ()), colour, forces)
    draw_run(directory, kind or [], block or [], wishes, overlay, output, format)


@app.command()
@guarded
def render(
    directory: RunDirectory,
    at: AtOption = None,
    film: Annotated[Path | None, typer.Option("--film", metavar="FILE.gif|mp4",
                                              help="Write a film; MP4 needs the extra film.")] = None,
    frames: Annotated[int | None, typer.Option("--frames", metavar="N",
                                               help="Pictures of the film; default 60.")] = None,
    fps: Annotated[float, typer.Option("--fps", metavar="N", help="Pictures a second.")] = 20.0,
    start: Annotated[float | None, typer.Option("--from", metavar="T", help="First time of the film \\[s].")] = None,
    until: Annotated[float | None, typer.Option("--until", metavar="T", help="Last time of the film \\[s].")] = None,
    width: Annotated[int, typer.Option("--width", metavar="N", help="Of the film \\[pixels].")] = 960,
    camera: CameraOption = None,
    scale: ScaleOption = None,
    hide: HideOption = None,
    colour: ColourOption = None,
    forces: ForcesOption = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="DIR",
                                                help="Where pictures go; default DIR/pictures.")] = None,
) -> None:
    """Paint the blocks of a run, one picture a time, or as a film; an answer's mechanism as a film."""
    from drystone.cli.plot_command import SceneWishes
    from drystone.cli.render_command import render_result
    wishes = SceneWishes(at, camera, scale, tuple(hide or ()), colour, forces)
    render_result(directory, wishes, film, frames, fps, start, until, width, output)


@app.command()
@guarded
def view(
    directories: Annotated[list[Path], typer.Argument(metavar="DIR [DIR]",
                                                      help="A result, two side by side, or a study.")],
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE.html", help="Write the page as one file that "
                                                                                  "needs no server, and end.")] = None,
    port: Annotated[int, typer.Option("--port", help="Of the server on this machine; default any that is free.")] = 0,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the address only, for ssh -L.")] = False,
    every: Annotated[int, typer.Option("--every", metavar="N", help="Every N-th of the kept frames.")] = 1,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file that is there.")] = False,
) -> None:
    """Open a result in the browser: blocks in motion, forces, plots; of a study a chart whose points open runs."""
    from drystone.cli.view_command import view_results
    view_results(directories, html=html, port=port, browser=not no_browser, every=every, overwrite=overwrite)


@app.command()
@guarded
def report(
    directory: RunDirectory,
    project: Annotated[str, typer.Option("--project", help="What it is about.")] = "",
    author: Annotated[str, typer.Option("--author", help="Whose report it is.")] = "",
    note: Annotated[str, typer.Option("--note", help="What the reader should know.")] = "",
    pdf: Annotated[bool, typer.Option("--pdf", help="PDF instead of HTML; needs the extra pdf.")] = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE",
                                                help="Default DIR/report.html or DIR/report.pdf.")] = None,
) -> None:
    """Write one file with inputs, pictures, results, margins, checks, assumptions, warnings of a result or a study."""
    from drystone.cli.report_command import report_result
    report_result(directory, output, pdf=pdf, project=project, author=author, note=note)


@app.command()
@guarded
def export(
    directory: RunDirectory,
    to: Annotated[str, typer.Option("--to", metavar="vtkhdf|pvd|csv|gltf|hdf5",
                                     help="Format: ParaView (one file, or one a frame), tables, animated scene; hdf5: "
                                     "of a study.")],
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="PATH", help="Folder, or for gltf a .glb "
                                                "and for hdf5 a .h5 file; default DIR/vtkhdf, DIR/pvd, DIR/csv, "
                                                "DIR/blocks.glb, DIR/study.h5.")] = None,
    every: Annotated[int, typer.Option("--every", metavar="N", help="Every N-th of the kept frames.")] = 1,
    start: Annotated[float | None, typer.Option("--from", metavar="T", help="First time \\[s].")] = None,
    until: Annotated[float | None, typer.Option("--until", metavar="T", help="Last time \\[s].")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an export that is there.")] = False,
) -> None:
    """Write a run or an answer for ParaView, as tables, or as an animated scene; a study as HDF5."""
    from drystone.cli.export_command import export_result
    export_result(directory, to, output, every=every, start=start, until=until, force=force)


@app.command()
@guarded
def capacity(
    directory: RunDirectory,
    support: Annotated[str | None, typer.Option("--support", metavar="NAME",
                                                help="Support whose reaction counts; default "
                                                "the one that moves farthest.")] = None,
    axis: Annotated[str, typer.Option("--axis", metavar="x|y|z", help="Axis of its motion.")] = "x",
    measured: Annotated[Path | None, typer.Option("--measured", metavar="FILE.csv", help="Measured curve beside it: "
                                                  "displacement \\[m], force \\[N], below a line of titles.")] = None,
    plane: Annotated[list[str] | None, typer.Option("--plane", metavar="z=0.5[,x=0..0.3]", help="Mean stress and force "
                                                    "on a plane along joints, or on a part of it \\[m]. "
                                                    "Repeatable.")] = None,
    picture: Annotated[Path | None, typer.Option("--picture", metavar="FILE.png", help="Draw the curve.")] = None,
    table: Annotated[Path | None, typer.Option("--table", metavar="FILE.csv", help="Write the curve, and what planes "
                                                                                   "carry.")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a table that is there.")] = False,
    cracks: Annotated[bool, typer.Option("--cracks", help="List all cracks, not the first few.")] = False,
    as_json: AsJson = False,
) -> None:
    """Peak, stiffness, energy, bilinear curve and cracks of a run of engine dem in which a support was moved."""
    from drystone.cli.capacity_command import CapacityQuestion, show_capacity
    question = CapacityQuestion(support, axis, tuple(plane or ()), measured, picture, table, overwrite)
    show_capacity(directory, question, cracks=cracks, as_json=as_json)


@app.command()
@guarded
def check(
    model: ModelFile,
    settings: SetOption = None,
    picture: Annotated[Path | None, typer.Option("--picture", metavar="FILE",
                                                 help="Where the picture goes; default <model name>.png.")] = None,
    no_picture: Annotated[bool, typer.Option("--no-picture", help="Draw nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Look at a model before any run: masses, contacts, overlaps, reactions against weight, a picture."""
    from drystone.cli.check_command import check_model
    draw = not no_picture and (picture is not None or not as_json)
    check_model(model, settings or [], picture, draw=draw, as_json=as_json)


@app.command()
@guarded
def statics(
    model: ModelFile,
    thrust: Annotated[list[str] | None, typer.Option("--thrust", metavar="A,B", help="Two blocks: least and greatest "
                                                     "force of their joint. Repeatable.")] = None,
    margins: Annotated[bool, typer.Option("--margins", help="Friction reserve and geometric safety factor.")] = False,
    line: Annotated[list[str] | None, typer.Option("--thrust-line", metavar="BLOCKS", help="Thrust lines of a chain of "
                                                   "blocks between supports: names or groups, or all. Draws "
                                                   "<model name>_thrust.png.")] = None,
    elastic: Annotated[bool | None, typer.Option("--elastic/--no-elastic", help="Follow elastic joints laid without "
                                                 "stress; default: up to 1000 blocks.")] = None,
    settings: SetOption = None,
    ignore: IgnoreOption = None,
    as_json: AsJson = False,
    picture: Annotated[Path | None, typer.Option("--picture", metavar="FILE", help="Where the picture of the forces "
                                                 "goes; default <model name>_statics.png.")] = None,
    no_picture: Annotated[bool, typer.Option("--no-picture", help="Draw nothing.")] = False,
    output: AnswerDirectory = None,
    overwrite: Overwrite = False,
) -> None:
    """Does it stand under its dead load, with which forces; or how it falls."""
    from drystone.cli.answers import AnswerOutput
    from drystone.cli.statics_command import read_pair, run_statics
    from drystone.limit.question import StaticsQuestion
    run_statics(model, settings or [],
                StaticsQuestion(tuple(map(read_pair, thrust or ())), margins, tuple(line or ()),
                                ignore=tuple(ignore or ()), elastic=elastic),
                AnswerOutput(as_json, picture, not no_picture, output, overwrite))


@app.command()
@guarded
def limit(
    model: ModelFile,
    direction: Annotated[str | None, typer.Option("--direction", metavar="+x|-y|X,Y,Z", help="Where the live forces "
                                                  "mass x g push; with --settle, where supports go.")] = None,
    target: Annotated[list[str] | None, typer.Option("--target", help="Blocks or groups that feel the acceleration; "
                                                                      "default all. Repeatable.")] = None,
    live: Annotated[list[str] | None, typer.Option("--live", metavar="LOAD", help="Load of the model that is live. "
                                                                                  "Repeatable.")] = None,
    settle: Annotated[list[str] | None, typer.Option("--settle", metavar="SUPPORT", help="Supports that settle, "
                                                     "downwards by default. Repeatable.")] = None,
    flow: Annotated[str, typer.Option("--flow", metavar="associative|non-associative",
                                      help="Sliding with dilatancy, or the sequence without.")] = "associative",
    starts: Annotated[int, typer.Option("--starts", help="Starts of the non-associative sequence.")] = 4,
    tilt: Annotated[str | None, typer.Option("--tilt", metavar="+x|-y|X,Y,Z", help="Instead: the angle of the ground "
                                             "at which the structure falls that way.")] = None,
    pushover: Annotated[bool, typer.Option("--pushover", help="Follow the mechanism until alpha is zero; draws the "
                                                              "curve to <model name>_pushover.png.")] = False,
    crushing: Annotated[float | None, typer.Option("--crushing", metavar="PA", help="Old: the property "
                                                   "compression of joints, for all of them \\[Pa].")] = None,
    confidence: Annotated[float, typer.Option("--confidence", metavar="FC", help="Confidence factor of the code, "
                                                                                 "divides a0*.")] = 1.0,
    solver: Annotated[str, typer.Option("--solver", metavar="auto|highs|clarabel|condensed")] = "auto",
    settings: SetOption = None,
    ignore: IgnoreOption = None,
    as_json: AsJson = False,
    picture: Annotated[Path | None, typer.Option("--picture", metavar="FILE", help="Where the picture of mechanism and "
                                                 "forces goes; default <model name>_limit.png.")] = None,
    no_picture: Annotated[bool, typer.Option("--no-picture", help="Draw nothing.")] = False,
    animation: Annotated[Path | None, typer.Option("--animation", metavar="FILE.gif",
                                                   help="Also draw the mechanism in motion.")] = None,
    output: AnswerDirectory = None,
    overwrite: Overwrite = False,
) -> None:
    """Limit analysis: how many times a live load the structure carries, with forces and mechanism."""
    from drystone.cli.answers import AnswerOutput
    from drystone.cli.limit_command import read_direction_option, run_limit
    from drystone.limit.question import LimitQuestion
    question = LimitQuestion(read_direction_option(direction), tuple(target or ()), tuple(live or ()),
                             tuple(settle or ()), flow, starts, solver, read_direction_option(tilt), pushover,
                             crushing, confidence, tuple(ignore or ()))
    run_limit(model, settings or [], question,
              AnswerOutput(as_json, picture, not no_picture, output, overwrite, animation))


@app.command()
@guarded
def fit(
    table: Annotated[Path, typer.Argument(metavar="TABLE.csv", help="Stripes (im, failures, runs), runs (im, collapsed "
                                          "or state), IDA (record, im, censored) or a cloud (im, edp).")],
    column: Annotated[list[str] | None, typer.Option(
        "--column", metavar="ROLE=TITLE",
        help="Which column is what: im, failures, runs, collapsed, state, censored, edp, record, mode, sample, "
             "variant, measure, covariate. Repeatable; what is not named is recognised by its title.")] = None,
    kind: Annotated[str | None, typer.Option("--kind", metavar="stripes|runs|ida|cloud",
                                             help="Of the table; default by its columns.")] = None,
    states: Annotated[str | None, typer.Option("--states", metavar="A,B,...", help="Names of damage states, light to "
                                                                                   "severe.")] = None,
    limit: Annotated[float | None, typer.Option("--limit", metavar="EDP", help="Demand at which the state of a cloud "
                                                                               "begins.")] = None,
    unit: Annotated[str | None, typer.Option("--unit", help="Of im; default as in brackets behind its title.")] = None,
    level: Annotated[float, typer.Option("--level", help="Of the intervals.")] = 0.95,
    bootstrap: Annotated[int, typer.Option("--bootstrap", metavar="N", help="Also draw N data sets.")] = 0,
    seed: Annotated[int | None, typer.Option("--seed", help="Of the bootstrap; given with it.")] = None,
    hazard: Annotated[Path | None, typer.Option("--hazard", metavar="FILE.csv", help="Hazard curve, im and annual "
                                                "rate: gives the annual rate of collapse.")] = None,
    estimates: Annotated[Path | None, typer.Option("--table", metavar="FILE", help="Write all estimates: .csv or "
                                                                                   ".parquet.")] = None,
    curves: Annotated[Path | None, typer.Option("--curves", metavar="FILE", help="Write points of curves and bands: "
                                                                                 ".csv or .parquet.")] = None,
    xml: Annotated[Path | None, typer.Option("--xml", metavar="FILE.xml",
                                             help="Write an OpenQuake fragility model.")] = None,
    imt: Annotated[str | None, typer.Option("--imt", metavar="PGA|SA(0.5)|...", help="Its intensity measure; default "
                                                                                     "the title of im.")] = None,
    taxonomy: Annotated[str | None, typer.Option("--taxonomy", help="Its taxonomy; default the table's name.")] = None,
    picture: Annotated[Path | None, typer.Option("--picture", metavar="FILE", help="Where the picture goes; default "
                                                                                   "<table>_fragility.png.")] = None,
    no_picture: Annotated[bool, typer.Option("--no-picture", help="Draw nothing.")] = False,
    as_json: AsJson = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace files that are there.")] = False,
) -> None:
    """Fit fragility curves to a table of collapses, yours or anyone's."""
    from drystone.cli.fit_command import FitOutput, FitQuestion, run_fit
    question = FitQuestion(tuple(column or ()), kind, tuple(states.split(",")) if states else None, limit, unit, level,
                           bootstrap, seed, hazard)
    run_fit(table, question,
            FitOutput(as_json, estimates, curves, xml, imt, taxonomy, picture, not no_picture, overwrite))


@app.command()
@guarded
def study(
    paths: Annotated[list[Path], typer.Argument(
        metavar="STUDY.yaml|DIR", help="Study file; the folder of a study with --status or --rerun; or: merge DIR DIR "
                                       "... -o DIR.")],
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="DIR",
                                                help="Folder of the study; default studies/<name>.")] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", metavar="N", help="Processes; default one a core.")] = None,
    dry: Annotated[bool, typer.Option("--dry-run", help="Check all, say how many runs; run nothing.")] = False,
    status: Annotated[bool, typer.Option("--status", help="Say how the study in DIR stands.")] = False,
    rerun: Annotated[str | None, typer.Option("--rerun", metavar="ID", help="Make a run of DIR again, with a whole "
                                                                            "store in DIR/runs/ID.")] = None,
    shard: Annotated[str | None, typer.Option(
        "--shard", metavar="I/N", help="Make the I-th of N parts, in a folder of its own; merge joins them.")] = None,
    scheduler: Annotated[str | None, typer.Option(
        "--scheduler", metavar="URL", help="Have a Dask cluster make the runs, e.g. tls://host:8786.")] = None,
    insecure: Annotated[bool, typer.Option("--insecure", help="Allow a scheduler without TLS beyond this "
                                                              "machine.")] = False,
    retry: Annotated[bool, typer.Option("--retry", help="Try runs again that ended by errors.")] = False,
    keep_rows: Annotated[bool, typer.Option("--keep-rows", help="Reuse runs of the folder that other code of drystone "
                                                                "made; without it they are made again.")] = False,
    no_picture: Annotated[bool, typer.Option("--no-picture", help="Draw nothing.")] = False,
) -> None:
    """Run a study: sweeps, failure domains, fragility, IDA. Started again it goes on where it stood."""
    from drystone.cli import study_command as command
    if str(paths[0]) == "merge":
        command.merge(paths[1:], output)
        return
    command.check_one(paths, status, rerun, dry)
    if status:
        command.show_status(paths[0])
    elif rerun is not None:
        command.make_again(paths[0], rerun, output)
    elif dry:
        command.dry_run(paths[0], output, keep_rows)
    else:
        command.study_command(paths[0], command.StudyOptions(output, jobs, shard, scheduler, insecure, retry,
                                                             keep_rows, not no_picture))


@app.command()
@guarded
def motion(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records: PEER AT2, ESM, K-NET, CSMIP, COSMOS, "
                                                "GeoNet, SMC, columns of text, CSV.")],
    units: Annotated[str | None, typer.Option("--units", metavar="g|m/s2|cm/s2|mm/s2|gal",
                                              help="Of accelerations, where a file does not state them.")] = None,
    format: Annotated[str | None, typer.Option("--format", help="Of the files; default by their content.")] = None,
    dt: Annotated[str | None, typer.Option("--dt", metavar="TIME", help="Time between accelerations of text without "
                                                                        "times.")] = None,
    component: Annotated[list[str] | None, typer.Option("--component", metavar="NAME", help="Component to look at; "
                                                        "default all. Repeatable.")] = None,
    together: Annotated[bool, typer.Option("--together", help="The files are components of one record.")] = False,
    rotate: Annotated[str | None, typer.Option("--rotate", metavar="ANGLE", help="Turn the horizontal pair, e.g. "
                                                                                 "30deg.")] = None,
    baseline: Annotated[str | None, typer.Option("--baseline", metavar="mean|linear|polynomial",
                                                 help="Trend to take off.")] = None,
    degree: Annotated[int | None, typer.Option("--degree", help="Of the polynomial.")] = None,
    taper: Annotated[str | None, typer.Option("--taper", metavar="TIME", help="Length of a cosine at either "
                                                                              "and the end.")] = None,
    filter: Annotated[str | None, typer.Option("--filter", metavar="LOW,HIGH,ORDER", help="Butterworth filter, corners "
                                               "\\[Hz], forwards and backwards; a corner may be left out.")] = None,
    resample: Annotated[str | None, typer.Option("--resample", metavar="TIME", help="New sampling step.")] = None,
    scale_to: Annotated[list[str] | None, typer.Option("--scale-to", metavar="KEY=VALUE", help="Scale all components "
                                                       "by one factor, e.g. pga=0.35g; sa=0.4g and period=0.5s. "
                                                       "Repeatable.")] = None,
    period: Annotated[list[str] | None, typer.Option("--period", metavar="TIME", help="Of Sa; default 0.2, 0.5, 1 and "
                                                                                      "2 s. Repeatable.")] = None,
    damping: Annotated[float, typer.Option("--damping", help="Of spectra, share of critical.")] = 0.05,
    alpha: Annotated[str | None, typer.Option("--alpha", metavar="ANGLE", help="Slenderness of a block: also print "
                                                                               "PGA / (g tan alpha).")] = None,
    as_json: AsJson = False,
    picture: Annotated[Path | None, typer.Option("--picture", metavar="FILE", help="Where the picture of one record "
                                                 "goes; default <record>_motion.png.")] = None,
    no_picture: Annotated[bool, typer.Option("--no-picture", help="Draw nothing.")] = False,
) -> None:
    """Look at recorded motions: measures of every component, and a picture of histories and spectra."""
    from drystone.cli.motion_command import MotionOptions, show_motions
    options = MotionOptions(units, format, dt, tuple(component or ()), together, rotate, baseline, degree, taper,
                            filter, resample, tuple(scale_to or ()), tuple(period or ()), damping, alpha)
    show_motions(files, options, as_json=as_json, picture=picture,
                 draw=not no_picture and (picture is not None or not as_json))


@app.command("joint-test")
@guarded
def joint_test(
    model: Annotated[Path | None, typer.Argument(metavar="[MODEL.yaml]", help="Model file that has the joint; without "
                                                 "it, --set joints.NAME.key=value gives one.")] = None,
    joint: Annotated[str | None, typer.Option("--joint", metavar="NAME", help="Which joint; not needed where there is "
                                                                              "one.")] = None,
    path: Annotated[str, typer.Option("--path", metavar="NAME|FILE.csv", help="tension, shear, compression, "
                                      "tension-then-shear, unloading, cyclic, or columns u_n, u_s1, u_s2.")
                    ] = "tension",
    pressure: Annotated[list[str] | None, typer.Option("--pressure", metavar="STRESS", help="On a joint that slides, "
                                                       "e.g. 0.5MPa. Repeatable.")] = None,
    to: Annotated[str | None, typer.Option("--to", metavar="LENGTH", help="Greatest displacement, e.g. 2mm; default: "
                                                                          "until nothing changes.")] = None,
    steps: Annotated[int, typer.Option("--steps", help="Of the path.")] = 1000,
    moduli: Annotated[list[str] | None, typer.Option("--moduli", metavar="KEY=VALUE", help="Stiffness from unit=, "
                                                     "mortar= (Young's moduli), thickness= and poisson=. "
                                                     "Repeatable.")] = None,
    settings: SetOption = None,
    table: Annotated[Path | None, typer.Option("--table", metavar="FILE.csv", help="Write all points.")] = None,
    as_json: AsJson = False,
    picture: Annotated[Path | None, typer.Option("--picture", metavar="FILE", help="Where the picture goes; default "
                                                                                   "<joint>_<path>.png.")] = None,
    no_picture: Annotated[bool, typer.Option("--no-picture", help="Draw nothing.")] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a table that is there.")] = False,
) -> None:
    """Drive one joint law of deformable blocks through a path: peaks, energies, a picture."""
    from drystone.cli.joint_test_command import JointOutput, JointQuestion, run_joint_test
    run_joint_test(JointQuestion(model, joint, tuple(settings or ()), tuple(moduli or ()), path, tuple(pressure or ()),
                                 to, steps), JointOutput(as_json, picture, not no_picture, table, overwrite))


@app.command("import")
@guarded
def import_drawing(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Drawing: .obj .stl .ply .3dm .dxf .json .csv")],
    unit: Annotated[str | None, typer.Option("--unit", metavar="m|dm|cm|mm|in|ft",
                                             help="Unit of its numbers; 3DM and DXF may state it.")] = None,
    up: Annotated[str, typer.Option("--up", metavar="z|y", help="Axis that points upwards.")] = "z",
    mortar: Annotated[str | None, typer.Option("--mortar", metavar="LENGTH", help="Thickness of joints drawn as gaps, "
                                                                                  "e.g. 10mm.")] = None,
    weld: Annotated[str | None, typer.Option("--weld", metavar="LENGTH", help="Corners closer than this are one; "
                                                                              "default 0.01mm.")] = None,
    thickness: Annotated[str | None, typer.Option("--thickness", metavar="LENGTH", help="Of polylines that have "
                                                                                        "none.")] = None,
    layer: Annotated[list[str] | None, typer.Option("--layer", help="Layer to read; default all. Repeatable.")] = None,
    pieces: Annotated[str | None, typer.Option("--pieces", metavar="blocks|parts",
                                               help="What separate solids in one object are.")] = None,
    sizes: Annotated[str | None, typer.Option("--sizes", metavar="LEAST,MOST", help="Sizes that a block may have; "
                                                                                    "default 5mm,50m.")] = None,
    flatten: Annotated[float | None, typer.Option("--flatten", metavar="SHARE", help="Curved and warped faces are made "
                                                  "plane within this share of a block's size; default 0.01.")] = None,
    trim: Annotated[str | None, typer.Option("--trim", metavar="LENGTH", help="Blocks that overlap by no more than "
                                                                              "this are cut to meet.")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="MODEL.yaml",
                                                help="Write the start of a model file.")] = None,
) -> None:
    """Look at a drawing: blocks, contacts, overlaps, what touches nothing; and start a model file with it."""
    from drystone.cli.import_command import import_file
    from drystone.io.blocks import make_options
    from drystone.io.units import parse_length
    lengths = {name: parse_length(f"--{name}", text) for name, text in
               (("mortar", mortar), ("weld", weld), ("thickness", thickness), ("trim", trim)) if text is not None}
    if sizes is not None:
        lengths["sizes"] = tuple(parse_length("--sizes", text) for text in sizes.split(","))
    if flatten is not None:
        lengths["flatten"] = flatten
    import_file(file, make_options(unit=unit, up=up, pieces=pieces, layers=tuple(layer) if layer else None,
                                   **lengths), output)


@app.command()
@guarded
def write(
    model: ModelFile,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Drawing to write: .obj .glb .json (COMPAS)")],
    settings: SetOption = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file that is there.")] = False,
) -> None:
    """Write the blocks of a model to a drawing."""
    from drystone.cli.write_command import write_model
    write_model(model, settings or [], file, overwrite=overwrite)


@app.command()
@guarded
def validate(
    cases: Annotated[list[str] | None, typer.Argument(metavar="[CASE]...", help="Cases to run; default all.")] = None,
    show_list: Annotated[bool, typer.Option("--list", help="List the cases.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list instead of tables.")] = False,
    markdown: Annotated[Path | None, typer.Option("--markdown", metavar="FILE", help="Also write Markdown.")] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help="Processes; default one a core.")] = None,
    keep: Annotated[Path | None, typer.Option("--keep", metavar="DIR", help="A new folder for the results of the "
                                                                            "full-scale runs.")] = None,
    only: Annotated[list[str] | None, typer.Option(
        "--only", metavar="WORDS", help="Only those parts of a case whose name has these words: `--list CASE` names "
                                        "them. Repeatable.")] = None,
    threads: Annotated[int | None, typer.Option("--threads", min=1, max=16, help="Threads of the solver in each "
                                                "full-scale run; default as the case says.")] = None,
) -> None:
    """Compare the engine with exact and published answers; exit code 1 if any verdict is negative."""
    from drystone.cli.validate_command import run_validation
    run_validation(cases or [], show_list=show_list, as_json=as_json, markdown=markdown, jobs=jobs, keep=keep,
                   only=only or (), threads=threads)


@app.command()
@guarded
def bench(
    names: Annotated[list[str] | None, typer.Argument(
        metavar="[NAME|FILE]...", help="Benchmarks, all, or saved problems; default: a list and a quick one. Or: "
                                       "compare REV [NAME]..., ratios to an earlier commit; bits REV [MODEL]..., "
                                       "whether poses and load factors are still those of it.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list instead of tables.")] = False,
    solver: Annotated[list[str] | None, typer.Option("--solver", help="Solver to measure; default auto. "
                                                                      "Repeatable.")] = None,
    threads: Annotated[int | None, typer.Option("--threads", help="Threads of the solver; default 1.")] = None,
    keep: Annotated[Path | None, typer.Option("--keep", metavar="DIR", help="Where saved steps and problems that fail "
                                                                            "go; default the user's cache.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Make saved steps again.")] = False,
    rounds: Annotated[int | None, typer.Option("--rounds", help="Of compare: how often both are measured; "
                                                                "default 5.")] = None,
) -> None:
    """Measure the solvers: CPU time, certified error, ratio to Clarabel; exit code 1 if a problem fails."""
    from drystone.cli.bench_command import run_bench
    run_bench(names or [], as_json=as_json, rounds=rounds, solver=solver, threads=threads, keep=keep, fresh=fresh)


@app.command()
@guarded
def link(
    component: Annotated[Path | None, typer.Option("--component", metavar="FILE.py",
                                                   help="Write the component there.")] = None,
    stdio: Annotated[bool, typer.Option("--stdio", help="Answer questions over the standard streams, as the component "
                                                        "asks them; see docs/link.md.")] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file that is there.")] = False,
) -> None:
    """Link design programs (Grasshopper, Blender, COMPAS): verdict, load factor, poses, forces and thrust line live."""
    from drystone.cli.link_command import run_link
    run_link(stdio=stdio, component=component, overwrite=overwrite)


@app.command()
@guarded
def schema(
    study: Annotated[bool, typer.Option("--study", help="That of the study file.")] = False,
) -> None:
    """Print the JSON Schema of the model file; editors complete and check model files with it."""
    import json

    if study:
        from drystone.studies.file.reference import json_schema
    else:
        from drystone.model.schema import json_schema
    typer.echo(json.dumps(json_schema(), indent=1, ensure_ascii=False))


@app.command()
@guarded
def example(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Which; without it, all are listed.")] = None,
) -> None:
    """Write a bundled model or study file into this directory, to start from."""
    from drystone.cli.example_command import write_example
    write_example(name)


@app.command()
@guarded
def new(
    model: Annotated[Path, typer.Argument(metavar="[MODEL.yaml]", help="The file to write.")] = Path("model.yaml"),
) -> None:
    """Ask five questions and write a model file from the answers, also from a pipe."""
    from drystone.cli.new_command import new_model
    new_model(model)


@app.command()
@guarded
def demo(
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR",
                                         help="Where everything goes.")] = Path("out/demo"),
) -> None:
    """Run the bundled examples, draw them, and compare a rocking block with its exact solution."""
    from drystone.cli.demo_command import run_demo
    run_demo(output)


def main() -> None:
    """Entry point of the command line, as `drystone.__main__` has it."""
    from drystone.__main__ import main as begin
    begin()


if __name__ == "__main__":
    main()
