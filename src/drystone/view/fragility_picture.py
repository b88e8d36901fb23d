"""Picture of a fragility fit: curves, bands, shares of the data sized by runs, the range of the data."""

from __future__ import annotations

from drystone.export.fragility import curve_band, curve_range
from drystone.studies.fragility.observed import observed_shares
from drystone.studies.fragility.report import Report
from drystone.view import style


@style.styled
def fragility_figure(report: Report, *, title: str = "", kind: str = "profile"):
    """Curves with the band of one kind; dashed outside of the range of the data.

    Parameters
    ----------
    kind : of the band: "profile", "wald" or "bootstrap"
    """
    fit = report.fit
    figure = style.new_figure(6.4, 4.4)
    axes = figure.subplots()
    im = curve_range(fit)
    low, high = fit.data_range
    axes.axvspan(low, high, color="#f3f1ea", zorder=0, label="range of the data")
    for j, state in enumerate(fit.states):
        colour = style.PALETTE[j % len(style.PALETTE)]
        share = fit.probability(im, state)
        inside = (im >= low) & (im <= high)
        axes.fill_between(im, *curve_band(fit, im, kind, state), color=colour, alpha=0.18, linewidth=0.0,
                          label=f"{100 * fit.level:g} % band ({kind})" if j == 0 else None)
        axes.plot(im, share, "--", color=colour, linewidth=0.9)
        axes.plot(im[inside], share[inside], color=colour,
                  label=f"{style.plain(state)}: median {fit.thetas[state]:.3g}, dispersion {fit.beta:.3g}")
        seen = observed_shares(fit, j)
        axes.scatter(seen.im, seen.share, s=12.0 + 60.0 * seen.runs / seen.runs.max(), facecolor="white",
                     edgecolor=colour, linewidth=1.0, clip_on=False, zorder=3,
                     label=f"{seen.words}, sized by runs" if j == 0 else None)
    for k, part in enumerate(part for part in report.modes if part.probability(fit, im) is not None):
        axes.plot(im, part.probability(fit, im), ":", color=style.PALETTE[(k + len(fit.states)) % len(style.PALETTE)],
                  label=f"mode {style.plain(part.mode)}")
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlim(0.0, min(float(im[-1]), 1.5 * max(high, max(fit.thetas.values()))))
    unit = "" if fit.table.unit == "-" else f"  [{fit.table.unit}]"
    style.name_axes(axes, title, f"{fit.table.im_name}{unit}",
                    "probability" if len(fit.states) > 1 else f"probability of {fit.states[0]}")
    style.legend_below(figure, [axes], columns=2)
    return figure
