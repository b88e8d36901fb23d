"""A fragility model for OpenQuake: NRML 0.5, continuous lognormal functions."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
from scipy.special import ndtri

from drystone.checks import show
from drystone.errors import InputError
from drystone.results.files import write_atomically
from drystone.studies.fragility.fit import FragilityFit

NAMESPACE = "http://openquake.org/xmlns/nrml/0.5"
#: What OpenQuake takes an intensity measure in, and how many of it are in one of ours.
_ACCELERATION = {"g": 1.0, "m/s2": 1.0 / 9.80665, "cm/s2": 1.0 / 980.665}
_FACTORS = {"PGA": _ACCELERATION, "SA": _ACCELERATION, "AvgSA": _ACCELERATION, "PGV": {"cm/s": 1.0, "m/s": 100.0},
            "PGD": {"cm": 1.0, "m": 100.0}, "IA": {"m/s": 1.0, "cm/s": 0.01}}
_IMT = re.compile(r"(PGA|PGV|PGD|IA|AvgSA|SA\(\d+(\.\d+)?\))")
_TAIL = 1e-6     #: share beyond which functions are cut; OpenQuake holds them constant beyond minIML and maxIML


def check_imt(imt: str | None, im_name: str, unit: str) -> tuple[str, float]:
    """Intensity measure type as OpenQuake calls it, and the factor from our unit to its."""
    name = imt if imt is not None else im_name.upper().replace("AVGSA", "AvgSA")
    if not _IMT.fullmatch(name):
        raise InputError("fit: --xml needs an intensity measure that OpenQuake knows (PGA, PGV, PGD, IA, AvgSA, "
                         f"SA(0.5)); say --imt, got {show(name)}")
    factors = _FACTORS[name.partition("(")[0]]
    if unit not in factors:
        raise InputError(f"fit: --xml needs the unit of {name}, one of {', '.join(factors)}; say --unit, "
                         f"got {show(unit)}")
    return name, factors[unit]


def nrml_text(fit: FragilityFit, imt: str, factor: float, taxonomy: str) -> bytes:
    """The XML file: limit states are the fit's states, with mean and standard deviation of the capacity itself."""
    ElementTree.register_namespace("", NAMESPACE)
    root = ElementTree.Element(f"{{{NAMESPACE}}}nrml")
    model = _under(root, "fragilityModel", id=f"{_identifier(taxonomy)}_model", assetCategory="buildings",
                   lossCategory="structural")
    low, high = fit.data_range
    _under(model, "description").text = (f"Fitted by maximum likelihood to data from {factor * low:.6g} to "
                                         f"{factor * high:.6g}; extrapolated elsewhere.")
    names = [_identifier(state) for state in fit.states]
    _under(model, "limitStates").text = " ".join(names)
    function = _under(model, "fragilityFunction", id=_identifier(taxonomy), format="continuous", shape="logncdf")
    thetas, beta = [factor * theta for theta in fit.thetas.values()], fit.beta
    reach = float(np.exp(-ndtri(_TAIL) * beta))
    _under(function, "imls", imt=imt, noDamageLimit=f"{thetas[0] / reach:.8g}", minIML=f"{thetas[0] / reach:.8g}",
           maxIML=f"{thetas[-1] * reach:.8g}")
    for name, theta in zip(names, thetas):
        mean = theta * np.exp(0.5 * beta**2)
        _under(function, "params", ls=name, mean=f"{mean:.12g}", stddev=f"{mean * np.sqrt(np.expm1(beta**2)):.12g}")
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def write_nrml(path: Path, fit: FragilityFit, imt: str, factor: float, taxonomy: str) -> Path:
    """Write the file, whole or absent."""
    write_atomically(path, nrml_text(fit, imt, factor, taxonomy))
    return path


def _under(parent: ElementTree.Element, tag: str, **attributes: str) -> ElementTree.Element:
    return ElementTree.SubElement(parent, f"{{{NAMESPACE}}}{tag}", attributes)


def _identifier(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]+", "_", text).strip("_") or "fragility"
