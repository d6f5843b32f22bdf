# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Crystals from CIFs and POSCARs: their symmetry carries couplings as a list of single bonds, written from the tables, has them."""
import re
import tomllib
import unittest

from harness import SOURCE, Case

DATA = SOURCE / "tests/data/import/cif"
SHORT = ("--set", "lattice.size=[4,4,4]", "--set", "schedule.T=[\"60 K\", \"20 K\"]", "--set", "schedule.thermalize=20", "--set",
         "schedule.sweeps=20", "--progress", "none")
# P 2_1 3, as the International Tables have it: signs, the order of x, y, z, and shifts in halves.
P213 = [((1, 1, 1), (0, 0, 0)), ((-1, -1, 1), (1, 0, 1)), ((-1, 1, -1), (0, 1, 1)), ((1, -1, -1), (1, 1, 0))]
CYCLES = [(0, 1, 2), (2, 0, 1), (1, 2, 0)]


def turned(signs, cycle, v):
    return tuple(signs[k] * v[cycle[k]] for k in range(3))


class CrystalFiles(Case):
    def imported(self, name, *arguments):
        done = self.neel("import", name, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def hashes(self, name, *arguments):
        done = self.neel("run", f"{name}.toml", *SHORT, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return re.findall(r"hash (\w{16}), energy (\S+)|final configuration: hash (\w+)", done.stdout)

    def test_orbit_of_manganese_silicide_has_the_bits_of_its_twelve_bonds(self):
        self.imported(DATA / "MnSi.cif")
        crystal = tomllib.loads((self.folder / "MnSi.toml").read_text())
        first, names = crystal["couplings"]["bonds"][0], [site["name"] for site in crystal["lattice"]["basis"]]
        self.assertEqual(first["J"], 0)
        d = (0.5, -0.75, 0.25)
        sites = {site["name"]: site["position"] for site in crystal["lattice"]["basis"]}
        start = sites[first["from"]]
        end = [sites[first["to"]][k] + first["offset"][k] for k in range(3)]

        def place(position):
            for b, name in enumerate(names):
                cell = [position[k] - sites[name][k] for k in range(3)]
                if all(abs(c - round(c)) < 1e-6 for c in cell):
                    return b, [round(c) for c in cell]
            raise AssertionError(position)

        bonds = []
        for cycle in CYCLES:
            for signs, halves in P213:
                ends = [place([x + h / 2 for x, h in zip(turned(signs, cycle, r), halves)]) for r in (start, end)]
                vector, offset = turned(signs, cycle, d), [ends[1][1][k] - ends[0][1][k] for k in range(3)]
                if ends[0][0] > ends[1][0]:
                    ends, vector, offset = ends[::-1], [-x for x in vector], [-o for o in offset]
                bonds.append((ends[0][0], ends[1][0], offset, list(vector)))
        self.assertEqual(len(bonds), 12)
        single = "".join(f'[[couplings.bonds]]\nfrom = "{names[a]}"\nto = "{names[b]}"\noffset = {offset}\nJ = -6.0\ndm = {vector}\n'
                         for a, b, offset, vector in sorted(bonds))
        text = (self.folder / "MnSi.toml").read_text()
        head, rest = text.split("\n# length", 1)
        (self.folder / "single.toml").write_text(head + "\n" + single + "\n[schedule]" + rest.split("[schedule]")[1])
        orbit = self.hashes("MnSi", "--set", "couplings.bonds.1.J=-6.0", "--set", f"couplings.bonds.1.dm={list(d)}")
        self.assertEqual(len(orbit), 2)
        self.assertEqual(orbit, self.hashes("single"))
        self.assertEqual(orbit, self.hashes("MnSi.resolved", "--name", "again"))
        log = (self.folder / "MnSi.log").read_text()
        self.assertIn("symmetry: 12 operations", log)
        self.assertRegex(log, r"of length 2\.7962: 12 a cell, D any")

    def test_what_the_group_forbids_is_refused(self):
        self.imported(DATA / "CsNiCl3.cif")
        done = self.neel("run", "CsNiCl3.toml", "--dry-run", "--set", "couplings.bonds.1.J=1", "--set", "couplings.bonds.1.dm=[0, 0, 0.1]")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"couplings\.bonds\.1\.dm: lattice\.symmetry maps the bond \S+ onto itself, which leaves no D")
        done = self.neel("run", "CsNiCl3.toml", "--dry-run")
        self.assertEqual(done.returncode, 2)
        self.assertIn("all couplings are zero", done.stderr)
        done = self.neel("run", "CsNiCl3.toml", "--dry-run", "--set", "couplings.bonds.1.J=1", "--set", 'lattice.symmetry=["x+1/2,y,z"]')
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"lattice\.symmetry: x\+1/2,y,z takes site Ni1 to \(0\.5, 0, 0\), where there is none")

    def test_lanthanum_cuprate(self):
        """D of nearest neighbours lies in the layers; without lanthanum and oxygen there would be none."""
        self.imported(DATA / "La2CuO4.cif")
        energy = ("--set", "couplings.bonds.1.J=130", "--set", "couplings.bonds.1.dm=[1, 0.5, 0]")
        log = self.neel("run", "La2CuO4.toml", "--dry-run", *energy).stdout
        vectors = re.findall(r"Cu1\(0,0,0\)-Cu2\((\S+),0\), D = \((\S+), (\S+), 0\)", log)
        self.assertEqual(sorted(vectors), [("-1,-1", "1", "0.5"), ("-1,0", "1", "-0.5"), ("0,-1", "1", "-0.5"), ("0,0", "1", "0.5")])
        bare = ("--set", 'lattice.symmetry=["-x+1/2,-y+1/2,z", "x,-y,-z", "-x,-y,-z", "x+1/2,y,z+1/2", "x+1/2,y+1/2,z"]')
        done = self.neel("run", "La2CuO4.toml", "--dry-run", *energy, *bare)
        self.assertEqual(done.returncode, 2)
        self.assertIn("which leaves no D", done.stderr)

    def test_poscar(self):
        """Atoms with roundings and another origin have the orbits of the CIF."""
        positions = [(0, 0, 0), (0.5, 0.5, 0.5), (0.305, 0.305, 0), (0.695, 0.695, 0), (0.195, 0.805, 0.5), (0.805, 0.195, 0.5)]
        lines = [" ".join(f"{x + s + 2e-5 * ((7 * n + 3 * k) % 5 - 2):.6f}" for k, (x, s) in enumerate(zip(p, (0.1, 0.2, 0.3))))
                 for n, p in enumerate(positions)]
        (self.folder / "POSCAR").write_text("rutile\n 1.0\n4.87381 0 0\n0 4.8738 0\n0 0 3.3107\nMn F\n2 4\nDirect\n" + "\n".join(lines))
        done = self.neel("import", "POSCAR", "--out", "atoms.toml", "--within", 5)
        if "without spglib" in done.stderr:
            self.skipTest("built without spglib")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("P4_2/mnm (No. 136)", done.stdout)
        self.imported(DATA / "MnF2.cif", "--within", 5)
        orbits = [re.findall(r"# length (\d\.\d\d)\d*(: .*\n# matrix .*)", (self.folder / f"{n}.toml").read_text()) for n in ("atoms", "MnF2")]
        self.assertEqual(*orbits)
        self.assertEqual(len(orbits[0]), 3)
        self.hashes("atoms", "--set", "couplings.bonds.2.J=3.5", "--set", "couplings.bonds.2.dm=[0.1, -0.1, 0]")

    def test_malformed_poscars(self):
        good = "a\n1.0\n4 0 0\n0 4 0\n0 0 5\nFe O\n1 1\nDirect\n0 0 0\n0.5 0.5 0.5\n"
        for line, text, place, message in ((2, "0", "POSCAR:2", "one scale that is not zero"), (6, "1 1", "POSCAR:6", "the elements above"),
                                           (7, "1", "POSCAR:7", "a number of atoms for each element"), (6, "Fe Qq", "POSCAR:6", "names no element"),
                                           (4, "8 0 0", "POSCAR:2", "lie in one plane"), (10, "", "POSCAR", "a position for each atom"),
                                           (9, "0 0", "POSCAR:9", "a position")):
            lines = good.splitlines()
            lines[line - 1] = text
            (self.folder / "POSCAR").write_text("\n".join(lines) + "\n")
            done = self.neel("import", "POSCAR")
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(place, done.stderr)
            self.assertIn(message, done.stderr)

    def test_options_of_other_formats(self):
        for arguments, message in ((("--materials", "x.mat"), "--materials is for"), (("--cell", "[[1,0,0],[0,1,0],[0,0,1]]"), "--cell is for"),
                                   (("--within", 1), "the nearest sites are 2.48246 apart")):
            done = self.neel("import", DATA / "Fe.cif", *arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main()
