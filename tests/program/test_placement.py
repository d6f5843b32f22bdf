# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Ions from a file: crystals with the ions of a run on the model's own lattice do what that run does."""
import itertools
import math
import re
import unittest

from harness import Case, SOURCE, final_hash, unless_short

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

    def scalar_alloy(self, model, size, species, *more):
        """A run of spins of few components on a square lattice of ions A, B and gaps, which lie as said; the row of its table."""
        self.place(species, size, ("A", "B", "gap"))
        (self.folder / "alloy.toml").write_text(f"""
[model]
name = "{model}"
[lattice]
kind = "square"
size = {list(size)}
boundary = ["periodic", "open"]
placement = "ions.txt"
[material]
ions = ["A", "B", "gap"]
fractions = {{A = 0.3, B = 0.3}}
moment = {{A = 1, B = 0.5, gap = 0}}
[couplings]
bonds = [{{shell = 1, ions = ["A", "A"], J = 1.0}}, {{shell = 1, ions = ["A", "B"], J = -0.6}}, {{shell = 1, ions = ["B", "B"], J = 0.3}}]
[schedule]
T = 1.5
thermalize = 200
sweeps = 8000
[algorithm]
systems = 32
""")
        done = self.neel("run", "alloy.toml", "--progress", "none", "--force", *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.table("alloy")[0], done.stdout

    def near(self, row, **exact):
        for name, value in exact.items():
            self.assertLess(row[name + "_err"], 0.004, name)
            self.assertLess(abs(row[name] - value), 4 * row[name + "_err"], (name, row[name], value))

    def test_a_diluted_ising_alloy_by_enumeration(self):
        size, field = (4, 3), 0.4
        species = (0, 1, 0, 2, 1, 1, 0, 0, 2, 0, 1, 0)
        coupling = {(0, 0): 1.0, (0, 1): -0.6, (1, 0): -0.6, (1, 1): 0.3}
        moment, full = (1, 0.5), [n for n, kind in enumerate(species) if kind < 2]
        bonds = [(a, b) for a in full for b in ((a + 1) % 4 + a // 4 * 4, a + 4) if b in full]
        sums = {name: 0.0 for name in ("z", "energy", "energy_field", "magnetisation", "magnetisation_B", "magnetisation_squared")}
        for spins in itertools.product((1, -1), repeat=len(full)):
            s = dict(zip(full, spins))
            inside = -sum(coupling[species[a], species[b]] * s[a] * s[b] for a, b in bonds)
            by_ion = [sum(moment[kind] * s[n] for n in full if species[n] == kind) for kind in (0, 1)]
            m = sum(by_ion)
            weight = math.exp(-(inside - field * m) / 1.5)
            for name, value in (("z", 1), ("energy", inside - field * m), ("energy_field", -field * m), ("magnetisation", m),
                                ("magnetisation_B", by_ion[1]), ("magnetisation_squared", m * m / len(full))):
                sums[name] += weight * value / (1 if name == "z" else len(full))
        z = sums.pop("z")
        for update in ("metropolis", "heatbath"):
            row, log = self.scalar_alloy("ising", size, species, "--set", f"schedule.field={field}", "--set", f"algorithm.update={update}")
            self.near(row, **{name: value / z for name, value in sums.items()})
        self.assertIn("A: m = 1.0\nB: m = 0.5\ngap: no spin\n", log)
        self.assertIn("bonds A-B of length 1: ", log)
        again = self.neel("run", "alloy.resolved.toml", "--name", "again", "--progress", "none")
        self.assertEqual(final_hash(again), re.search(r"final configuration: hash ([0-9a-f]{16})", log)[1])

    def test_an_xy_alloy_of_open_chains_and_free_spins(self):
        """A chain of J has the energy -J I_1(J/T)/I_0(J/T) for each bond; a free spin in a field, m I_1(m H/T)/I_0(m H/T)."""
        points = [2 * math.pi * k / 64 for k in range(64)]
        ratio = lambda x: sum(math.cos(p) * math.exp(x * math.cos(p)) for p in points) / sum(math.exp(x * math.cos(p)) for p in points)
        species = (0, 0, 1, 1, 2, 1, 0, 2)  # A-A-B-B gap B-A gap, in a ring
        row, _ = self.scalar_alloy("xy", (8, 1), species)
        self.near(row, energy=-sum(j * ratio(j / 1.5) for j in (1.0, -0.6, 0.3, -0.6)) / 6)
        row, _ = self.scalar_alloy("xy", (6, 1), (0, 2, 1, 2, 1, 2), "--set", "schedule.field=0.9")
        free = {kind: moment * ratio(moment * 0.9 / 1.5) for kind, moment in (("A", 1), ("B", 0.5))}
        self.near(row, magnetisation_x=(free["A"] + 2 * free["B"]) / 3, magnetisation_B_x=2 * free["B"] / 3,
                  energy_field=-0.9 * (free["A"] + 2 * free["B"]) / 3)

    def test_ions_of_a_basis_for_few_components(self):
        """Fractions are counted; spins of ions of one kind have the bits of those without a name."""
        text = ('[model]\nname = "MODEL"\n[lattice]\ncell = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\nsize = [4, 4, 4]\n[[lattice.basis]]\n'
                'name = "P"\nposition = [0, 0, 0]\n[[lattice.basis]]\nname = "Q"\nposition = [0.5, 0.5, 0.5]\nIONS'
                "[[couplings.bonds]]\nshell = 1\nJ = 1\n[schedule]\nT = 3\nfield = 0.1\nthermalize = 10\nsweeps = 20\n")
        two = 'ions = {Fe = 0.25, gap = 0.75}\n[material]\nions = ["Fe", "gap"]\nmoment = {gap = 0}\n'
        for model in ("ising", "xy"):
            hashes = set()
            for ions in ("", '[material]\nions = ["Fe"]\n', 'ion = "Fe"\n[material]\nions = ["gap", "Fe"]\nfractions = {gap = 0}\n'):
                (self.folder / "a.toml").write_text(text.replace("MODEL", model).replace("IONS", ions))
                done = self.neel("run", "a.toml", "--progress", "none", "--force")
                self.assertEqual(done.returncode, 0, done.stderr)
                hashes.add(final_hash(done))
            self.assertEqual(len(hashes), 1)
            (self.folder / "a.toml").write_text(text.replace("MODEL", model).replace("IONS", two))
            self.assertEqual(self.neel("run", "a.toml", "--progress", "none", "--force").returncode, 0)
            species = self.species("a").tolist()
            self.assertEqual([species.count(k) for k in (0, 1)], [48, 80])

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
