# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The page of neel view and neel lab in a browser: each model is drawn, sliders and filters work, the console is silent."""
import sys
import unittest
import zlib

import browser

if not browser.CHROMIUM:
    print("skipped: no chromium (Debian: NEEL_DEVBOX_EXTRA=chromium)")
    sys.exit(77)

from viewing import MODELS, ORDERED, SITES, Served


def pixels(png):
    """Rows of bytes of a PNG with 8 bits per channel, and channels."""
    at, data, width, channels = 8, b"", 0, 0
    while at < len(png):
        size, kind = int.from_bytes(png[at:at + 4], "big"), png[at + 4:at + 8]
        part = png[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, channels = int.from_bytes(part[:4], "big"), {2: 3, 6: 4}[part[9]]
        data += part if kind == b"IDAT" else b""
        at += 12 + size
    raw, stride, rows = zlib.decompress(data), width * channels, []
    before = bytearray(stride)
    for start in range(0, len(raw), stride + 1):
        how, row = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        for k in range(stride):
            left, above = row[k - channels] if k >= channels else 0, before[k]
            corner = before[k - channels] if k >= channels else 0
            near = min((left, above, corner), key=lambda v, p=left + above - corner: abs(p - v))
            row[k] = (row[k] + (0, left, above, (left + above) // 2, near)[how]) % 256
        rows.append(row)
        before = row
    return rows, channels


class Page(Served):
    @classmethod
    def setUpClass(cls):
        cls.browser = browser.Browser((900, 600))

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def open(self):
        page = self.browser.page(self.address)
        page.wait("neel.frames > 0", 40)
        self.addCleanup(page.close)
        return page

    def coloured(self, page):
        """How many of 5000 pixels in the middle of the picture are neither white nor grey."""
        rows, channels = pixels(page.picture(part=(130, 180, 300, 300)))
        return sum(max(row[k:k + 3]) - min(row[k:k + 3]) > 40 for row in rows[::6] for k in range(0, 300 * channels, 3 * channels))

    def set(self, page, element, value):
        page.run(f"(() => {{ const e = document.querySelector('{element}'); e.value = '{value}'; e.dispatchEvent(new Event('input')); "
                 "e.dispatchEvent(new Event('change')); })()")

    def test_every_model(self):
        for model, sites in SITES.items():
            with self.subTest(model):
                (self.folder / "small.toml").write_text(MODELS[model])
                self.run_small(model)
                self.serve("view", f"{model}.vtkhdf")
                page = self.open()
                self.assertEqual(page.run("neel.shown"), sites)
                self.assertGreater(self.coloured(page), 100)
                for colour in page.run("neel.quantities.map((q) => q.id)"):
                    self.set(page, "#colour", colour)
                    self.assertEqual(page.run("neel.quantity.id"), colour)
                    self.assertTrue(page.run("neel.values.every(Number.isFinite)"), colour)
                for shape in page.run("[...document.querySelectorAll('#shape option')].map((o) => o.value)"):
                    self.set(page, "#shape", shape)
                    drawn = page.run("neel.frames")
                    page.run("neel.redraw()")
                    page.wait(f"neel.frames > {drawn}")
                self.set(page, "#tox", 0)  # one layer, or a part of a crystal
                self.assertLess(page.run("neel.shown"), sites)
                self.assertGreater(page.run("document.querySelectorAll('#curves canvas').length"), 0)
                self.assertEqual(page.errors(), [])

    def test_filters(self):
        """Ions, sublattices, values and slices of an ordered perovskite, and what the colours are."""
        (self.folder / "small.toml").write_text(MODELS["heisenberg"])
        self.run_small("a", "--set", "schedule.start=domain+", "--set", "schedule.thermalize=0", "--set", "schedule.sweeps=1", "--set",
                       "schedule.measure_every=1", "--set", "schedule.T=[0.001]")
        self.serve("view", "a.vtkhdf")
        page = self.open()
        cr = page.run("neel.frame.arrays.species.data.reduce((a, b) => a + b, 0)")
        page.run("document.querySelector('#ion0').click()")
        self.assertEqual(page.run("neel.shown"), cr)
        page.run("document.querySelector('#ion0').click()")
        page.run("document.querySelector('#sublattice1').click()")
        self.assertEqual(page.run("neel.shown"), 256)
        self.set(page, "#colour", "x")  # all of one sublattice point along x
        self.assertGreater(page.run("Math.min(...neel.values.filter((_, s) => neel.sites.sublattice[s] === 0))"), 0.9)
        page.run("document.querySelector('#sublattice1').click()")
        self.assertEqual(page.run("neel.values.filter((v) => v < -0.9).length"), 256)
        self.set(page, "#most", -0.5)
        self.assertEqual(page.run("neel.shown"), 256)
        self.set(page, "#colour", "deviation")
        self.assertLess(page.run("Math.max(...neel.values)"), 40)  # degrees
        self.set(page, "#toz", 0)
        self.assertEqual(page.run("neel.shown"), 64)
        before = self.coloured(page)
        self.assertGreater(before, 10)
        page.run("(async () => { window.blob = await neel.recorder.blob(); })()")
        self.assertGreater(page.run("blob.size"), 1000)
        self.assertEqual(page.run("blob.type"), "image/png")
        page.run("neel.recorder.toggle()")
        page.run("new Promise((r) => setTimeout(r, 300)).then(() => { neel.camera.turn(0.1, 0); })")
        page.run("new Promise((r) => setTimeout(r, 300))")
        page.run("neel.recorder.toggle()")
        self.assertGreater(page.wait("neel.recorder.last && neel.recorder.last.size"), 100)
        self.assertEqual(page.errors(), [])

    def test_many_arrows(self):
        """More than a processor could draw by WebGL: each is where the camera has it, in its colour, or behind another; so are edges."""
        (self.folder / "small.toml").write_text(MODELS["heisenberg"])
        self.run_small("a", *ORDERED, "--set", "lattice.size=[28,28,28]")
        self.serve("view", "a.vtkhdf")
        page = self.open()
        self.set(page, "#colour", "x")
        page.run("neel.scene.shown.size = 1.5")  # pixels in the middle of an arrow are inside it
        drawn = page.run("neel.frames")
        page.run("neel.redraw()")
        page.wait(f"neel.frames > {drawn}")
        seen = page.run("""(() => {
            const { scene, camera, sites, values } = neel, { width, height, words, depths } = scene.billboards, { whole: w } = camera.matrices(width / height);
            const at = (x, y, z) => {
                const [p, q, r, s] = [0, 1, 2, 3].map((k) => w[k] * x + w[k + 4] * y + w[k + 8] * z + w[k + 12]);
                return { pixel: Math.floor((0.5 - 0.5 * q / s) * height) * width + Math.floor((0.5 + 0.5 * p / s) * width), depth: 0.5 + 0.5 * r / s };
            };
            let drawn = 0, front = 0, right = 0;
            for (let s = 0; s < sites.count; ++s) {
                const { pixel, depth } = at(...sites.position.subarray(3 * s, 3 * s + 3)), red = words[pixel] & 255, blue = (words[pixel] >> 16) & 255;
                drawn += depths[pixel] < depth + 2e-3;
                if (Math.abs(depths[pixel] - depth) < 2e-3) {
                    ++front;
                    right += Math.sign(red - blue) === Math.sign(values[s]);
                }
            }
            const corner = [0, 1, 2].map((a) => camera.box.low[a]), edge = at(0.5 * (corner[0] + camera.box.high[0]), corner[1], corner[2]);
            return { count: scene.shown.count, drawn, front, right, edge: [-1, 0, 1].some((k) => depths[edge.pixel + k] < edge.depth + 2e-3), whole: words.every((v) => v >>> 24 === 255) };
        })()""")
        self.assertEqual(seen["count"], 28**3)
        self.assertEqual(seen["drawn"], 28**3)
        self.assertGreater(seen["front"], 1000)
        self.assertEqual(seen["right"], seen["front"])
        self.assertTrue(seen["edge"])
        self.assertTrue(seen["whole"])
        before = self.coloured(page)
        self.assertGreater(before, 1000)
        for zoom in (0.02, 0.5):  # among the arrows: some are behind the eye
            page.run(f"neel.camera.zoom({zoom})")
        painted = """((ahead) => {
            const { scene, camera } = neel, seen = camera.matrices(1), { right } = camera.axes(), billboards = new scene.billboards.constructor();
            const place = [0, 1, 2].map((a) => seen.eye[a] - ahead * seen.back[a]), along = [0, 1, 2].map((a) => seen.back[a] + 0.4 * right[a]);
            billboards.clear(300, 300, [1, 1, 1]);
            billboards.draw({ count: 1, data: [...place, 1, ...along, 0], longest: 1.08, size: 0.9 }, seen, seen.back, scene.texels, [-1, 1]);
            return billboards.words.reduce((n, v) => n + (v !== 0xffffffff), 0);
        })"""
        self.assertEqual(page.run(painted + "(0.2)"), 0)  # its tip is behind the eye
        self.assertGreater(page.run(painted + "(1)"), 50)
        self.set(page, "#tox", 0)  # few: by WebGL
        self.assertIsNone(page.run("neel.scene.shown.data"))
        self.assertEqual(page.errors(), [])

    def test_balls(self):
        """Few are drawn by WebGL, many by the page: the same picture, but for the outlines."""
        (self.folder / "small.toml").write_text(MODELS["heisenberg"])
        self.run_small("a", *ORDERED)
        self.serve("view", "a.vtkhdf")
        page = self.open()
        self.set(page, "#colour", "x")
        for camera in ("home('corner')", "home('x')", "zoom(0.3)"):
            page.run(f"neel.camera.{camera}")
            count, drawn, unlike = page.run("""(() => {
                const { scene, camera } = neel, { gl, flat, canvas, billboards } = scene, upload = gl.texImage2D;
                let data;
                gl.texImage2D = (...all) => (data = all.at(-1), upload.apply(gl, all)); // what goes to WebGL last: the sites
                neel.options.shape = "ball";
                neel.refresh();
                gl.texImage2D = upload;
                scene.draw(camera);
                const { width, height } = canvas, webgl = flat.getImageData(0, 0, width, height).data, { shown } = scene;
                scene.shown = { ...shown, data };
                scene.draw(camera);
                const own = flat.getImageData(0, 0, width, height).data;
                let drawn = 0, unlike = 0;
                for (let k = 0; k < own.length; k += 4) {
                    drawn += Math.max(webgl[k], webgl[k + 1], webgl[k + 2]) - Math.min(webgl[k], webgl[k + 1], webgl[k + 2]) > 40;
                    unlike += [0, 1, 2].some((c) => Math.abs(own[k + c] - webgl[k + c]) > 30);
                }
                return [shown.count, drawn, unlike];
            })()""")
            self.assertEqual(count, 512)
            self.assertGreater(drawn, 20000, camera)
            self.assertLess(unlike, 0.06 * drawn, camera)
        self.assertEqual(page.errors(), [])

    def test_rings(self):
        """Around the points that are not converged, and around no others; the chart says what they are."""
        (self.folder / "small.toml").write_text(MODELS["heisenberg"])
        self.run_small("a", "--set", "schedule.T=[3.0, 2.0, 1.0]")
        self.serve("view", "a.h5")
        page = self.open()
        page.wait("neel.curves.data")
        alarm = """((verdict) => (async () => {
            const { fromResults } = await import(new URL("curves.js", location)), results = await (await fetch("curves")).json();
            results.converged.values = results.converged.values.map((is) => verdict ?? is);
            neel.curves.set(fromResults(results));
            const { canvas } = neel.curves.charts[0], paint = getComputedStyle(canvas).getPropertyValue("--alarm");
            const [red, green, blue] = paint.slice(1).split("").map((digit) => 17 * parseInt(digit, 16));
            const { data } = canvas.getContext("2d").getImageData(0, 20, canvas.width, canvas.height - 20); // below the legend
            let pixels = 0;
            for (let k = 0; k < data.length; k += 4) {
                pixels += Math.abs(data[k] - red) + Math.abs(data[k + 1] - green) + Math.abs(data[k + 2] - blue) < 60;
            }
            return [pixels, canvas.title];
        })())"""
        some, said = page.run(alarm + "(1)")
        self.assertEqual((some, said), (0, ""))
        some, said = page.run(alarm + "(0)")
        self.assertGreater(some, 3 * 10)
        self.assertIn("not converged", said)
        converged = self.json("curves")["converged"]
        self.assertEqual(converged["axes"], ["T"])
        self.assertEqual(page.run(alarm + "()")[1] != "", 0 in converged["values"])
        self.assertEqual(page.run("neel.curves.data.lines(neel.curves.data.observables[0])[0].doubtful"), [v == 0 for v in converged["values"]])
        self.assertEqual(page.errors(), [])

    def test_curves_along_what_varies(self):
        """Of one temperature and several couplings, one curve along the couplings."""
        (self.folder / "small.toml").write_text(MODELS["phi4"].replace("mass_squared = -1.0", "mass_squared = [-1.0, 0.5, 2.0]"))
        self.run_small("a")
        self.serve("view", "a.h5")
        page = self.open()
        page.wait("neel.curves.data")
        lines, label = page.run("((data, o) => [data.lines(o), data.xLabel(o)])(neel.curves.data, neel.curves.data.observables.find((o) => o.name === 'phi_squared'))")
        self.assertEqual([line["x"] for line in lines], [[-1, 0.5, 2]])
        self.assertEqual(label, "mass_squared")
        lines = page.run("neel.curves.data.lines(neel.curves.data.observables.find((o) => o.name === 'propagator_x'))")
        self.assertEqual([line["label"] for line in lines], ["mass_squared = -1", "mass_squared = 0.5", "mass_squared = 2"])
        values = next(o for o in self.json("curves")["observables"] if o["name"] == "propagator_x")["value"]
        self.assertEqual([y for line in lines for y in line["y"]], values)
        self.assertEqual(page.errors(), [])

    def test_dark(self):
        """Where the system is dark, nothing of the page is light, and all text can be read; the tick turns it off."""
        (self.folder / "small.toml").write_text(MODELS["heisenberg"])
        self.run_small("a")
        self.serve("view", "a.h5")
        page = self.browser.page("about:blank")
        self.addCleanup(page.close)
        page.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        page.command("Page.navigate", url=self.address)
        page.wait("neel.frames > 0 && neel.curves.data", 40)
        light = """[...document.querySelectorAll("body *")].filter((e) => e.checkVisibility()).flatMap((e) => {
            const { backgroundColor, color } = getComputedStyle(e);
            const [paper, ink] = [backgroundColor, color].map((c) => c.match(/[0-9.]+/g).map(Number));
            const bright = ([r, g, b]) => (r + g + b) / 3;
            return (paper[3] ?? 1) > 0 && bright(paper) > 128 || bright(ink) < 128 ? [e.outerHTML.slice(0, 80)] : [];
        })"""
        self.assertEqual(page.run(light), [])
        bright = "((x) => { const p = x.getContext('2d').getImageData(2, x.height - 3, 1, 1).data; return p[3] > 0 && p[0] + p[1] + p[2] > 3 * 128; })"
        self.assertFalse(page.run(f"[...document.querySelectorAll('#picture, .chart canvas')].some({bright})"))
        self.assertTrue(page.run("document.querySelector('#dark').checked"))
        page.run("document.querySelector('#dark').click()")
        self.assertGreater(len(page.run(light)), 5)
        self.assertTrue(page.run(f"(neel.scene.draw(neel.camera), {bright}(document.querySelector('#picture')))"))
        self.assertEqual(page.errors(), [])

    def test_first_colour(self):
        """Along the axis of the order: x for this perovskite, z for another, and none of the three for a third; z without order."""
        axes = {"x": ["--set", "material.axes.anisotropy=x"], "z": ["--set", "material.axes.anisotropy=z"],
                "order": ["--set", "material.axes.anisotropy=[1,1,0]"]}
        for colour, anisotropy in axes.items():
            with self.subTest(colour):
                (self.folder / "small.toml").write_text(MODELS["heisenberg"])
                self.run_small(colour, *ORDERED, "--set", "material.dm={Fe-Fe = 0.0}", *anisotropy)
                self.serve("view", f"{colour}.vtkhdf")
                page = self.open()
                self.assertEqual(page.run("neel.quantity.id"), colour)
                self.assertEqual(page.run("document.querySelector('#colour').value"), colour)
                self.assertGreater(page.run("neel.values.reduce((sum, v) => sum + v * v, 0) / neel.values.length"), 0.9)
        self.run_small("hot", "--set", "schedule.T=[20.0]")
        self.serve("view", "hot.vtkhdf")
        self.assertEqual(self.open().run("neel.quantity.id"), "z")

    def test_film_of_a_still_picture(self):
        (self.folder / "small.toml").write_text(MODELS["heisenberg"])
        self.run_small("a")
        self.serve("view", "a.vtkhdf")
        page = self.open()
        page.run("neel.recorder.toggle()")
        page.run("neel.recorder.toggle()")
        page.wait("!neel.recorder.film")
        self.assertIn("one frame", page.run("document.querySelector('#note').textContent"))
        self.assertTrue(page.run("neel.recorder.last === undefined"))
        self.assertEqual(page.errors(), [])

    def test_lab(self):
        """A slider, start and reset: the picture follows, and curves grow."""
        (self.folder / "small.toml").write_text(MODELS["ising"])
        self.serve("lab", "small.toml", "--set", "lattice.size=[32,32]", "--set", "schedule.start=up")
        page = self.open()
        self.assertTrue(page.wait("document.querySelector('#T')"))
        self.assertEqual(page.run("neel.values.reduce((a, b) => a + b, 0)"), 1024)
        self.set(page, "#T", 4.6)
        page.wait("Math.abs(neel.state.lab.T - 4.6) < 0.1")
        page.run("document.querySelector('#start').click()")
        page.wait("neel.state.lab.running && neel.series.count > 20")
        page.wait("Math.abs(neel.values.reduce((a, b) => a + b, 0)) < 500")
        page.run("document.querySelector('#start').click()")
        page.wait("!neel.state.lab.running")
        self.assertGreater(page.run("document.querySelectorAll('#lab tr').length"), 2)
        page.wait("document.querySelector('#lab input[data-key=\"lattice.size\"]')")
        self.set(page, "#lab input[data-key=\"lattice.size\"]", "[8, 4, 2]")
        page.run("document.querySelector('#reset').click()")
        page.wait("neel.shown === 64 && neel.state.lab.sweeps === 0")
        self.assertEqual(page.errors(), [])

    def test_a_long_experiment(self):
        """Its curves are there after a reload, and go on; sliders have the server's limits; what is refused is said."""
        (self.folder / "small.toml").write_text(MODELS["ising"])
        self.serve("lab", "small.toml", "--block", "1", "--set", "lattice.size=[4,4]")
        self.do("step", blocks=20000)
        self.idle()
        page = self.open()
        page.wait("neel.series.count > 0")
        self.assertEqual(page.run("[neel.series.count, neel.series.each, neel.series.columns.energy.length]"), [2500, 8, 2500])
        page.wait("document.querySelectorAll('#curves canvas').length > 0")
        self.do("step", blocks=16000)
        page.wait("neel.series.count === 2250 && neel.series.each === 16")
        page.wait("document.querySelector('#H')")
        self.assertEqual(page.run("['T', 'H'].map((id) => [document.querySelector(`#${id}`).min, document.querySelector(`#${id}`).max])"),
                         [["0.04", "5"], ["-2", "2"]])
        page.run("neel.lab.do({ do: 'set', T: 1e20 })")
        self.assertIn("1e15", page.run("document.querySelector('#note').textContent"))
        page.run("document.querySelector('#download').click()")
        page.wait("document.querySelector('#note').textContent.startsWith('downloaded')")
        self.do("reset")  # which saves nothing more
        self.assertEqual([], list(self.folder.glob("*-lab*.toml")))
        self.assertNotIn("status of 5", str(page.errors()))


if __name__ == "__main__":
    unittest.main()
