"""What tests of the page in a browser have in common."""

import io

import numpy as np

READY = "document.body && document.body.dataset.ready === 'yes'"


def is_quiet(page, *, ours):
    """No error in the console, and no request to anybody but `ours`."""
    page.listen()
    foreign = [url for url in page.requests if not url.startswith((ours, "data:", "blob:"))]
    return (page.errors, foreign) == ([], [])


def picture(page):
    """(h, w, 3) uint8 of what is seen, once the edges are smooth."""
    from PIL import Image
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 500)))")
    return np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))


def pixel_of(page, point):
    """Pixel of a point of the world [m], by the matrices of the camera and our own arithmetic."""
    lens = page.evaluate("""(() => { const c = drystone.camera, l = c.lens; l.updateMatrixWorld();
        const b = document.getElementById('canvas').getBoundingClientRect();
        return { view: l.matrixWorldInverse.elements, lens: l.projectionMatrix.elements, size: [c.width, c.height],
                 origin: drystone.stages[0].head.origin, corner: [b.left, b.top] }; })()""")
    matrix = (np.array(lens["lens"]).reshape(4, 4).T @ np.array(lens["view"]).reshape(4, 4).T)
    clip = matrix @ np.append(np.array(point) - lens["origin"], 1.0)
    x, y = clip[:2] / clip[3]
    width, height = lens["size"]
    return np.array((0.5 * (x + 1.0) * width, 0.5 * (1.0 - y) * height)) + lens["corner"]


def settle(page):
    """Wait until what was changed is drawn."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def press(page, key, *, shift=False, alt=False):
    """Press and release a key, as a keyboard does."""
    codes = {" ": 32, "Enter": 13, "Escape": 27, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
             "ArrowDown": 40}
    text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
    more = {"key": key, "code": {" ": "Space"}.get(key, key), "windowsVirtualKeyCode": codes.get(key, ord(key[0])),
            "modifiers": 8 * shift + alt}
    page.send("Input.dispatchKeyEvent", type="keyDown", **more, **({"text": text} if text and not alt else {}))
    page.send("Input.dispatchKeyEvent", type="keyUp", **more)


def lines_of(page, stage=0):
    """Lines and dots that lie over the blocks: (n, 3) from and to [m], (n, 3) colours of 255, (n,) widths [px]."""
    found = page.evaluate(f"""(() => {{ const s = drystone.stages[{stage}], r = s.ribbons, n = r.used;
        const cut = (a, k) => n ? Array.from(a.subarray(0, k * n)) : [];
        return {{ from: cut(r.from, 3), to: cut(r.to, 3), look: cut(r.look, 4), origin: s.head.origin }}; }})()""")
    look = np.array(found["look"]).reshape(-1, 4)
    first, last = (np.array(found[name]).reshape(-1, 3) + found["origin"] for name in ("from", "to"))
    return first, last, np.rint(255.0 * look[:, :3]).astype(int), look[:, 3]


def of_colour(lines, colour):
    """Those of `lines_of` that have a colour: from, to."""
    first, last, colours, _ = lines
    own = (colours == colour).all(axis=1)
    return first[own], last[own]
