"""How the site is made of the pages in this folder: `make docs`. Nothing is fetched, here or by a reader's browser."""

from __future__ import annotations

import sys
from importlib.metadata import files
from pathlib import Path

import matplotlib

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS / "_extensions"), str(DOCS.parent / "src")]

from drystone import __version__  # noqa: E402

matplotlib.use("agg")

project = "drystone"
author = "the authors of drystone"
copyright = "the authors of drystone, BSD 3-Clause"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.mathjax", "sphinx_gallery.gen_gallery", "repository_pages"]
exclude_patterns = ["_extensions"]
suppress_warnings = ["config.cache"]          # settings of the gallery hold classes, which cannot be pickled

# Markdown as it reads in the repository: links to headings as hosts of repositories make them, formulas between $
myst_enable_extensions = ["dollarmath", "deflist", "colon_fence"]
myst_heading_anchors = 5
myst_dmath_allow_labels = False

# one file of MathJax, from a package, formulas drawn as SVG: no fonts to load
_mathjax = next(file for file in files("sphinx-mathjax-offline") if file.name == "tex-svg.js").locate()
html_static_path = ["_static", str(_mathjax)]
mathjax_path = "tex-svg.js"
myst_update_mathjax = False
mathjax3_config = {"options": {"enableMenu": False}, "startup": {"typeset": True}}

html_theme = "pydata_sphinx_theme"
html_title = "drystone"
html_css_files = ["site.css"]
html_context = {"default_mode": "auto"}
html_sidebars = {"index": [], "quickstart": []}
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "logo": {"text": "drystone"},
    "header_links_before_dropdown": 8,
    "navbar_end": ["theme-switcher"],
    "show_toc_level": 2,
    "navigation_depth": 3,
    "show_prev_next": True,
    "footer_start": ["copyright"],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
    "pygments_light_style": "friendly",
}

sphinx_gallery_conf = {
    "examples_dirs": str(DOCS.parent / "examples" / "gallery"),
    "gallery_dirs": "gallery",
    "filename_pattern": r"plot_",
    "within_subsection_order": "FileNameSortKey",
    "remove_config_comments": True,
    "download_all_examples": False,
    "show_signature": False,
    "write_computation_times": False,
    "show_memory": False,
    "min_reported_time": 10**6,               # pages do not hang on the clock of who built them
    "capture_repr": (),
    "image_scrapers": ("matplotlib",),
}
