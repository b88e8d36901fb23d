"""Meshes that a model file names by `path`, read into its settings: engines open no files."""

from __future__ import annotations

from pathlib import Path

from drystone.io.tets import read_tets
from drystone.model.settings import DemSettings, RunSettings


def read_mesh_files(settings: RunSettings, folder: Path) -> RunSettings:
    """The settings with nodes and tetrahedra in place of paths, which start at `folder`."""
    analysis = settings.analysis
    if not isinstance(analysis, DemSettings) or all(rule.path is None for rule in analysis.mesh):
        return settings
    rules = []
    for rule in analysis.mesh:
        if rule.path is not None:
            nodes, tets = read_tets(folder / rule.path)
            rule = rule.model_copy(update={"path": None, "nodes": nodes.tolist(), "tets": tets.tolist()})
        rules.append(rule)
    return settings.model_copy(update={"analysis": analysis.model_copy(update={"mesh": rules})})
