# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The lowest energies that inputs/ising/gaussian-2d.toml finds, beside the ground states of its samples; orders of ground states."""
import sys
import unittest

try:
    import h5py
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

import harness

SAMPLES, L = 48, 9


def ground_state(couplings):
    """Of L x L spins on a torus, couplings {(site, site): J}; from site to site, keeping the least energy of each first row and frontier."""
    def bond(a, b):
        return couplings[min(a, b), max(a, b)]

    spin = 1 - 2 * (numpy.arange(2**L)[:, None] >> numpy.arange(L) & 1)  # of a row, by its number
    inside = [-sum(bond(L * y + x, L * y + (x + 1) % L) * spin[:, x] * spin[:, (x + 1) % L] for x in range(L)) for y in range(L)]
    half = 2**(L - 1)  # the last spin of the first row is up; turning all spins makes the others
    least = numpy.full((half, 2**L), numpy.inf)
    least[numpy.arange(half), numpy.arange(half)] = inside[0][:half]
    for y in range(1, L):
        for x in range(L):  # the spin at x of the frontier gives way to the one below it
            pairs = least.reshape(half, -1, 2, 2**x)
            j = bond(L * (y - 1) + x, L * y + x)
            up, down = pairs[:, :, 0], pairs[:, :, 1]
            least = numpy.stack((numpy.minimum(up - j, down + j), numpy.minimum(up + j, down - j)), 2).reshape(half, 2**L)
        least = least + inside[y]
    last = [bond(x, L * (L - 1) + x) for x in range(L)]
    return (least - (spin[:half] * last) @ spin.T).min() / L**2


@harness.unless_short
class GroundStates(harness.Case):
    def test_samples_of_a_gaussian_glass(self):
        run = self.neel("run", harness.SOURCE / "inputs/ising/gaussian-2d.toml", "--set", f"algorithm.systems={SAMPLES}", "--out", ".")
        self.assertEqual(run.returncode, 0, run.stderr)
        with h5py.File(self.folder / "gaussian-2d.h5") as file:
            lowest = file["lowest/energy"][()]
        for k in range(SAMPLES):
            made = self.neel("bonds", harness.SOURCE / "inputs/ising/gaussian-2d.toml", "--sample", k, "--out", "sample.tsv", "--force")
            self.assertEqual(made.returncode, 0, made.stderr)
            bonds = [line.split() for line in (self.folder / "sample.tsv").read_text().splitlines() if line[0].isdigit()]
            exact = ground_state({(int(a), int(b)): float(j) for a, b, j in bonds})
            self.assertAlmostEqual(lowest[k], exact, 6, f"sample {k}")

    def test_orders_that_are_as_good_are_measured_together(self):
        """Type II on fcc has four, of one folded wave vector or of four. Each domain's ground state, and mixtures of them, have order 1."""
        for kind in ('kind = "fcc"', """cell = [[0, 0.5, 0.5], [0.5, 0, 0.5], [0.5, 0.5, 0]]\nbasis = [{name = "A", position = [0, 0, 0]}]"""):
            (self.folder / "order.toml").write_text(
                f'[model]\nname = "ising"\n[lattice]\n{kind}\nsize = [4, 4, 4]\n[couplings]\nbonds = [{{shell = 1, J = -0.1}}, '
                '{shell = 2, J = -1.0}]\n[schedule]\nT = [4.0, 2.0, 1.0, 0.5]\nthermalize = 300\nsweeps = 20\n[algorithm]\nsystems = 6\n')
            done = self.neel("run", "order.toml", "--progress", "none", "--force")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("one of 4 orders that are as good", done.stdout)
            with h5py.File(self.folder / "order.h5") as file:
                energy, order = file["samples/energy"][-1], file["samples/order_magnitude"][-1]
            ground = energy.mean(-1) < -2.999
            self.assertGreater(ground.sum(), 0)
            self.assertLess(abs(order[ground] - 1).max(), 1e-4)


if __name__ == "__main__":
    unittest.main()
