# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""neel import: imported files give the energies and the bits of inputs written by hand; malformed ones are refused."""
import re
import shutil
import tomllib
import unittest

from harness import SOURCE, Case

DATA = SOURCE / "tests/data/import"
SCHEDULE = """
[schedule]
T = ["900 K", "300 K"]
thermalize = 20
sweeps = 20
measure_every = 10
"""
BCC = """
[model]
name = "heisenberg"
units = "meV"
[lattice]
kind = "bcc"
constant = {constant}
size = [6, 6, 6]
[material]
ions = ["Fe"]
moment = {moment}
moment_unit = "1 mu_B"
anisotropy = "{K}"
axes = {{anisotropy = {axis}, field = "z"}}
[[couplings.bonds]]
shell = 1
J = "{J1}"
[[couplings.bonds]]
shell = 2
J = "{J2}"
"""
# The square lattice of tests/data/import/uppasd-dm: -2 J and -2 D of its files, each bond once.
CHIRAL = """
[model]
name = "heisenberg"
units = "meV"
[lattice]
cell = [[1, 0, 0], [0, 1, 0], [0, 0, 4]]
basis = [{name = "a", position = [0, 0, 0], ion = "T1"}, {name = "b", position = [0.5, 0.5, 0], ion = "T2"}]
size = [8, 8, 1]
boundary = ["periodic", "periodic", "open"]
[material]
ions = ["T1", "T2"]
fractions = {T1 = 1}
moment = {T1 = 2.0, T2 = 1.0}
moment_unit = "1 mu_B"
[[couplings.bonds]]
distance = 0.70711
J = "0.8 mRy"
[[couplings.bonds]]
distance = 1
J = "-0.6 mRy"
""" + "".join(f"""
[[couplings.bonds]]
from = "{site}"
to = "{site}"
offset = {offset}
dm = {dm}
""" for site in "ab" for offset, dm in (("[1, 0, 0]", '["0 K", "-0.1 mRy", "0 K"]'),
                                        ("[0, 1, 0]", '["0.1 mRy", "0 K", "0 K"]')))

# The square lattice of tests/data/import/espins and tb2j-xml: -J, D and -Delta m^2 of ESpinS, -2 J, -2 D and K of TB2J.
SQUARE = """
[model]
name = "heisenberg"
units = "meV"
[lattice]
cell = [[4, 0, 0], [0, 4, 0], [0, 0, 8]]
basis = [{name = "Mn", position = [0, 0, 0]}]
size = [8, 8, 1]
boundary = ["periodic", "periodic", "open"]
[material]
ions = ["Mn"]
moment = 2.0
moment_unit = "1 mu_B"
anisotropy = 0.4
axes = {anisotropy = "z"}
[[couplings.bonds]]
from = "Mn"
to = "Mn"
offset = [0, 1, 0]
J = -3.0
[[couplings.bonds]]
from = "Mn"
to = "Mn"
offset = [1, 0, 0]
J = -3.0
dm = [0, 0.5, 0]
"""
# tests/data/import/uppasd-alloy: bcc with a quarter of a second ion.
ALLOY = """
[model]
name = "heisenberg"
units = "meV"
[lattice]
kind = "bcc"
size = [6, 6, 6]
[material]
ions = ["Fe", "Co"]
fractions = {Co = 0.25}
moment = {Fe = 2.5, Co = 1.75}
moment_unit = "1 mu_B"
""" + "".join(f"""
[[couplings.bonds]]
shell = {shell}
ions = {ions}
J = "{J} mRy"
""" for shell, ions, J in ((1, ["Fe", "Fe"], -2.5), (1, ["Fe", "Co"], -3), (1, ["Co", "Co"], -2), (2, ["Fe", "Fe"], -1.5),
                           (2, ["Co", "Co"], -0.5)))


