# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Inputs that make no sense are refused in a sentence, before anything is written; odd ones that do make sense work."""
import itertools
import os
import unittest

from harness import Case, unless_short

ISING = """
[model]
name = "ising"
[lattice]
size = [4, 4]
[schedule]
T = [3.0, 2.0]
thermalize = 5
sweeps = 20
measure_every = 1
"""

GLASS = """
[model]
name = "edwards-anderson"
[lattice]
size = [4, 4, 4]
[schedule]
kind = "quench"
T = 1.0
times = [1, 2, 4, 8]
"""

PHI4 = """
[model]
name = "phi4"
[lattice]
size = [8, 8]
[couplings]
mass_squared = -1.0
g = 1.0
[schedule]
thermalize = 5
sweeps = 20
"""

AUTOMATON = """
[model]
name = "majority"
[lattice]
size = [8, 8]
[schedule]
thermalize = 0
sweeps = 4
measure_every = 1
"""

# Input, what is set, and what the message holds.
REFUSED = [
    ("small", ["material.fractions.Cr=[]"], ["material.fractions.Cr: the list is empty"]),
    ("small", ["schedule.T=[]"], ["schedule.T: the list is empty"]),
    ("glass", ["schedule.T=[]"], ["schedule.T: the list is empty"]),
    ("glass", ["schedule.times=[]"], ["schedule.times: the list is empty"]),
    ("small", ["a" + ".a" * 12800 + "=1"], ["more than 64 keys deep"]),
    ("small", ["schedule.T=" + "[" * 12800 + "]" * 12800], ["schedule.T: "]),
    ("automaton", ["cells.picture="], ["cells.picture: expected the name of a file"]),
    ("automaton", ["cells.picture=."], ["cells.picture: \".\" is not a regular file"]),
    ("automaton", ["cells.picture=fifo"], ["cells.picture: \"fifo\" is not a regular file"]),
    ("automaton", ["cells.picture=/dev/zero"], ["cells.picture: \"/dev/zero\" is not a regular file"]),
    ("glass", ["measure.waiting_times=[1, 9]"], ["measure.waiting_times: the quench ends at 8 sweeps"]),
    ("small", ["schedule.T=1e38"], ["schedule.T: expected a number from -1e15 to 1e15"]),
    ("small", ["schedule.T=1e-310"], ["schedule.T: expected 0, or a number of 1e-30 or more"]),
    ("small", ["schedule.T=1e-20"], ["schedule.T: temperatures must be 1e-15 or more"]),
    ("small", ["schedule.field=-1e38"], ["schedule.field: expected a number from"]),
    ("small", ["schedule.field=1e40 T"], ["schedule.field: expected a number from"]),
    ("small", ["material.exchange.Fe-Fe=1e38"], ["material.exchange.Fe-Fe: expected a number from"]),
    ("small", ["material.moment.Fe=1e38"], ["material.moment.Fe: expected a number from"]),
    ("small", ["material.moment_unit=0 mu_B"], ["material.moment_unit: must be above zero"]),
    ("ising", ["couplings.J=1e38"], ["couplings.J: expected a number from"]),
    ("ising", ["couplings.J=1e-310"], ["couplings.J: expected 0, or"]),
    ("ising", ["couplings.J=1e-29"], ["couplings.J: expected 0, or 1e-18 or more"]),
    ("phi4", ["couplings.g=1e38"], ["couplings.g: expected a number from"]),
    ("phi4", ["couplings.mass_squared=1e7"], ["couplings.mass_squared: is 1e6 at most in size"]),
    ("phi4", ["schedule.T=1e4", "couplings.g=2"], ["couplings.g: g T is 1e4 at most"]),
    ("phi4", ["schedule.T=1e6", "couplings.g=0", "couplings.mass_squared=1"], ["schedule.T: is 1e4 at most"]),
    ("phi4", ["schedule.T=[1e-7, 1]"], ["schedule.T: the highest temperature is 1e6 times the lowest at most"]),
    ("ising", ["scan.schedule.T=[1, 1.0]"], ["scan.schedule.T: the value 1.0 stands there twice"]),
    ("ising", ["scan.lattice.size=[[4, 4], [4.0, 4]]"], ["scan.lattice.size: the value [4.0, 4] stands there twice"]),
    ("ising", ["scan.a.b={}"], ["scan.a.b: expected a list of values"]),
    ("ising", ["scan={}"], ["scan: no key to scan"]),
    ("ising", ["schedule.T={from = 1, to = 2, points = 1}"], ["schedule.T.points: one point cannot be at both"]),
    ("ising", ["scan.schedule.T={from = 1, to = 2, points = 1}"], ["points: one point cannot be at both"]),
    ("ising", ["algorithm.seed=1\nschedule.field = 2"], ["expected one key and its value"]),
    ("ising", ["output.checkpoint=0 s"], ["output.checkpoint: expected one time above zero"]),
    ("ising", ["output.checkpoint=0 points"], ["output.checkpoint: expected one number of points from 1 on"]),
    ("ising", ["output.checkpoint=-1 points"], ["output.checkpoint: expected one number of points from 1 on"]),
    ("ising", ["output.checkpoint=-5 s"], ["output.checkpoint: \"-5 s\" is not a time"]),
    ("ising", ["output.checkpoint=nan s"], ["output.checkpoint: \"nan s\" is not a time"]),
    ("ising", ["output.checkpoint=inf s"], ["output.checkpoint: \"inf s\" is not a time"]),
    ("ising", ["output.keep_checkpoint=yes"], ["output.keep_checkpoint: expected true or false"]),
    ("ising", ["schedule.T=14 T"], ["schedule.T: \"14 T\" has the unit \"T\""]),
    ("ising", ["schedule.T=14 K"], ["needs to know what one reduced unit is"]),
    ("ising", ["model.name=izing"], ["did you mean \"ising\"?"]),
    ("ising", ["schedule.kind=tempr"], ["did you mean \"temper\"?"]),
    ("small", ["lattice.boundary=[\"open\", \"periodic\"]"], ["one for each of the 3 lengths in lattice.size, found a list of 2"]),
    ("small", ["lattice.boundary=[\"open\"]"], ["one for each of the 3 lengths in lattice.size, found a list of 1"]),
    ("ising", ["lattice.boundary=[\"open\", \"periodic\", \"periodic\"]"], ["of the 2 lengths in lattice.size, found a list of 3"]),
    ("small", ["material.axes.dm=[0, 1]"], ["material.axes.dm: expected", "three numbers", "found [0, 1]"]),
    ("small", ["material.ions=[]"], ["material.ions: expected a list of strings"]),
    ("small", ["material.ions=[\"Fe\", \"Cr\", \"Fe\"]"], ["\"Fe\" is no name for an ion: it stands there twice"]),
    ("ising", ["algorithm.systems=1e6", "schedule.kind=temper", "schedule.T={from = 1, to = 2, points = 4295}"],
     ["algorithm.systems: more than 100000000 configurations"]),
    ("small", ["algorithm.systems=1e6", "schedule.kind=temper", "schedule.T={from = 1, to = 2, points = 4295}"],
     ["algorithm.systems: more than 100000000 configurations"]),
    ("phi4", ["algorithm.systems=1e6", "couplings.g={from = 1, to = 2, points = 4295}"],
     ["algorithm.systems: more than 1000000 systems"]),
    ("glass", ["algorithm.systems=1e6", "coding.words=16"], ["algorithm.systems: more than 1000000 samples"]),
]

