# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""scripts/picture.py: configurations drawn without a screen."""
import os
import shutil
import subprocess
import sys
import unittest

try:
    import matplotlib.image
    import numpy
    import vtk  # noqa: F401
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)
if not os.environ.get("DISPLAY") and not shutil.which("xvfb-run"):
    print("skipped: no display and no xvfb-run")
    sys.exit(77)

from harness import SMALL, SOURCE, Case

BLUE, RED = (0.23, 0.30, 0.75), (0.71, 0.02, 0.15)


class Picture(Case):
    def draw(self, name, *arguments, code=0):
        done = subprocess.run([sys.executable, SOURCE / "scripts" / "picture.py", f"{name}.vtkhdf", *arguments], cwd=self.folder,
                              capture_output=True, text=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def picture(self, name, *arguments):
        self.assertIn(f"wrote {name}.picture.png", self.draw(name, *arguments).stdout)
        return matplotlib.image.imread(self.folder / f"{name}.picture.png")[:, :1000, :3]  # without the bar of colours

    def part(self, picture, colour):
        """How much of a picture has about this colour's hue and is not white or grey."""
        coloured = picture[numpy.ptp(picture, axis=2) > 0.2]
        kind = (coloured[:, 0] > coloured[:, 2]) == (colour[0] > colour[2])
        return kind.mean() if len(coloured) else 0, len(coloured) / picture[:, :, 0].size

    def test_arrows(self):
        """An ordered antiferromagnet: half of the arrows point up, all of them as their sublattice does."""
        (self.folder / "small.toml").write_text(SMALL)
        self.run_small("a", "--set", "schedule.start=domain+", "--set", "schedule.thermalize=0", "--set", "schedule.sweeps=1", "--set",
                       "schedule.measure_every=1", "--set", "schedule.T=[0.001]", "--set", "material.axes.anisotropy=z", "--set",
                       "material.dm={Fe-Fe = 0.0}")
        red, drawn = self.part(self.picture("a", "--colour", "sublattice"), RED)
        self.assertGreater(drawn, 0.02)
        self.assertTrue(0.3 < red < 0.7, red)
        layer, drawn = self.part(self.picture("a", "--slab", "z=0", "--pixels", "1200x900"), RED)
        self.assertGreater(drawn, 0.001)
        self.assertIn("no site", self.draw("a", "--slab", "z=99", code=3).stderr)
        self.assertIn("expected z=3", self.draw("a", "--slab", "up", code=2).stderr)

    def test_cells(self):
        board = '[model]\nname = "majority"\n[lattice]\nsize = [64, 64]\nboundary = "periodic"\n[schedule]\nkind = "quench"\ntimes = [2]\n'
        (self.folder / "small.toml").write_text(board)
        self.run_small("a", "--set", "cells.density=0.0")
        blue, drawn = self.part(self.picture("a"), BLUE)
        self.assertEqual(blue, 1)
        self.assertGreater(drawn, 0.3)
        self.assertIn("no ions", self.draw("a", "--ion", "1", code=3).stderr)

    def test_steps(self):
        """A board that fills with 0: at first of both colours, at last of one."""
        board = '[model]\nname = "majority"\n[lattice]\nsize = [64, 64]\n[schedule]\nkind = "quench"\ntimes = [40]\n'
        (self.folder / "small.toml").write_text(board)
        self.run_small("a", "--set", "cells.density=0.2", "--set", "output.snapshots.at=[0, 1]")
        first, _ = self.part(self.picture("a", "--step", "0"), BLUE)
        last, _ = self.part(self.picture("a"), BLUE)
        self.assertTrue(0.7 < first < 0.9, first)
        self.assertGreater(last, 0.97)
        self.assertEqual(self.part(self.picture("a", "--step", "-3"), BLUE)[0], first)
        self.assertIn("no snapshot of number 3: there are 3", self.draw("a", "--step", "3", code=3).stderr)
        self.run_small("a", "--force")
        self.assertIn("no snapshot of number 1: there is 1", self.draw("a", "--step", "1", code=3).stderr)

    def test_no_configuration(self):
        (self.folder / "b.vtkhdf").write_text("nothing")
        self.assertIn("not a configuration", self.draw("b", code=3).stderr)


if __name__ == "__main__":
    unittest.main()
