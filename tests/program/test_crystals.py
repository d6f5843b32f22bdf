# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Models on crystals: the same bits however they are run, exact ground states, and inputs that are refused."""
import math
import re
import textwrap
import unittest

from harness import Case, SOURCE, final_hash, unless_short

ALLOY = """
[model]
name = "heisenberg"
[lattice]
cell = [[1, 0, 0], [0, 1, 0], [0, 0, 1.2]]
size = [8, 5, 6]
boundary = ["periodic", "open", "periodic"]
basis = [{name = "corner", position = [0, 0, 0], ions = {Fe = 0.7, Cr = 0.2, gap = 0.1}},
         {name = "centre", position = [0.5, 0.5, 0.5], ion = "Fe", axis = [1, 1, 0]}]
[material]
ions = ["Fe", "Cr", "gap"]
moment = {Fe = 1, Cr = 0.6, gap = 0}
anisotropy = {Fe = 0.1, Cr = 0.05, gap = 0}
cubic = 0.02
[[couplings.bonds]]
shell = 1
J = 1.0
ions = ["Fe", "Fe"]
[[couplings.bonds]]
shell = 1
J = 0.3
ions = ["Fe", "Cr"]
[[couplings.bonds]]
shell = 2
J = -0.2
[[couplings.bonds]]
from = "corner"
to = "corner"
offset = [0, 1, 0]
dm = [0, 0, 0.1]
[schedule]
T = [1.0, 0.5]
field = 0.1
thermalize = 40
sweeps = 160
measure_every = 10
[algorithm]
update = ["cone", "heatbath", "overrelax:2"]
systems = 2
[measure]
q = [[0.5, 0, 0.5], [0.25, 0.0, 0.0]]
"""

PLAIN = """
[model]
name = "MODEL"
[lattice]
kind = "KIND"
size = SIZE
[material]
ions = ["A"]
[[couplings.bonds]]
shell = 1
J = 1.0
[schedule]
T = [0.5, 0.05, 0.005, 0.0005]
thermalize = 250
sweeps = 100
measure_every = 10
[algorithm]
systems = 4
"""


