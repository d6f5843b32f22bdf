# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""A small Ising run, and neel analyze of it."""
from harness import Case

SMALL = """
[model]
name = "ising"
[lattice]
size = [8, 8]
[schedule]
T = [3.0, 2.7, 2.5, 2.3, 2.1, 1.9]
thermalize = 500
sweeps = 20000
measure_every = 20
[algorithm]
update = ["heatbath"]
systems = 8
[measure]
bins = 500
[output]
checkpoint = "none"
configurations = "none"
"""


class Analyzing(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "small.toml").write_text(SMALL)

    def run_small(self, name, *arguments):
        return super().run_small(name, "--threads", 1, *arguments)  # lattices are too small for more

    def analyzed(self, *arguments):
        result = self.neel("analyze", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout
