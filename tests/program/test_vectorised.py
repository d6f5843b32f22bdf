# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The compiler made vector instructions of the hot loops. Where it does not, a kernel takes ten times as long and nothing else
shows it. GCC says so in the files that src/models/models.cmake asks it for."""
import os
import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(os.environ["NEEL_SOURCE"])
REPORTS = pathlib.Path(os.environ["NEEL_BUILD"]) / "src/models"
MARK = "NEEL_INDEPENDENT_LOOP"

# Of each unit: the loops behind a mark in a header (the first is 0), and in how many instances of the template at least.
FIELDS = {("update/multi_hit.hpp", 0): 4, ("update/multi_hit.hpp", 1): 8}
EXPECTED = {
    **{f"heisenberg_{species}": {("update/colour_sweep.hpp", 0): 4, ("measure/site_sums.hpp", 0): 2} for species in (0, 1, 2)},
    **{f"{model}_{model}": {("update/colour_sweep.hpp", 0): 2, ("measure/site_sums.hpp", 0): 2, ("update/graph_colour_sweep.hpp", 1): 4}
       for model in ("ising", "xy")},
    **{f"{model}_{model}": {("update/colour_sweep.hpp", 0): vectorised, ("measure/site_sums.hpp", 0): 2}
       for model, vectorised in (("clock", 1), ("potts", 2), ("blume_capel", 2))}, # the clock's heat bath has a loop over q
    "ising_bits": {("models/ising_bits.hpp", 0): 4},
    # Of one occupant or several, by each move.
    **{f"heisenberg_crystal_{bonds}": {("update/graph_colour_sweep.hpp", 1): 8, ("measure/graph_sums.hpp", 0): 1}
       for bonds in ("exchange", "matrix", "biquadratic")},
    # A narrow loop behind a wide one, without a rest, counts as its rest: 8 loops, of which 5 or more are seen, by processor. Without
    # those of one occupant, which are the wide ones, 4 at most.
    "heisenberg_onsite_matrix": {("update/graph_colour_sweep.hpp", 1): 5, ("measure/graph_sums.hpp", 0): 1},
    "heisenberg_onsite_biquadratic": {("update/graph_colour_sweep.hpp", 1): 6, ("measure/graph_sums.hpp", 0): 1,
                                      ("models/dipoles.hpp", 0): 1},
    **{f"phi4_{components}": FIELDS for components in (1, 2, 3, 4)},
    # One by one and by blocks, of bytes and of words; passes of 1, 2, 4 and 8 steps.
    "majority_engine": {("update/synchronous_sweep.hpp", 0): 8},
    **{f"edwards_anderson_{words}": {("random/stream_array.hpp", 0): 1} for words in (1, 4, 16)},
}


def line_of(header, which):
    """The line of the loop behind a mark."""
    lines = (SOURCE / "include/neel" / header).read_text().splitlines()
    return [n + 2 for n, line in enumerate(lines) if line.strip() == MARK][which]


class Vectorised(unittest.TestCase):
    def test_hot_loops(self):
        for unit, loops in EXPECTED.items():
            built = re.findall(r'"([^"]+)"', (REPORTS / "list_of_models.inc").read_text())
            if not unit.startswith(tuple(model.replace("-", "_") + "_" for model in built)):  # a build of some models only
                continue
            text = (REPORTS / f"{unit}.vectorised").read_text()
            for (header, which), least in loops.items():
                place = rf"neel/{re.escape(header)}:{line_of(header, which)}:\d+: optimized: loop vectorized using (\d+) byte"
                widths = [int(width) for width in re.findall(place, text)]
                # What is left over at the end of a loop is done in narrower vectors, and reported behind it.
                found = sum(width >= before for before, width in zip([0, *widths], widths))
                with self.subTest(unit=unit, header=header, loop=which):
                    self.assertGreaterEqual(found, least, widths)


if __name__ == "__main__":
    if not list(REPORTS.glob("*.vectorised")):
        print("skipped: no optimised build by GCC for hosts")
        sys.exit(77)
    unittest.main()