class Crystals(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "small.toml").write_text(ALLOY)

    def test_threads_interruptions_and_ladders(self):
        self.same_by_threads_and_stops("--set", 'schedule.kind="temper"', "--set", "schedule.T=[1.0,0.8,0.6]")

    def test_known_run(self):
        # The same on every machine and backend.
        self.assertEqual(final_hash(self.run_small("a")), "44be1d750fbfe65c")

    def test_resolved_input_repeats_the_run(self):
        first = self.run_small("a")
        again = self.neel("run", "a.resolved.toml", "--name", "b", "--progress", "none")
        self.assertEqual(final_hash(first), final_hash(again))

    def test_ions_are_counted_exactly_and_gaps_are_none(self):
        import h5py
        self.run_small("a")
        with h5py.File(self.folder / "a.vtkhdf") as file:
            data = file["VTKHDF/PointData"]
            species, spins = data["species"][()], data["spin"][()]
        counts = [int((species == k).sum()) for k in range(4)]
        self.assertEqual(counts, [24, 240 + 168, 48, 0])  # gaps, Fe, Cr: of 240 corners 0.1, 0.7, 0.2
        lengths = (spins**2).sum(1)
        self.assertTrue((lengths[species == 0] == 0).all())
        self.assertTrue(abs(lengths[species > 0] - 1).max() < 1e-5)

    @unless_short
    def test_ground_states(self):
        """T -> 0 with two degrees of freedom a spin: the energy is the ground state's plus about T (triangular, honeycomb);
        the frustrated lattices come as close."""
        for kind, size, ground in (("triangular", "[12, 12]", -1.5), ("honeycomb", "[6, 6]", -1.5), ("bcc", "[4, 4, 4]", -4.0),
                                   ("kagome", "[6, 6]", -1.0), ("pyrochlore", "[2, 2, 2]", -1.0)):
            (self.folder / "k.toml").write_text(
                PLAIN.replace("MODEL", "heisenberg").replace("KIND", kind).replace("SIZE", size))
            done = self.neel("run", "k.toml", "--name", kind, "--progress", "none")
            self.assertEqual(done.returncode, 0, done.stderr)
            last = self.table(kind)[-1]
            self.assertAlmostEqual(float(last["energy"]), ground, delta=0.002, msg=kind)
            self.assertGreater(float(last["energy"]), ground - 1e-5, msg=kind)

    def ising(self, kind, size, *arguments, temperature=0.05):
        """The energy per spin of a ferromagnet, and its error."""
        (self.folder / "k.toml").write_text(
            f'[model]\nname = "ising"\n[lattice]\nkind = "{kind}"\nsize = {size}\n[[couplings.bonds]]\nshell = 1\nJ = 1\n'
            f'[schedule]\nT = {temperature}\nstart = "up"\nthermalize = 100\nsweeps = 2000\n[algorithm]\nsystems = 16\n')
        done = self.neel("run", "k.toml", "--name", "k", "--progress", "none", "--force", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        row = self.table("k")[0]
        return float(row["energy"]), float(row["energy_err"]), done.stdout

    def test_one_periodic_cell_has_the_bonds_of_many(self):
        """In the ground state, and at a temperature: one cell of fcc is four spins, each pair bound four times."""
        for kind, ground in (("bcc", -4), ("fcc", -6), ("diamond", -2), ("pyrochlore", -3)):
            for size in ("[1, 1, 1]", "[1, 2, 3]", "[3, 3, 3]"):
                energy, _, log = self.ising(kind, size)
                self.assertEqual(energy, ground, (kind, size))
                self.assertEqual(log.count("images of the same cell"), size.count("1"))
        film, _, log = self.ising("fcc", "[4, 4, 1]", "--set", 'lattice.boundary=["periodic", "periodic", "open"]')
        self.assertEqual(film, -4)
        self.assertNotIn("images", log)
        energy, error, _ = self.ising("fcc", "[1, 1, 1]", "--set", "lattice.boundary=periodic", "--set", "schedule.measure_every=1",
                                      "--set", "schedule.sweeps=10000", temperature=12)
        weights = {bonds: n * math.exp(4 * bonds / 12) for bonds, n in ((6, 2), (0, 8), (-2, 6))}  # s s' over the six pairs
        exact = -sum(bonds * w for bonds, w in weights.items()) / sum(weights.values())  # 4 bonds a pair, 4 spins
        self.assertLess(error, 0.03)
        self.assertLess(abs(energy - exact), 4 * error)

    def test_lengths_that_cannot_be_meant(self):
        for kind in ("bcc", "fcc", "diamond", "pyrochlore"):
            text = PLAIN.replace("MODEL", "heisenberg").replace("KIND", kind).replace("SIZE", "[4, 4]")
            self.refused(2, "lattice.size", "expected three lengths, found 2", "a film of one cell", arguments=self.written(text))
        log = self.ising("cubic", "[4, 4]")[2]
        self.assertIn("lattice.size has two lengths, and \"cubic\" three dimensions: a film", log)
        own = '[model]\nname = "xy"\n[lattice]\nsize = [4, 4, 1]\nboundary = "BOUNDARY"\n[schedule]\nT = 1.0\nthermalize = 0\nsweeps = 10\n'
        for boundary, said in (("periodic", 1), ("open", 0)):
            log = self.neel(*self.written(own.replace("BOUNDARY", boundary))).stdout
            self.assertEqual(log.count("one cell along z, without bonds along it: a film"), said, log)

    def test_shells_beyond_half_the_lattice_are_refused(self):
        def shell(size, bond, kind="square"):
            return self.written(PLAIN.replace("MODEL", "heisenberg").replace("KIND", kind).replace("SIZE", size)
                                .replace("shell = 1", bond))

        for size, bond, words in (("[6, 6]", "shell = 9", "are 2 apart the other way"), ("[5, 9]", "distance = 3", "2 apart"),
                                  ("[4, 4, 1]", "shell = 6", "couplings.bonds.1.shell")):
            self.refused(2, "beyond half of the lattice", words, arguments=shell(size, bond))
        self.refused(2, "beyond half of the lattice", "are one site, around it", arguments=shell("[1, 4, 4]", "shell = 2", "fcc"))
        for size, bond in (("[6, 6]", "distance = 3"), ("[2, 2]", "shell = 2"), ("[1, 1, 1]", "shell = 1")):
            done = self.neel(*shell(size, bond, "fcc" if size == "[1, 1, 1]" else "square"))
            self.assertEqual(done.returncode, 0, done.stderr)

    def turned(self, bonds, q, normal, kind="square", size="[8, 6]"):
        """The energy of spins that turn about the normal, at no temperature, and the log."""
        (self.folder / "k.toml").write_text(
            f'[model]\nname = "heisenberg"\n[lattice]\nkind = "{kind}"\nsize = {size}\n{bonds}[schedule]\nT = 1e-12\n'
            f'start = "wave"\nq = {q}\nnormal = {normal}\nthermalize = 0\nsweeps = 1\nmeasure_every = 1\n[algorithm]\nupdate = "metropolis"\n')
        done = self.neel("run", "k.toml", "--name", "k", "--progress", "none", "--force")
        self.assertEqual(done.returncode, 0, done.stderr)
        return {key: float(value) for key, value in self.table("k")[0].items()}, done.stdout

    def test_dm_vectors_by_the_direction_of_bonds(self):
        """Helices about bonds and cycloids along them have J cos(2 pi q) + D sin(2 pi q) for each bond that they turn along; D is
        chosen such that they are ground states, which metropolis at no temperature leaves as they are."""
        across = -1 - math.sqrt(2)  # of square bonds with J = -1: along y spins are parallel
        for direction, normal in (('along = "bond"', [1, 0, 0]), ("normal = [0, 0, 2]", [0, 1, 0])):
            for sign in (1, -1):
                bonds = f"[[couplings.bonds]]\nshell = 1\nJ = -1.0\ndm = {{{direction}, D = {-sign}}}\n"
                row, log = self.turned(bonds, f"[{sign / 8}, 0, 0]", normal)
                self.assertAlmostEqual(row["energy"], across, delta=2e-6)
                self.assertAlmostEqual(row["energy_dm"], -math.sqrt(0.5), delta=2e-6)
                along, up = ("(1, 0, 0)", "(0, 1, 0)") if "along" in direction else ("(0, 1, 0)", "(-1, 0, 0)")
                turn = lambda v: v if sign < 0 else re.sub("(-?)1", lambda m: "1" if m[1] else "-1", v)
                self.assertIn(f"  A(0,0,0)-A(1,0,0), D = {turn(along)} J\n", log)
                self.assertIn(f"  A(0,0,0)-A(0,1,0), D = {turn(up)} J\n", log)

    def test_dm_vectors_by_direction_are_those_written_out(self):
        """Also between two sites of a cell, of a single bond, seen from its far end, for a pair of ions, with the list's factor."""
        head = ALLOY.split("[[couplings.bonds]]")[0]
        tail = "[schedule]" + ALLOY.split("[schedule]")[1]
        shell = '[couplings]\nfactor = 2\n[[couplings.bonds]]\nshell = 1\nJ = -0.5\n'
        names = '[[couplings.bonds]]\nfrom = "{}"\nto = "{}"\noffset = [{}, {}, {}]\ndm = [{}, {}, {}]\nions = ["{}", "{}"]\n'
        written = shell
        length = math.sqrt(0.86)
        for x in (0, 1):
            for y in (0, 1):
                for z in (0, 1):
                    e = [(0.5 - x) / length, (0.5 - y) / length, 0.6 * (1 - 2 * z) / length]
                    for ions, turn in ((("Fe", "Fe"), 1), (("Cr", "Fe"), 1)):
                        d = [repr(0.3 * k * turn) for k in e]
                        written += names.format("corner", "centre", -x, -y, -z, *d, *ions)
        by_direction = shell + "".join('[[couplings.bonds]]\nshell = 1\ndm = {along = "bond", D = 0.3}\nions = ["Fe", "%s"]\n' % ion
                                       for ion in ("Fe", "Cr"))
        hashes = []
        for bonds in (written, by_direction):
            (self.folder / "small.toml").write_text(head + bonds + tail)
            hashes.append(final_hash(self.run_small("dm", "--force")))
        self.assertEqual(*hashes)
        single = '[[couplings.bonds]]\nfrom = "centre"\nto = "corner"\noffset = [1, 1, 1]\ndm = {normal = [0, 0, 1], D = 0.3}\n'
        back = '[[couplings.bonds]]\nfrom = "corner"\nto = "centre"\noffset = [-1, -1, -1]\ndm = {normal = [0, 0, 1], D = 0.3}\n'
        (self.folder / "small.toml").write_text(head + shell + single + back + tail)
        log = self.run_small("single", "--force").stdout
        self.assertIn("corner(0,0,0)-centre(-1,-1,-1), D = (0.323498, -0.323498, 0)", log)
        again = self.neel("run", "single.resolved.toml", "--name", "again", "--progress", "none")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.same("single", "again")

    def test_the_complete_input_of_the_page(self):
        page = (SOURCE / "docs/crystals.md").read_text()
        text = textwrap.dedent(page.split("## A complete input")[1].split("\n\n", 2)[2].split("\n\nWhere")[0] + "\n")
        (self.folder / "small.toml").write_text(text)
        log = self.run_small("a").stdout
        for words in ("sites of a cell: A (0, 0, 0), B (0.5, 0.5, 0.5)\n", "Cr: K = ", "m = 0.6 x 1.0 mu_B", "bonds Fe-Cr of length 2.482: 8 per site"):
            self.assertIn(words, log)
        self.assertEqual(len(self.table("a")), 3)

    def test_one_ion_needs_no_name(self):
        """material.ions can be left out, and so can the table; bits are those of an ion with a name."""
        schedule = "[schedule]\nT = 1.0\nthermalize = 10\nsweeps = 20\n"
        crystal = '[lattice]\nkind = "bcc"\nsize = [3, 3, 3]\n[[couplings.bonds]]\nshell = 1\nJ = -1\n'
        own = "[lattice]\nsize = [4, 4, 4]\n"
        for lattice, materials in ((crystal, ("", "[material]\nmoment = 2\n", '[material]\nions = "Fe"\n')),
                                   (own, ("[material]\nexchange = 1.0\n", "[material]\nions = \"Fe\"\nexchange = {Fe-Fe = 1.0}\n"))):
            hashes = set()
            for material in materials:
                (self.folder / "small.toml").write_text('[model]\nname = "heisenberg"\n' + lattice + material + schedule)
                hashes.add(final_hash(self.run_small("a", "--force")))
                again = self.neel("run", "a.resolved.toml", "--name", "b", "--progress", "none", "--force")
                self.assertIn(final_hash(again), hashes)
            self.assertEqual(len(hashes), 1)

    def test_order_of_mean_field(self):
        for kind, size, words in (("triangular", "[6, 6]", "q = (2/3, 1/3, 0)"), ("honeycomb", "[5, 5]", "A against B"),
                                  ("fcc", "[4, 4, 4]", "as good"), ("diamond", "[3, 3, 3]", "A, C, E, G against B, D, F, H")):
            (self.folder / "k.toml").write_text(
                PLAIN.replace("MODEL", "heisenberg").replace("KIND", kind).replace("SIZE", size))
            done = self.neel("run", "k.toml", "--name", kind, "--progress", "none", "--set", "schedule.T=1.0",
                             "--set", "schedule.thermalize=0", "--set", "schedule.sweeps=10")
            self.assertIn(words, done.stdout, kind)

    def test_refused(self):
        def broken(*changes):
            text = ALLOY
            for old, new in changes:
                self.assertIn(old, text)
                text = text.replace(old, new)
            (self.folder / "broken.toml").write_text(text)
            return ["run", "broken.toml", "--dry-run"]

        single = '[[couplings.bonds]]\nfrom = "corner"\nto = "corner"\noffset = [0, -1, 0]\n'
        self.refused(2, "couplings.bonds.1.shell", "broken.toml:16", arguments=broken(("shell = 1\nJ = 1.0", "shell = 0\nJ = 1.0")))
        self.refused(2, "turns from bond to bond", arguments=broken(("shell = 2\nJ = -0.2", "shell = 2\nJ = -0.2\ndm = [0, 0, 1]")))
        self.refused(2, "another coupling already, from element 4", arguments=broken(("[schedule]", single + "dm = [0, 0, 0.1]\n[schedule]")))
        again = self.neel(*broken(("[schedule]", single + "dm = [0, 0, -0.1]\n[schedule]")))  # its reverse, said again
        self.assertEqual(again.returncode, 0, again.stderr)
        self.refused(2, "leads from a site to itself", arguments=broken(("offset = [0, 1, 0]", "offset = [8, 0, 0]")))
        self.refused(2, 'no ion "Fr"', "did you mean Fe", arguments=broken(('ion = "Fe"', 'ion = "Fr"')))
        self.refused(2, "unknown key couplings.bonds.3.JJ", arguments=broken(("J = -0.2", "J = -0.2\nJJ = 1")))
        self.refused(2, "fractions add up to 1", arguments=broken(("gap = 0.1}", "gap = 0.2}")))
        self.refused(2, "no sites 1.1 apart; shell 2 has 1, shell 3 has 1.2", arguments=broken(("shell = 2\n", "distance = 1.1\n")))
        self.refused(2, "{along = \"bond\", D = ...}", arguments=broken(("shell = 2\nJ = -0.2", "shell = 2\nJ = -0.2\ndm = [0, 0, 1]")))
        for dm, words in (('{along = "bonds", D = 1}', '"bonds" is not one of bond'), ("{D = 1}", "expected {along"),
                          ('{along = "bond", normal = [0, 0, 1], D = 1}', "expected {along"), ('{along = "bond"}', "dm.D: missing"),
                          ("{normal = [0, 0, 0], D = 1}", "not all zero")):
            self.refused(2, "couplings.bonds.3.dm", words, arguments=broken(("shell = 2\nJ = -0.2", f"shell = 2\nJ = -0.2\ndm = {dm}")))
        for key in ("couplings.J", "material.exchange", "material.dm"):
            self.refused(2, key, "[[couplings.bonds]] with shell = 1", arguments=["run", "small.toml", "--set", key + "=1"])
        for text in ("[couplings]\nbonds = [{shell = 1, J = 1}]\n", "[couplings]\nfactor = 2\n"):
            self.refused(2, "belongs to a crystal: say which, by lattice.kind", arguments=self.written(
                '[model]\nname = "ising"\n[lattice]\nsize = [4, 4]\n[schedule]\nT = 1\nsweeps = 1\n' + text))
        self.refused(2, "no element 9 in that list", arguments=["run", "small.toml", "--set", "couplings.bonds.9.J=1"])

    def test_what_crystals_alone_measure_makes_a_crystal_of_the_models_own_lattice(self):
        """As if the input said that it is one; spins have the bits of the lattice by itself."""
        schedule = "[schedule]\nT = [1.2, 0.9]\nthermalize = 20\nsweeps = 60\nmeasure_every = 3\n"
        shells = "[[couplings.bonds]]\nshell = 1\nJ = -0.7\n"
        ions = '[material]\nions = ["A", "B"]\nfractions = {B = 0.5}\n'
        pairs = "".join(f'[[couplings.bonds]]\nshell = 1\nJ = {j}\nions = ["{a}", "{b}"]\n'
                        for a, b, j in (("A", "A", 1.0), ("A", "B", 0.2), ("B", "B", "-0.5")))
        for model, size, measured, own, crystal in (
                ("xy", "[8, 6]", "stiffness = true", "[couplings]\nJ = -0.7\n", shells),
                ("ising", "[4, 6, 8]", "correlation_length = true", "[couplings]\nJ = -0.7\n", shells),
                ("xy", "[4, 4, 4]", "q = [[0.5, 0, 0]]", "", shells.replace("-0.7", "1.0")),
                ("heisenberg", "[6, 6, 4]", "skyrmions = true",
                 ions + "exchange = {A-A = 1.0, B-A = 0.2, B-B = -0.5}\n", ions + pairs)):
            with self.subTest(model=model, measured=measured):
                head = f'[model]\nname = "{model}"\n{schedule}[lattice]\nsize = {size}\n'
                kind = 'kind = "square"\n' if size.count(",") == 1 else 'kind = "cubic"\n'
                (self.folder / "small.toml").write_text(head + f"[measure]\n{measured}\n" + own)
                short = self.run_small("short", "--force")
                (self.folder / "small.toml").write_text(head + kind + f"[measure]\n{measured}\n" + crystal)
                long = self.run_small("long", "--force")
                self.assertEqual(final_hash(short), final_hash(long))
                self.assertIn("read as a crystal", short.stdout)
                self.assertEqual(self.table("short"), self.table("long"))
                again = self.neel("run", "short.resolved.toml", "--name", "again", "--progress", "none", "--force")
                self.assertEqual(final_hash(short), final_hash(again))
                self.same("short", "again")
                if model != "heisenberg":  # whose ions would be drawn in another way
                    (self.folder / "small.toml").write_text(head + own)
                    self.assertEqual(final_hash(self.run_small("own", "--force")), final_hash(short))
        self.refused(2, "material.dm", "kind = \"cubic\"", arguments=self.written(
            "[model]\nname = \"heisenberg\"\n[lattice]\nsize = [4, 4, 4]\n[material]\nions = [\"A\"]\nexchange = {A-A = 1}\n"
            "dm = {A-A = 0.1}\n[measure]\nstiffness = true\n" + schedule))
        self.refused(2, "unknown key measure.stiffness", arguments=self.written(
            "[model]\nname = \"ising\"\n[lattice]\nsize = [4, 4]\n[measure]\nstiffness = true\n" + schedule))
        self.refused(2, "couplings.file", "lattice.kind", arguments=self.written(
            "[model]\nname = \"xy\"\n[lattice]\nsize = [4, 4]\n[couplings]\nfile = \"b\"\n[measure]\nstiffness = true\n" + schedule))
        done = self.neel(*self.written("[model]\nname = \"heisenberg\"\n[lattice]\nsize = [4, 4, 4]\n[material]\nions = [\"A\"]\n"
                                       "exchange = {A-A = 1}\ndm = {A-A = 0.0}\naxes = {dm = \"y\"}\n[measure]\nstiffness = true\n"
                                       + schedule))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.refused(2, "material.exchange.A-B", "missing", arguments=self.written(
            "[model]\nname = \"heisenberg\"\n[lattice]\nsize = [4, 4, 4]\n[material]\nions = [\"A\", \"B\"]\n"
            "exchange = {A-A = 1, B-B = 1}\n[measure]\nstiffness = true\n" + schedule))

    def written(self, text):
        (self.folder / "written.toml").write_text(text)
        return ["run", "written.toml", "--dry-run"]

    def test_reverse_bonds_and_scans_of_a_coupling(self):
        done = self.neel("run", "small.toml", "--dry-run", "--set", "couplings.bonds.3.J=-0.25")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("-0.25", done.stdout)


if __name__ == "__main__":
    unittest.main()
