# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""neel validate: every row passes, every kernel that the program is made of has rows, and every digit is that of
tests/data/validation.txt, which neel validate --markdown wrote, maybe with another backend. test_pages compares the summary of these
rows in docs/validation.md."""
import re
import shutil
import subprocess
import unittest

import validation_tables
from harness import PROGRAM, SOURCE, Case

MOVES = ("metropolis", "heatbath", "overrelax", "cone")  # models::Move
ORDERS = {"Checkerboard<neel::lattice::AnyLength>": "standard", "Checkerboard<neel::lattice::PowerOfTwo>": "bitwise",
          "Sliced": "sliced"}
GENERATORS = {"Minstd": "minstd", "ParisiRapuano": "parisi-rapuano", "Xorwow": "xorwow", "MersenneTwister": "mt19937"}
TERMS = ("J alone", "matrices", "biquadratic")  # models::BondTerms
# What is no kernel of its own: other ways to launch them, a loop of the host, exchanges of temperatures.
WITHOUT_SYMBOL = re.compile(r"majority, .*(graph|looking for cycles|sequential)|[a-z][a-z0-9-]*, (?:crystal, )?(?:tempering|populations|multicanonical)")


def named(model):
    return {"BlumeCapel": "blume-capel"}.get(model, model.lower())


def components(n):
    return f"{n} component" + ("" if n == "1" else "s")


def steps(n):
    return f"{n} step" + ("" if n == "1" else "s")


# The functors of kernels that change sites, as the linker knows them, and the names of what they do.
M, L = r"neel::models::", r"neel::lattice::"
KERNELS = (
    (rf"update::(?:Block|Vector)HalfSweep<{M}(\w+), [\w:]+, \({M}Move\)(\d)",
     lambda model, move: f"{named(model)}, {MOVES[int(move)]}"),
    (rf"update::(?:Host|Device)BitGroups<[\w:]+, \({M}Move\)(\d), (\d)", lambda move, axes: f"ising, bits, {axes}D, {MOVES[int(move)]}"),
    (rf"update::(?:Block|Vector)HalfSweep<{M}Heisenberg<(\d)>, [\w:]+, \({M}Move\)(\d)",
     lambda ions, move: f"heisenberg, {('any ions', '1 ion', '2 ions')[int(ions)]}, {MOVES[int(move)]}"),
    (rf"update::GraphColourSweep<{M}(Ising|XY)Graph, [\w:]+, \({M}Move\)(\d)",
     lambda model, move: f"{model.lower()}, crystal, {MOVES[int(move)]}"),
    (rf"update::GraphColourSweep<{M}HeisenbergGraph<\({M}BondTerms\)(\d), (\w+)>, [\w:]+, \({M}Move\)(\d)",
     lambda terms, onsite, move:
     f"heisenberg, crystal, {TERMS[int(terms)]}{' and on-site' if onsite == 'true' else ''}, {MOVES[int(move)]}"),
    (rf"update::DipoleSweep<{M}HeisenbergGraph<[^>]*>, [\w:]+, \({M}Move\)(\d)",
     lambda move: f"heisenberg, crystal, dipoles, {MOVES[int(move)]}"),
    (rf"update::FourSpinSweep<{M}HeisenbergGraph<[^>]*>, [\w:]+, \({M}Move\)(\d)",
     lambda move: f"heisenberg, crystal, four-spin, {MOVES[int(move)]}"),
    (rf"update::ConstrainedSweep<{M}HeisenbergGraph<[^>]*>, [\w:]+, \({M}Move\)(\d)",
     lambda move: f"heisenberg, crystal, constrained, {MOVES[int(move)]}"),
    (rf"update::MultispinHalfSweep<{M}EdwardsAnderson<(\d+)>, {L}(Sliced|Checkerboard<[\w:]+>) ?, neel::random::(\w+)Source",
     lambda words, order, source:
     f"edwards-anderson, W = {words}, {ORDERS[order]}, {'philox' if source == 'Philox' else 'stored numbers'}"),
    (rf"update::MultispinHalfSweep<{M}EdwardsAndersonSingle<(\d+)>", lambda words: "edwards-anderson, synchronous"),
    (rf"update::ExchangeSamples<{M}EdwardsAnderson<(\d+)>", lambda words: f"edwards-anderson, W = {words}, exchange"),
    (rf"update::ExchangeSamples<{M}EdwardsAndersonSingle<(\d+)>", lambda words: "edwards-anderson, synchronous, exchange"),
    (rf"update::TurnClusters<{M}EdwardsAnderson<(\d+)>", lambda words: f"edwards-anderson, W = {words}, houdayer"),
    (rf"update::TurnClusters<{M}EdwardsAndersonSingle<(\d+)>", lambda words: "edwards-anderson, synchronous, houdayer"),
    (r"random::Deal<neel::random::(\w+)", lambda generator: f"edwards-anderson, {GENERATORS[generator]}"),
    (rf"update::(FieldColour|TileColour)<{M}Phi4<(\d), (\d), (\w+)>",
     lambda kind, n, dimensions, wide: f"phi4, {components(n)}, {dimensions}D, " + ("cut-off, " if wide == "true" else "") +
     ("colours" if kind == "FieldColour" else "tiles")),
    (rf"update::(SiteStep|TileSteps)<{M}Majority, unsigned (int|char)",
     lambda kind, word: f"majority, {'bits' if word == 'int' else 'bytes'}, {'sites' if kind == 'SiteStep' else 'tiles'}"),
    (rf"clusters::PairLayout<{M}IsingGraph", lambda: "ising, crystal, houdayer"),
    (rf"update::RowPass<{M}Majority, [\w:]+, (\d)", lambda n: f"majority, bits, rows, {steps(n)}"),
)
# Those of clusters make either move.
CLUSTERS = (
    (rf"clusters::HalfLayout<{M}(Ising|XY|Clock|Potts|BlumeCapel) ?>", named),
    (rf"clusters::HalfLayout<{M}Heisenberg<(\d)>", lambda ions: f"heisenberg, {('any ions', '1 ion', '2 ions')[int(ions)]}"),
    (rf"clusters::GraphLayout<{M}(Ising|XY)Graph", lambda model: f"{model.lower()}, crystal"),
    (rf"clusters::GraphLayout<{M}HeisenbergGraph<\({M}BondTerms\)(\d), false>", lambda terms: f"heisenberg, crystal, {TERMS[int(terms)]}"),
    (rf"clusters::FieldLayout<{M}Phi4Field<(\d)>", lambda n: f"phi4, {n}"),
)


def kernels_of_program():
    """What the dispatch can choose: the kernels that have been compiled into the program."""
    symbols = subprocess.run(["nm", "-C", PROGRAM], capture_output=True, text=True, check=True).stdout
    found = lambda patterns: {name(*match.groups()) for pattern, name in patterns for match in re.finditer("neel::" + pattern, symbols)}
    return found(KERNELS) | {f"{lattice}, {move}" for lattice in found(CLUSTERS) for move in ("cluster", "wolff")}


def but_for_backend(tables):
    """Their rows, without what a device cannot do."""
    return [line for line in tables.splitlines() if line.startswith("|") and not re.match(r".*, sequential \|", line)]


class Validate(Case):
    maxDiff = None

    def test_rows(self):
        done = self.neel("validate", "--markdown", "tables.md", timeout=1700)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        tables = (self.folder / "tables.md").read_text()
        with self.subTest("kernels"):
            rows = {kernel: int(n) for kernel, n in validation_tables.rows(tables, "| kernel | rows |")}
            self.assertGreater(min(rows.values()), 0)
            if shutil.which("nm"):
                self.assertEqual({kernel for kernel in rows if not WITHOUT_SYMBOL.match(kernel)}, kernels_of_program())
        with self.subTest("digits"):
            self.assertEqual(but_for_backend(tables), but_for_backend((SOURCE / "tests/data/validation.txt").read_text()))


if __name__ == "__main__":
    unittest.main()