NAMES = ["Fe3+", "O2-", "Fe 3", "a=b", "Größe", "x.y", "a/b", "'q'", "\"", "[]", "#", "", " ", "A-B", "x" * 33, "é",
         "tab\t", "line\nbreak", "energy", "x", "T", "squared", "err", "a\u00a0b", "~$%&(){}"]
NAMES_THAT_WORK = {"Fe3+", "O2-", "Größe", "A-B", "é", "energy", "x", "T"}


def quoted(text):
    return '"' + "".join(c if c >= " " and c not in '"\\' else f"\\u{ord(c):04X}" for c in text) + '"'


def with_ion(name):
    """An input with this ion and others called A and B."""
    ions = [name, "A", "B"]
    pairs = ", ".join(f"{quoted(a + '-' + b)} = {1.0 + k}"
                      for k, (a, b) in enumerate(itertools.combinations_with_replacement(ions, 2)))
    return f"""
model.name = "heisenberg"
lattice.size = [4, 4, 4]
algorithm.systems = 2
schedule = {{T = [2.0, 1.0], thermalize = 5, sweeps = 20, measure_every = 1}}
[material]
ions = [{", ".join(map(quoted, ions))}]
fractions = {{A = 0.25, B = 0.25}}
moment = {{{quoted(name)} = 2.0}}
exchange = {{{pairs}}}
"""


