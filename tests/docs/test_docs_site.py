"""The site of `make docs`: no warning, no broken link, nothing asked of anybody else, search without a network."""

import importlib.util
import os
import re
import subprocess
import sys
import threading
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest
from docs_text import ROOT
from gallery_files import EXAMPLES

from drystone.bench.browser import MISSING, Browser, find_browser

TOOLS = ("sphinx", "myst_parser", "sphinx_gallery", "pydata_sphinx_theme")
NO_TOOLS = "the tools of the site are not installed: make setup-docs"
#: A site that `make docs` has built, whose gallery has been run: DRYSTONE_SITE=build/docs/html
BUILT = os.environ.get("DRYSTONE_SITE")

pytestmark = [pytest.mark.slow,
              pytest.mark.skipif(not BUILT and any(importlib.util.find_spec(name) is None for name in TOOLS),
                                 reason=NO_TOOLS)]
needs_browser = pytest.mark.skipif(find_browser() is None, reason=MISSING)


class Read(HTMLParser):
    """What one page links to, what it loads, and the places in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.places: set[str] = {"", "top"}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.places |= {given[key] for key in ("id", "name") if given.get(key)}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif given.get("src"):
            self.loaded.append(given["src"])
        elif tag == "link" and given.get("href"):
            self.loaded.append(given["href"])
        if given.get("srcset"):
            self.loaded += [part.split()[0] for part in given["srcset"].split(",")]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The one that is named; or built anew, without running the examples; a warning is an error."""
    if BUILT:
        assert (Path(BUILT) / "index.html").is_file(), f"DRYSTONE_SITE={BUILT}: no site is there"
        return Path(BUILT).resolve()
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run([sys.executable, "-m", "sphinx", "-q", "-E", "-W", "--keep-going", "-b", "html", "-D",
                           "plot_gallery=0", "-d", str(folder / "doctrees"), str(ROOT / "docs"), str(folder / "html")],
                          capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder / "html"


@pytest.fixture(scope="module")
def pages(site):
    return {path: Read(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))
            if "_static" not in path.parts}


def test_pages_that_are_asked_for_are_there(pages, site):
    names = {path.relative_to(site).as_posix() for path in pages}
    engines = {f"theory/{name}.html" for name in ("nscd", "limit", "dem", "rocking", "coulomb")}
    howto = {f"howto/{name}.html" for name in ("pandas_paraview", "own_joint_law", "own_pattern", "own_engine")}
    others = {f"{name}.html" for name in ("index", "quickstart", "conventions", "glossary", "model_file", "cad",
                                          "cluster", "benchmarks", "evidence", "validation/README", "search",
                                          "gallery/index")}
    assert engines | howto | others <= names


@pytest.mark.skipif(not BUILT, reason="examples are not run here: make docs, then DRYSTONE_SITE=build/docs/html")
def test_every_example_has_its_picture_and_its_words(pages, site):
    """A gallery that was run: each page shows a picture of its own and what the example prints."""
    found = {path.stem: path for path in pages if path.stem.startswith("plot_")}
    assert set(found) == {path.stem for path in EXAMPLES}
    for name, page in found.items():
        assert any(f"sphx_glr_{name}_" in address for address in pages[page].loaded), name
        assert "sphx-glr-script-out" in page.read_text(encoding="utf-8"), name


def test_every_page_is_reached_from_the_first(pages, site):
    """By links, as a newcomer goes."""
    seen, todo = set(), [site / "index.html"]
    while todo:
        page = todo.pop()
        if page in seen or page not in pages:
            continue
        seen.add(page)
        todo += [(page.parent / unquote(urlsplit(link).path)).resolve() for link in pages[page].links
                 if not urlsplit(link).scheme and urlsplit(link).path]
    alone = {path.name for path in set(pages) - seen}
    assert alone <= {"genindex.html", "search.html", "sg_execution_times.html"}


def test_links_lead_somewhere(pages, site):
    broken = []
    for page, read in pages.items():
        for link in read.links:
            address, place = urldefrag(link)
            if urlsplit(link).scheme:
                continue
            file = (page.parent / unquote(urlsplit(address).path)).resolve() if address else page
            if not file.is_file() or (file in pages and unquote(place) not in pages[file].places):
                broken.append(f"{page.relative_to(site)}: {link}")
    assert broken == []


def test_nothing_is_loaded_from_elsewhere(pages, site):
    """Not by a page, not by a style sheet."""
    foreign = [f"{page.relative_to(site)}: {address}" for page, read in pages.items() for address in read.loaded
               if re.match(r"(\w+:)?//", address)]
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        foreign += [f"{sheet.relative_to(site)}: {address}"
                    for address in re.findall(r"(?:url\(|@import)\s*['\"]?((?:https?:)?//[^'\")\s]+)", text)]
    assert foreign == []


def test_no_page_speaks_of_the_machine_that_made_it(pages, site):
    told = [page for page in pages if str(ROOT) in page.read_text(encoding="utf-8")]
    assert [page.relative_to(site) for page in told] == []


class Quiet(SimpleHTTPRequestHandler):
    """Says nothing."""

    def log_message(self, *words):
        pass


@pytest.fixture(scope="module")
def server(site):
    found = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=found.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{found.server_port}/"
    found.shutdown()
    found.server_close()


@pytest.fixture(scope="module")
def browser():
    with Browser(1200, 900) as found:
        yield found


def foreign(page, ours: str) -> list[str]:
    return [url for url in page.listen().requests if not url.startswith((ours, "data:", "blob:", "about:"))]


@needs_browser
def test_no_page_asks_anybody_else(browser, pages, site, server):
    """Every page in Chromium, until all of it is there: no foreign request, nothing wrong in the console."""
    page, wrong = browser.open("about:blank"), {}
    for path in pages:
        name = path.relative_to(site).as_posix()
        page.requests.clear()
        page.errors.clear()
        page.send("Page.navigate", url=server + name)
        page.wait(f"document.readyState === 'complete' && location.href.startsWith({server + name!r})", f"{name} here")
        asked = foreign(page, server)
        errors = [error for error in page.errors if "favicon" not in error]
        if asked or errors:
            wrong[name] = (asked, errors)
    assert wrong == {}


@needs_browser
@pytest.mark.parametrize("name", ["theory/rocking", "theory/nscd", "theory/limit", "theory/dem", "theory/coulomb"])
def test_formulas_are_drawn(browser, server, name):
    page = browser.open(f"{server}{name}.html")
    page.wait("document.querySelectorAll('mjx-container svg').length >= 2", "drawn")
    assert page.evaluate("document.querySelectorAll('mjx-merror, [data-mjx-error]').length") == 0
    assert not foreign(page, server)


@needs_browser
@pytest.mark.parametrize("where", ["server", "file"])
@pytest.mark.parametrize(("word", "found"), [("voussoir", "glossary"), ("newcomer", "quickstart"),
                                             ("Ferris", "evidence"), ("shards", "cluster")])
def test_search_works_without_a_network(browser, site, server, where, word, found):
    base = server if where == "server" else f"{site.as_uri()}/"
    page = browser.open(f"{base}search.html?q={word}")
    page.wait("document.querySelectorAll('#search-results li a').length > 0", "searched")
    page.wait("/Search finished/.test(document.querySelector('#search-results').textContent)", "done")
    links = page.evaluate("[...document.querySelectorAll('#search-results li a')].map(a => a.getAttribute('href'))")
    assert links, word
    assert not foreign(page, base)
    assert any(found in link for link in links), links
