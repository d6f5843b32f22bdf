# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Spin glasses with given couplings: samples written by one run and read by another, the lowest energies that runs have seen."""
import re
import sys
import unittest

try:
    import h5py
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import Case, final_hash

DRAWN = """
[model]
name = "ising"
[lattice]
kind = "square"
size = [5, 7]
[couplings]
disorder = "gaussian"
seed = 4
bonds = [{shell = 1, J = 0.1, width = 1.0}, {shell = 2, width = 0.5}]
[schedule]
kind = "temper"
T = [2.0, 1.4, 1.0, 0.7, 0.4]
thermalize = 40
sweeps = 80
measure_every = 4
[algorithm]
update = "heatbath"
systems = 3
[measure]
lowest = true
"""

BITS = """
[model]
name = "edwards-anderson"
[lattice]
size = [4, 6, 4]
[couplings]
seed = 5
[schedule]
T = [1.6, 1.1, 0.7]
thermalize = 20
sweeps = 40
measure_every = 4
[coding]
words = 1
replicas = 3
[measure]
lowest = true
"""


def table(path):
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    assert lines[0].split() == ["site", "site", "J"]
    rows = numpy.array([[float(word) for word in line.split()] for line in lines[1:]])
    return rows[:, :2].astype(int), rows[:, 2]


