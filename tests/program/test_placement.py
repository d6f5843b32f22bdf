# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Ions from a file: crystals with the ions of a run on the model's own lattice do what that run does."""
import math
import re
import unittest

from harness import SOURCE, Case, unless_short

# Three ions, which take their couplings one by one, as crystals do; no DM vector and no field.
ALLOY = """
[model]
name = "heisenberg"
[lattice]
size = [6, 8, 4]
boundary = ["periodic", "open", "periodic"]
[material]
ions = ["A", "B", "C"]
fractions = {B = 0.3, C = 0.2}
anisotropy = {A = 0.1, B = 0.3, C = 0}
exchange = {A-A = 1.0, A-B = 0.4, B-B = -0.6, A-C = 0.7, B-C = 0.2, C-C = 0.9}
[schedule]
T = [1.0, 0.5]
thermalize = 40
sweeps = 100
[algorithm]
update = ["metropolis", "cone", "heatbath", "overrelax:2"]
"""
BONDS = """
[couplings]
bonds = [{shell = 1, ions = ["A", "A"], J = 1.0}, {shell = 1, ions = ["A", "B"], J = 0.4}, {shell = 1, ions = ["B", "B"], J = -0.6},
         {shell = 1, ions = ["A", "C"], J = 0.7}, {shell = 1, ions = ["B", "C"], J = 0.2}, {shell = 1, ions = ["C", "C"], J = 0.9}]
"""


def final_hash(result):
    return re.search(r"final configuration: hash ([0-9a-f]{16})", result.stdout).group(1)


class Placement(Case):
    def table(self, name):
        rows = [line.split("\t") for line in (self.folder / f"{name}.tsv").read_text().splitlines() if line[0] != "#"]
        return [dict(zip(rows[0], map(float, row))) for row in rows[1:]]

    def species(self, name):
        """Of the sites of a run, x fastest."""
        import h5py
        with h5py.File(self.folder / f"{name}.vtkhdf") as file:
            return file["VTKHDF/PointData/species"][()].ravel()

    def place(self, species, size, ions, site=lambda x, y, z: (x, y, z, "A")):
        lines = ["# cell, site, ion\n"]
        for n, kind in enumerate(species):
            x, y, z, name = site(n % size[0], n // size[0] % size[1], n // size[0] // size[1])
            lines.append(f"{x} {y} {z} {name} {ions[kind]}\n")
        (self.folder / "ions.txt").write_text("".join(lines))

    def alloy_as_crystal(self):
        """The inputs of both, and the file of the ions."""
        (self.folder / "own.toml").write_text(ALLOY)
        own = self.neel("run", "own.toml", "--progress", "none")
        self.assertEqual(own.returncode, 0, own.stderr)
        self.place(self.species("own"), (6, 8, 4), "ABC")
        text = re.sub("exchange = .*\n", "", ALLOY).replace("[lattice]\n", "[lattice]\nkind = \"cubic\"\nplacement = \"ions.txt\"\n")
        (self.folder / "crystal.toml").write_text(text + BONDS)
        return own

    def test_bits_of_the_own_lattice(self):
        own = self.alloy_as_crystal()
        crystal = self.neel("run", "crystal.toml", "--progress", "none")
        self.assertEqual(crystal.returncode, 0, crystal.stderr)
        self.assertEqual(final_hash(own), final_hash(crystal))

    def test_refused(self):
        self.alloy_as_crystal()
        good = (self.folder / "ions.txt").read_text()

        def broken(old, new):
            self.assertIn(old, good)
            (self.folder / "ions.txt").write_text(good.replace(old, new, 1))
            return ["run", "crystal.toml", "--dry-run"]

        self.assertEqual(self.neel(*broken("#", "#")).returncode, 0)
        self.refused(2, "ions.txt:2: cell 6 along axis 1 is not one of 0 to 5", arguments=broken("0 0 0 A ", "6 0 0 A "))
        self.refused(2, "this site has an ion already", arguments=broken("0 0 0 A ", "1 0 0 A "))
        self.refused(2, "no line for site A of cell 0 0 0", arguments=broken("0 0 0 A ", "# "))
        self.refused(2, 'no basis site "Q"', arguments=broken("0 0 0 A ", "0 0 0 Q "))
        self.refused(2, 'no ion "D"', arguments=broken("0 0 0 A ", "0 0 0 A D# "))
        self.refused(3, "nowhere.txt", arguments=["run", "crystal.toml", "--set", "lattice.placement=nowhere.txt"])

    def test_other_ions_are_another_run(self):
        self.alloy_as_crystal()
        done = self.neel("run", "crystal.toml", "--progress", "none", "--name", "a")
        self.assertEqual(done.returncode, 0, done.stderr)
        good = (self.folder / "ions.txt").read_text()
        first = good.splitlines()[1]
        (self.folder / "ions.txt").write_text(good.replace(first, first[:-1] + ("B" if first[-1] != "B" else "A")))
        self.refused(2, "does not place the ions that it did", arguments=["run", "a.resolved.toml", "--name", "b"])

    @unless_short
    def test_perovskite(self):
        """DM vectors, anisotropy, field and two ions, on the own lattice and bond by bond: 12 numbers within 4.2 sigma (all of
        them, if they are right, with probability 0.9997)."""
        shared = ("--set", "schedule.T=[1.2, 0.9, 0.6]", "--set", "schedule.thermalize=1000", "--set", "schedule.sweeps=12000",
                  "--set", "schedule.field=0.05", "--set", "schedule.measure_every=5", "--set", "algorithm.systems=1",
                  "--set", 'algorithm.update=["heatbath", "overrelax"]', "--progress", "none")
        text = (SOURCE / "inputs/heisenberg/perovskite-crystal.toml").read_text().replace("[4, 8, 8]", "[3, 6, 6]")
        (self.folder / "crystal.toml").write_text(text.replace("[lattice]\n", "[lattice]\nplacement = \"ions.txt\"\n"))
        own = (SOURCE / "inputs/perovskite/seed-fc.toml").read_text()
        (self.folder / "own.toml").write_text(own)
        done = self.neel("run", "own.toml", *shared, "--set", "lattice.size=[6, 6, 6]", "--set", "lattice.boundary=periodic",
                         "--set", "material.fractions={Cr = 0.35}")
        self.assertEqual(done.returncode, 0, done.stderr)

        def site(x, y, z):
            odd = (x + y + z) % 2
            return (x - y - z - odd) // 2 % 3, y, z, ("even", "odd")[odd]

        self.place(self.species("own"), (6, 6, 6), ("Fe", "Cr"), site)
        done = self.neel("run", "crystal.toml", *shared)
        self.assertEqual(done.returncode, 0, done.stderr)
        for a, b in zip(self.table("own"), self.table("crystal")):
            for name, same in (("energy", "energy"), ("energy_dm", "energy_dm"), ("staggered_magnetisation", "order_magnitude"),
                               ("magnetisation_z", "magnetisation_z")):
                error = math.hypot(a[name + "_err"], b[same + "_err"])
                self.assertLess(abs(a[name] - b[same]), 4.2 * error, f"{name} at T = {a['T']}")
                self.assertLess(error, 0.02, name)


if __name__ == "__main__":
    unittest.main()