class Import(Case):
    def imported(self, name, *arguments):
        """Imports a file of the examples, and returns what was printed."""
        done = self.neel("import", DATA / name, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLessEqual(max(len(line) for line in done.stdout.splitlines() if "/" not in line), 80)
        return done.stdout

    def energies(self, name, *arguments):
        """Energy at the start, hashes, and the table, of a short run."""
        done = self.neel("run", f"{name}.toml", "--progress", "none", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        start = re.search(r"start configuration: hash (\w+), energy (\S+) meV/spin", done.stdout).groups()
        final = re.search(r"final configuration: hash (\w+)", done.stdout).group(1)
        table = [line for line in (self.folder / f"{name}.tsv").read_text().splitlines() if not line.startswith("#")]
        return start, final, [row.split("\t")[:8] for row in table]

    def same_as(self, name, by_hand, *arguments):
        """A run of an imported input has the bits of a run of one that was written by hand."""
        (self.folder / "hand.toml").write_text(by_hand + SCHEDULE)
        schedule = ("--set", 'schedule.T=["900 K", "300 K"]', "--set", "schedule.thermalize=20", "--set",
                    "schedule.sweeps=20", *arguments)
        mine, its = self.energies(name, *schedule), self.energies("hand", *arguments)
        self.assertEqual(mine, its)
        self.assertNotEqual(float(mine[0][1]), 0)

    def test_unit_cell_file(self):
        self.imported("vampire/fe.ucf", "--materials", DATA / "vampire/fe.mat", "--size", "[6,6,6]")
        mev = 1.602176634e-22  # joules
        self.same_as("fe", BCC.format(constant=2.866, moment=2.22, K=f"{5e-24 / mev!r} meV", axis='"z"',
                                      J1=f"{-5.4e-21 / mev!r} meV", J2=f"{-3.1e-21 / mev!r} meV"))

    def test_exchange_file(self):
        self.imported("uppasd-bcc")
        self.same_as("uppasd-bcc", BCC.format(constant=1, moment=2.23, K="0.02 mRy", axis='"y"', J1="-2.5 mRy",
                                              J2="-1.5 mRy"), "--set", "schedule.field=1.5 T")

    def test_dm_file(self):
        self.imported("uppasd-dm/inpsd.dat", "--out", "chiral.toml")
        self.same_as("chiral", CHIRAL)

    def test_espins(self):
        self.imported("espins/square.mcin")
        self.same_as("square", SQUARE)

    def test_exchange_xml(self):
        self.imported("tb2j-xml", "--size", "[8,8,1]", "--out", "square.toml")
        self.same_as("square", SQUARE)

    def test_alloy(self):
        self.imported("uppasd-alloy", "--ions", "Fe,Co")
        self.same_as("uppasd-alloy", ALLOY)

    def test_couplings_of_an_alloy_that_change_with_the_direction(self):
        """A chain of four sites, by hand: Fe, Fe, Co, Co with J of their neighbours to the right .3, 1, -.2 and .5 mRy."""
        for name, text in (("inpsd.dat", "ncell 4 1 1\nBC P 0 0\ncell 1 0 0 0 3 0 0 0 3\ndo_ralloy 1\nposfile p\nmomfile m\nexchange j\n"),
                           ("p", "1 1 1 0.5 0 0 0\n1 1 2 0.5 0 0 0\n"), ("m", "1 1 2 0 0 1\n1 2 1 0 0 1\n"),
                           ("j", "".join(f"1 1 {a} {b} {r} 0 0 {J}\n" for a, b, J in ((1, 1, 0.3), (1, 2, 1), (2, 2, -0.2), (2, 1, 0.5))
                                         for a, b, r in ((a, b, 1), (b, a, -1))))):
            (self.folder / name).write_text(text)
        done = self.neel("import", "inpsd.dat", "--ions", "Fe,Co", "--out", "chain.toml")
        self.assertEqual(done.returncode, 0, done.stderr)
        site = tomllib.loads((self.folder / "chain.toml").read_text())["lattice"]["basis"][0]["name"]
        (self.folder / "ions.txt").write_text("".join(f"{x} 0 0 {site} {ion}\n" for x, ion in enumerate(("Fe", "Fe", "Co", "Co"))))
        energy = float(self.energies("chain", "--set", "schedule.start=up", "--set", "schedule.T=1", "--set", "schedule.thermalize=0",
                                     "--set", "schedule.sweeps=10", "--set", "lattice.placement=ions.txt")[0][1])
        self.assertAlmostEqual(energy, -2 * (0.3 + 1 - 0.2 + 0.5) / 4 * 13.605693122994, delta=1e-5)

    def test_energy_of_the_ferromagnet(self):
        """Of spins that are all parallel, from the lines of the files alone."""
        self.imported("vampire/chain.ucf")
        rows = (DATA / "vampire/chain.ucf").read_text().split("tensorial\n")[1].splitlines()
        joules = -sum(float(row.split()[6 + 4 * 2]) for row in rows) / 2  # zz; the spins point along z
        run = ("--set", "schedule.start=up", "--set", "material.axes={anisotropy=\"z\"}", "--set", "schedule.T=1",
               "--set", "schedule.thermalize=0", "--set", "schedule.sweeps=10")
        energy = float(self.energies("chain", *run)[0][1])
        self.assertAlmostEqual(energy, joules / 1.602176634e-22 / 2, delta=1e-6)  # of two sites; couplings are floats
        self.imported("uppasd-dm")
        mry = -sum(float(line.split()[5]) for line in (DATA / "uppasd-dm/jfile").read_text().splitlines())
        energy = float(self.energies("uppasd-dm", *run)[0][1])
        self.assertAlmostEqual(energy, mry * 13.605693122994 / 2, delta=1e-5)

    def test_every_example_runs(self):
        cell = ("--cell", "[[2.86,0,0],[0,2.86,0],[0,0,2.86]]", "--ions", "Fe,Co")
        materials = ("--materials", DATA / "vampire/normalised.mat")
        for name, more, part in (("vampire/normalised.ucf", materials, "to know:\n  - cubic anisotropy"),
                                 ("tb2j-vampire", (), "vampire.mat:6: damping-constant"),
                                 ("tb2j-uppasd", cell, "TB2J writes neither DM vectors"),
                                 ("table/kagome.bonds", (), "single bonds: 6"), ("table/tensor.bonds", (), "single bonds: 2")):
            with self.subTest(name):
                self.assertIn(part, self.imported(name, *more, "--out", "made.toml", "--force"))
                text = (self.folder / "made.toml").read_text()
                self.assertEqual(tomllib.loads(text)["model"]["name"], "heisenberg")
                done = self.neel("run", "made.toml", "--progress", "none", "--force", "--set", "schedule.T=1", "--set",
                                 "schedule.thermalize=0", "--set", "schedule.sweeps=10")
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_numbers_mean_the_same_in_any_unit(self):
        """Each number with a dimension has its unit: the run may be in another one."""
        for name, more in (("vampire/fe.ucf", ("--materials", DATA / "vampire/fe.mat")), ("vampire/chain.ucf", ()),
                           ("uppasd-bcc", ()), ("uppasd-dm", ()), ("uppasd-alloy", ()), ("espins/square.mcin", ()),
                           ("tb2j-xml", ()), ("table/tensor.bonds", ())):
            with self.subTest(name):
                self.imported(name, *more, "--out", "made.toml", "--force")
                said = [self.neel("run", "made.toml", "--dry-run", "--set", f"model.units={unit}").stdout
                        for unit in ("meV", "K")]
                highest = [float(re.search(r"mean field: T_c = ([0-9.]+) K", text)[1]) for text in said]
                self.assertAlmostEqual(highest[0] / highest[1], 1, delta=1e-3)
                text = (self.folder / "made.toml").read_text()
                for key in ("J", "dm", "matrix", "biquadratic", "anisotropy", "cubic"):
                    for value in re.findall(rf"^{key} = (.*)$", text, re.MULTILINE):
                        self.assertRegex(value, r'" ?[^"]*(meV|mRy|K)"', f"{key} = {value}")

    def test_temperatures_are_shown_in_kelvin(self):
        self.imported("vampire/fe.ucf", "--size", "[4,4,4]")
        run = ("--set", 'schedule.T=["900 K", "600 K"]', "--set", "schedule.thermalize=20", "--set", "schedule.sweeps=200")
        done = self.neel("run", "fe.toml", "--progress", "none", *run)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2 temperatures from 900 K (77.56 meV) to 600 K (51.7 meV)", done.stdout)
        self.assertIn("\nT 900 K (77.56 meV)", done.stdout)
        self.assertIn("T from 900 K (77.56 meV) to 600 K (51.7 meV)", self.neel("info", "fe.h5").stdout)

    def test_comments_name_the_lines(self):
        self.imported("vampire/fe.ucf")
        text = (self.folder / "fe.toml").read_text()
        for part in ("fe.ucf:13-28", "# fe.ucf:9\n", "E = -1/2 sum_i sum_j", "factor = -1.0", "# Not carried over:\n# - moments"):
            self.assertIn(part, text)

    def test_files_are_kept(self):
        self.imported("vampire/fe.ucf")
        before = (self.folder / "fe.toml").read_text()
        self.refused(2, "fe.toml exists already", arguments=("import", DATA / "vampire/chain.ucf", "--out", "fe.toml"))
        self.assertEqual((self.folder / "fe.toml").read_text(), before)
        self.imported("vampire/chain.ucf", "--out", "fe.toml", "--force")
        self.assertNotEqual((self.folder / "fe.toml").read_text(), before)
        self.assertEqual([p.name for p in self.folder.iterdir() if ".part" in p.name], [])

    def test_what_is_imported_is_kept(self):
        shutil.copytree(DATA, self.folder / "of")
        for name, more in (("vampire/fe.ucf", ("of/vampire/fe.ucf", "--materials", "of/vampire/fe.mat")),
                           ("vampire/fe.mat", ("of/vampire/fe.ucf", "--materials", "of/vampire/fe.mat")),
                           *((f"uppasd-dm/{file}", ("of/uppasd-dm",)) for file in ("inpsd.dat", "posfile", "momfile", "jfile", "dmfile")),
                           ("table/kagome.bonds", ("of/table/kagome.bonds",))):
            with self.subTest(name):
                self.refused(2, f"of/{name} is one of the files that are imported", "--out names another",
                             arguments=("import", *more, "--out", f"of/{name}", "--force"))
                self.assertEqual((self.folder / "of" / name).read_bytes(), (DATA / name).read_bytes())
        (self.folder / "null").symlink_to("/dev/null")
        self.refused(2, "null is in the way", arguments=("import", DATA / "vampire/fe.ucf", "--out", "null", "--force"))

    def test_refused(self):
        shutil.copytree(DATA / "uppasd-bcc", self.folder / "bcc")
        (self.folder / "bcc/jfile").write_text("1 1 0.5 0.5 0.5 1.25\n1 1 1.0 0.0 x 0.75\n")
        ucf = (DATA / "vampire/fe.ucf").read_text()
        (self.folder / "short.ucf").write_text(ucf.rsplit("\n", 2)[0] + "\n")
        (self.folder / "other.ucf").write_text(ucf.replace("0 0 1 -1 -1 -1 5.4e-21", "0 0 1 -1 -1 -1 5.5e-21"))
        (self.folder / "what.txt").write_text("1 2 3\n")
        for code, parts, arguments in (
                (2, ("bcc/jfile:2: ", 'found "x"'), ("bcc",)),
                (2, ("short.ucf:39: ", "the file ends where interaction 28 of 28 was expected"), ("short.ucf",)),
                (2, ("other.ucf:14: ", "other.ucf:13"), ("other.ucf",)),
                (2, ("what.txt: is no CIF (.cif), POSCAR, exchange.out, unit cell file",), ("what.txt",)),
                (2, ("--materials is for unit cell files",), ("bcc", "--materials", "x.mat")),
                (2, ("--cell is for inputs of UppASD",), ("short.ucf", "--cell", "1 0 0 0 1 0 0 0 1")),
                (2, ("--cell: expected 9 numbers, found 3",), (DATA / "uppasd-bcc", "--cell", "1 0 0")),
                (2, ("expected a folder with exchange.out, inpsd.dat",), (self.folder,)),
                (3, ("cannot read nowhere.ucf: No such file",), ("nowhere.ucf",)),
                (3, ("cannot read nowhere.mat: No such file",), (DATA / "vampire/fe.ucf", "--materials", "nowhere.mat")),
                (3, ("cannot write nowhere/a.toml",), (DATA / "vampire/fe.ucf", "--out", "nowhere/a.toml"))):
            with self.subTest(arguments):
                failed = self.refused(code, *parts, arguments=("import", *arguments))
                self.assertEqual(failed.stderr.count("\n"), 1)
        self.assertEqual(list(self.folder.glob("*.toml")), [self.folder / "small.toml"])

    def test_hint(self):
        self.refused(2, "did you mean: neel import fe.ucf?", arguments=("fe.ucf",))


if __name__ == "__main__":
    unittest.main()