class SpinGlasses(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "small.toml").write_text(DRAWN)
        (self.folder / "bits.toml").write_text(BITS)

    def run_input(self, text, name, *arguments):
        (self.folder / f"{name}.toml").write_text(text)
        result = self.neel("run", f"{name}.toml", "--progress", "none", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def write_sample(self, sample, name, source="small.toml"):
        done = self.neel("bonds", source, "--sample", sample, "--out", name)
        self.assertEqual(done.returncode, 0, done.stderr)

    def results(self, name, group="results"):
        with h5py.File(self.folder / f"{name}.h5") as file:
            return {key: value[()].tobytes() for key, value in file[group].items()}

    def check_lowest(self, name, samples, unit_couplings=False):
        """The energies in /lowest are those of the configurations there, and of the sample's couplings."""
        with h5py.File(self.folder / f"{name}.h5") as file:
            lowest = file["lowest"]
            energy, spins, sweep = lowest["energy"][()], lowest["spin"][()].astype(float), lowest["sweep"][()]
            measured = file["samples/energy"][()]
        self.assertEqual(numpy.unique(spins).tolist(), [-1, 1])
        self.assertTrue((sweep > 0).all())
        for k, path in enumerate(samples):
            pairs, j = table(self.folder / path)
            own = -(j * spins[k][pairs[:, 0]] * spins[k][pairs[:, 1]]).sum() / spins.shape[1]
            self.assertAlmostEqual(own, energy[k], places=12 if unit_couplings else 7)
            self.assertLessEqual(energy[k], measured[:, k].min() + 1e-12)

    def test_samples_of_a_network_that_are_written_and_read_give_the_same_bits(self):
        drawn = self.run_small("drawn")
        names = [f"{k}.tsv" for k in range(3)]
        for k, name in enumerate(names):
            self.write_sample(k, name)
        one, two = table(self.folder / "0.tsv"), table(self.folder / "1.tsv")
        self.assertEqual(len(one[1]), 4 * 35)
        self.assertTrue((one[0] == two[0]).all() and (one[1] != two[1]).all())
        lines = re.sub(r"(disorder|seed|bonds) = .*\n", "", DRAWN)
        read = self.run_input(lines.replace("[couplings]", f"[couplings]\nfile = {names}".replace("'", '"')), "read")
        self.assertEqual(final_hash(drawn), final_hash(read))
        for group in ("results", "samples", "lowest", "tempering"):
            self.assertEqual(self.results("drawn", group), self.results("read", group))
        self.check_lowest("read", names)
        # And once more from what was read; a single one serves all systems.
        self.assertEqual(self.neel("bonds", "read.toml", "--sample", 2, "--out", "again.tsv").returncode, 0)
        self.assertEqual(table(self.folder / "again.tsv")[1].tolist(), table(self.folder / "2.tsv")[1].tolist())
        self.run_input(lines.replace("[couplings]", '[couplings]\nfile = "2.tsv"'), "single")
        self.check_lowest("single", ["2.tsv"] * 3)

    def test_samples_of_the_bit_coded_engine_that_are_written_and_read_give_the_same_bits(self):
        drawn = self.neel("run", "bits.toml", "--progress", "none")
        self.assertEqual(drawn.returncode, 0, drawn.stderr)
        names = [f"{k}.tsv" for k in range(32)]
        for k, name in enumerate(names):
            self.write_sample(k, name, "bits.toml")
        self.check_lowest("bits", names, True)
        listed = f"[couplings]\nfile = {names}".replace("'", '"')
        read = self.run_input(BITS.replace("[couplings]\nseed = 5", listed), "read")
        self.assertEqual(final_hash(drawn), final_hash(read))
        for group in ("results", "samples", "lowest"):
            self.assertEqual(self.results("bits", group), self.results("read", group))
        # One sample in all bits; and the same sample on a network: the ground state is the same.
        single = BITS.replace("[couplings]\nseed = 5", '[couplings]\nfile = "3.tsv"').replace("T = [1.6, 1.1, 0.7]",
                                                                                             "T = [1.6, 1.1, 0.7, 0.4]")
        long = ("--set", "schedule.sweeps=2000")
        self.run_input(single, "single", *long)
        self.check_lowest("single", ["3.tsv"] * 32, True)
        network = DRAWN.replace('kind = "square"\nsize = [5, 7]', 'kind = "cubic"\nsize = [4, 6, 4]')
        network = re.sub(r"(disorder|seed|bonds) = .*\n", "", network).replace("[couplings]", '[couplings]\nfile = "3.tsv"')
        self.run_input(network, "network", *long)
        self.check_lowest("network", ["3.tsv"] * 3, True)
        lowest = [numpy.frombuffer(self.results(name, "lowest")["energy"]).min() for name in ("single", "network")]
        self.assertEqual(lowest[0], lowest[1])

    def test_the_square_lattice_in_bits(self):
        """Written, read, and read by the crystal, which draws the same sample."""
        text = BITS.replace("[4, 6, 4]", "[4, 6]") + '[algorithm]\nupdate = ["metropolis", "houdayer"]\n'
        for name, plane in (("asynchronous", text), ("synchronous", text.replace("words = 1", 'kind = "synchronous"').replace("[4, 6]", "[4, 64]"))):
            drawn = self.run_input(plane, name)
            samples = range(32 if name == "asynchronous" else 1)
            names = [f"{name}-{k}.tsv" for k in samples]
            for k in samples:
                self.write_sample(k, names[k], f"{name}.toml")
            self.check_lowest(name, names, True)
            read = self.run_input(plane.replace("seed = 5", f"file = {names}".replace("'", '"')), f"{name}-read")
            self.assertEqual(final_hash(drawn), final_hash(read))
            self.assertEqual(self.results(name), self.results(f"{name}-read"))
        crystal = DRAWN.replace("[5, 7]", "[4, 6]").replace('"gaussian"\nseed = 4', '"pm"\nseed = 5')
        self.run_input(re.sub("bonds = .*", "bonds = [{shell = 1, J = 1.0}]", crystal), "crystal")
        for k in range(3):
            self.write_sample(k, f"crystal-{k}.tsv", "crystal.toml")
            for mine, its in zip(table(self.folder / f"asynchronous-{k}.tsv"), table(self.folder / f"crystal-{k}.tsv")):
                self.assertEqual(mine.tolist(), its.tolist())

    def test_synchronous_coding(self):
        text = BITS.replace("words = 1", 'kind = "synchronous"').replace("[4, 6, 4]", "[4, 4, 64]")
        drawn = self.run_input(text, "drawn")
        self.write_sample(0, "0.tsv", "drawn.toml")
        self.check_lowest("drawn", ["0.tsv"], True)
        read = self.run_input(text.replace("seed = 5", 'file = "0.tsv"'), "read")
        self.assertEqual(final_hash(drawn), final_hash(read))

    def test_bits_on_a_ladder(self):
        text = BITS.replace("[schedule]", '[schedule]\nkind = "temper"')
        self.run_input(text, "whole")
        for k in (0, 31):
            self.write_sample(k, f"{k}.tsv", "whole.toml")
        (self.folder / "parts.toml").write_text(text)
        self.run_in_parts("parts", 3, file="parts.toml")
        self.same("whole", "parts")
        with h5py.File(self.folder / "whole.h5") as file:
            energy, spins = file["lowest/energy"][()], file["lowest/spin"][()].astype(float)
        self.assertEqual(spins.shape, (32, 96))
        for k in (0, 31):
            pairs, j = table(self.folder / f"{k}.tsv")
            self.assertAlmostEqual(-(j * spins[k][pairs[:, 0]] * spins[k][pairs[:, 1]]).sum() / 96, energy[k], 12)

    def test_a_scan_has_the_lowest_of_its_runs(self):
        for text in (DRAWN, DRAWN.replace("ising", "xy").replace("heatbath", "metropolis"), BITS):
            self.run_input(text, "scan", "--force", "--set", "scan.algorithm.seed=[1, 2]")
            with h5py.File(self.folder / "scan.h5") as whole:
                for k in (0, 1):
                    with h5py.File(self.folder / f"scan_seed{k + 1}.h5") as run:
                        for name in ("energy", "sweep", "spin"):
                            numpy.testing.assert_array_equal(whole[f"lowest/{name}"][k], run[f"lowest/{name}"][()])

    def test_threads_and_interruptions(self):
        one = self.run_small("one", "--threads", 1)
        self.assertEqual(final_hash(one), final_hash(self.run_small("two", "--threads", 2)))
        self.same("one", "two")
        self.run_in_parts("parts", 4)
        self.same("one", "parts")

    def test_known_run(self):
        self.assertEqual(final_hash(self.run_small("a")), "5d1e350ef76a1564")

    def test_other_spins(self):
        """XY and Heisenberg spins: the configuration kept has the lowest energy."""
        for model, sign in (("xy", -1), ("heisenberg", 1)):
            text = DRAWN.replace("ising", model).replace("T = [2.0, 1.4, 1.0, 0.7, 0.4]", "T = [1.0, 0.3]")
            text = text.replace("heatbath", "metropolis")
            text += '[material]\nions = ["A"]\n' if model == "heisenberg" else ""
            self.run_input(text, model)
            self.write_sample(1, f"{model}.bonds.tsv", f"{model}.toml")
            pairs, j = table(self.folder / f"{model}.bonds.tsv")
            with h5py.File(self.folder / f"{model}.h5") as file:
                energy, spins = file["lowest/energy"][1], file["lowest/spin"][1]
            own = sign * (j * (spins[pairs[:, 0]] * spins[pairs[:, 1]]).sum(1)).sum() / 35
            self.assertAlmostEqual(own, energy, 5)

    def test_a_factor_of_couplings_from_a_file(self):
        """It stands in the resolved input, too."""
        (self.folder / "t.tsv").write_text("0 1 1\n1 2 0.5\n2 3 -0.25\n3 0 0.3\n")
        text = ('[model]\nname = "ising"\n[lattice]\nkind = "graph"\nsize = [4]\n[couplings]\nfile = "t.tsv"\nfactor = -2\n'
                "[schedule]\nT = 2.0\nthermalize = 4\nsweeps = 40\nmeasure_every = 2\n")
        self.run_input(text, "given")
        self.run_input((self.folder / "given.resolved.toml").read_text(), "again")
        self.same("given", "again")
        (self.folder / "u.tsv").write_text("0 1 -2\n1 2 -1\n2 3 0.5\n3 0 -0.6\n")
        self.run_input(text.replace("factor = -2", "").replace("t.tsv", "u.tsv"), "multiplied")
        self.assertEqual(self.results("given")["energy"], self.results("multiplied")["energy"])

    def test_lowest_energies_of_other_lattices(self):
        text = DRAWN.replace('kind = "square"\nsize = [5, 7]', "size = [6, 8]")
        text = re.sub(r"(disorder|seed|bonds) = .*\n", "", text).replace("[couplings]", "[couplings]\nJ = -1.0")
        self.run_input(text, "plain")
        with h5py.File(self.folder / "plain.h5") as file:
            self.assertEqual(file["lowest/energy"][()].tolist(), [-2] * 3)
            spin = file["lowest/spin"][0].reshape(8, 6)
        self.assertTrue((spin * numpy.roll(spin, 1, 0) == -1).all() and (spin * numpy.roll(spin, 1, 1) == -1).all())

    def test_refused(self):
        def lines(*rows):
            (self.folder / "t.tsv").write_text("\n".join(rows) + "\n")

        text = re.sub(r"(disorder|seed|bonds) = .*\n", "", DRAWN).replace("[couplings]", '[couplings]\nfile = "t.tsv"')
        (self.folder / "t.toml").write_text(text)
        go = ["run", "t.toml"]
        self.refused(3, "cannot read t.tsv", arguments=go)
        for wrong, what in ((("i j J", "0 1 1", "1 2 x"), 't.tsv:3: expected two sites and J, found "x"'),
                            (("# a comment", "0 35 1"), "t.tsv:2: there is no site 35; sites are counted from 0 to 34"),
                            (("0 1 1", "2 2 1"), "t.tsv:2: the bond joins site 2 to itself"),
                            (("0 1 1", "", "1 0 1"), "t.tsv:3: the bond of sites 0 and 1 stands there twice, in line 1, too"),
                            (("0 1",), "t.tsv:1: expected two sites and J, found 2 words"),
                            (("0.5 1 1",), "t.tsv:1: expected two sites and J"),
                            (("# nothing",), "t.tsv: holds no bonds")):
            lines(*wrong)
            self.refused(2, what, arguments=go)
        lines("0 1 1.5", "1 2 -1")
        self.refused(2, "one for each of the 3 samples, found 2", arguments=go + ["--set", 'couplings.file=["t.tsv", "t.tsv"]'])
        self.refused(2, "couplings.file has all couplings", arguments=go + ["--set", "couplings.disorder=pm"])
        self.refused(2, "a graph has no bonds", arguments=["run", "small.toml", "--set", "lattice.kind=graph"])
        self.refused(2, "couplings.bonds.1.width", "missing", arguments=["run", "small.toml", "--set", "couplings.bonds=[{shell=1, J=1.0}]"])
        self.refused(2, "at different fields", arguments=["run", "small.toml", "--set", "schedule.kind=anneal", "--set",
                                                          "schedule.T=1", "--set", "schedule.field=[0, 1]"])
        (self.folder / "b.toml").write_text(BITS.replace("seed = 5", 'file = "t.tsv"'))
        bits = ["run", "b.toml"]
        self.refused(2, "t.tsv: the bond of sites 0 and 1 has J = 1.5", arguments=bits)
        lines("0 1 1", "1 2 -1")
        self.refused(2, "t.tsv: the bond of sites 2 and 3 is missing", arguments=bits)
        self.refused(2, "this input has 3 samples", arguments=["bonds", "small.toml", "--sample", 3])
        self.refused(2, "small.toml exists already", arguments=["bonds", "small.toml", "--out", "small.toml"])

    def test_a_file_that_changed_is_noticed(self):
        self.write_sample(0, "0.tsv")
        text = re.sub(r"(disorder|seed|bonds) = .*\n", "", DRAWN).replace("[couplings]", '[couplings]\nfile = "0.tsv"')
        self.run_input(text, "read")
        self.neel("bonds", "small.toml", "--sample", 1, "--out", "0.tsv", "--force")
        self.refused(2, "different input", "couplings.file_print", arguments=["run", "read.toml"])
        self.refused(2, "not what they were", arguments=["run", "read.resolved.toml", "--name", "again"])


if __name__ == "__main__":
    unittest.main()