class Nonsense(Case):
    def setUp(self):
        super().setUp()
        for name, text in (("ising", ISING), ("glass", GLASS), ("phi4", PHI4), ("automaton", AUTOMATON)):
            (self.folder / f"{name}.toml").write_text(text)
        os.mkfifo(self.folder / "fifo")

    def files(self):
        return sorted(p.name for p in self.folder.iterdir())

    def test_inputs_without_nonsense_are_taken(self):
        for name in ("small", "ising", "glass", "phi4", "automaton"):
            result = self.neel("run", f"{name}.toml", "--dry-run")
            self.assertEqual(result.returncode, 0, result.stderr)

    def test_nonsense_is_refused_in_one_sentence(self):
        before = self.files()
        for name, settings, parts in REFUSED:
            with self.subTest(input=name, settings=[s[:60] for s in settings]):
                arguments = [word for s in settings for word in ("--set", s)]
                result = self.refused(2, *parts, arguments=["run", f"{name}.toml", *arguments])
                self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr[:2000])
                self.assertEqual(self.files(), before)

    def test_an_input_that_is_no_regular_file(self):
        self.refused(3, "fifo: it is not a regular file", arguments=["run", "fifo"])
        self.refused(3, "is not a regular file", arguments=["run", "."])

    def test_an_input_that_is_nested_too_deep(self):
        for text in ("a" + ".a" * 12800 + " = 1", "[a" + ".a" * 12800 + "]", "a = " + "[" * 12800 + "]" * 12800,
                     "a = {" * 12800 + "}" * 12800):
            (self.folder / "deep.toml").write_text(text + "\n")
            self.refused(2, "deep.toml:1: ", "more than 64 levels deep", arguments=["run", "deep.toml"])

    def test_extreme_numbers_that_are_taken_work(self):
        for name, settings in (
                ("small", ["material.exchange.Fe-Fe=1e15", "material.anisotropy=-1e15", "material.moment=1e15",
                           "schedule.field=1e15", "schedule.T=[1e15, 1e-15]"]),
                ("small", ["material.exchange={Fe-Fe = 1e-18, Fe-Cr = 0, Cr-Cr = 0}", "material.dm={Fe-Fe = 1e-30}",
                           "material.anisotropy=0", "schedule.T=1e-15", "schedule.field=0", "material.moment=1e-30"]),
                ("ising", ["couplings.J=1e15", "schedule.T=[1e15, 1e-15]", "schedule.field=1e15"]),
                ("ising", ["couplings.J=1e-18", "schedule.T=[1e-15, 1e15]"]),
                ("phi4", ["couplings.g=1e4", "couplings.mass_squared=-1e6"]),
                ("phi4", ["couplings.g=1", "couplings.mass_squared=1e6", "schedule.T=[1e-2, 1e4]"])):
            with self.subTest(input=name, settings=settings):
                arguments = [word for s in settings for word in ("--set", s)]
                result = self.neel("run", f"{name}.toml", "--force", "--progress", "none", *arguments)
                self.assertEqual(result.returncode, 0, result.stderr)
                table = [line for line in (self.folder / f"{name}.tsv").read_text().splitlines() if line[0] != "#"]
                energy = table[0].split("\t").index("energy")
                self.assertTrue(all(abs(float(row.split("\t")[energy])) < 1e300 for row in table[1:]))

    def test_two_words_for_the_boundary_of_two_lengths(self):
        result = self.neel("run", "ising.toml", "--dry-run", "--set", 'lattice.boundary=["open", "periodic"]')
        self.assertIn("boundary open/periodic/open", result.stdout)

    def test_temperatures_far_above_the_transition_are_pointed_at(self):
        text = (self.folder / "small.toml").read_text().replace('unit = "435.23 K"', 'units = "meV"')
        (self.folder / "small.toml").write_text(text)
        out = self.neel("run", "small.toml", "--dry-run", "--set", "schedule.T=[800, 1]").stdout
        self.assertRegex(out, r'note: T = 9283.6\d* K = 800 meV is \d+ times the mean-field T_c; '
                              r'a temperature in kelvin is written "800 K"')
        self.assertNotIn("note: T", self.neel("run", "small.toml", "--dry-run", "--set", "schedule.T=[8, 1]").stdout)

    @unless_short
    def test_measurements_are_kept_one_by_one_where_they_fit(self):
        def bins(name, *settings):
            self.run_bins = self.neel("run", f"{name}.toml", "--name", "r", "--force", "--progress", "none",
                                      *[word for s in settings for word in ("--set", s)])
            self.assertEqual(self.run_bins.returncode, 0, self.run_bins.stderr)
            lines = (self.folder / "r.resolved.toml").read_text().splitlines()
            return int(next(line for line in lines if line.startswith("bins = ")).split()[2])

        self.assertEqual(bins("ising"), 128)
        self.assertEqual(bins("ising", "schedule.sweeps=1001"), 501)
        analysed = self.neel("analyze", "r.h5")
        self.assertEqual(analysed.returncode, 0, analysed.stderr)
        again = self.neel("run", "r.resolved.toml", "--name", "again", "--progress", "none")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(self.files().count("again.resolved.toml"), 1)
        self.assertEqual((self.folder / "again.resolved.toml").read_text(), (self.folder / "r.resolved.toml").read_text())
        self.assertEqual(bins("ising", "schedule.sweeps=1001", "measure.bins=20"), 20)
        self.assertEqual(bins("ising", "schedule.T=2.0", "schedule.field=[0.0, 1.0]", "schedule.sweeps=1001"), 128)
        self.assertEqual(bins("ising", "schedule.sweeps=1001", "measure.target_error.energy=0.1"), 128)
        self.assertEqual(bins("glass"), 32)
        self.assertEqual(bins("phi4", "schedule.sweeps=600", "schedule.measure_every=1"), 300)
        # 10 moments of 1000 systems at 2 temperatures, 8 bytes each, twice as many as the bins
        self.assertEqual(bins("ising", "schedule.sweeps=1001", "algorithm.systems=1000"), 128000000 // (8 * 2 * 10 * 2000))


class Names(Case):
    def columns(self):
        lines = (self.folder / "a.tsv").read_text().splitlines()
        return next(line for line in lines if line[0] != "#").split("\t")

    def hash_of(self, name):
        import h5py
        with h5py.File(self.folder / f"{name}.h5") as file:
            return str(file["results"].attrs["final_configuration_hash"])

    def works(self, name):
        """A run with this ion is stopped, goes on, is repeated from its resolved input, and is read."""
        import xarray
        self.run_in_parts("a", 1, file="odd.toml")
        again = self.neel("run", "a.resolved.toml", "--name", "b", "--progress", "none")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(self.hash_of("a"), self.hash_of("b"))
        self.same("a", "b")
        for group in ("results", "samples", "equilibration"):
            with xarray.open_dataset(self.folder / "a.h5", group=group, engine="h5netcdf") as data:
                self.assertTrue(group == "equilibration" or f"weak_moment_{name}" in data)
        columns = self.columns()
        self.assertEqual(len(columns), len(set(columns)))
        self.assertIn(f"magnetisation_{name}_x", columns)

    def test_any_name_is_refused_or_works(self):
        try:
            import h5netcdf  # noqa: F401 (what xarray opens the files with)
        except ImportError:
            self.skipTest("no h5netcdf")
        for name in NAMES:
            with self.subTest(name=name):
                for old in self.folder.iterdir():
                    old.unlink()
                (self.folder / "odd.toml").write_text(with_ion(name))
                if name in NAMES_THAT_WORK:
                    self.works(name)
                else:
                    self.refused(2, "material.ions", arguments=["run", "odd.toml"])
                    self.assertEqual([p.name for p in self.folder.iterdir()], ["odd.toml"])

    def test_names_that_make_two_pairs_one(self):
        text = with_ion("A-B").replace('"A-B", "A", "B"', '"A-B", "A", "B", "B-B"')
        (self.folder / "odd.toml").write_text(text)
        self.refused(2, "are both called", arguments=["run", "odd.toml"])


if __name__ == "__main__":
    unittest.main()
