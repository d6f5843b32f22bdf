# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Where people look, they see which points are not converged: in the log, in the table, in the file."""
import sys
import unittest

try:
    import h5py
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import Case

ISING = """
[model]
name = "ising"
[lattice]
size = [64, 64]
[schedule]
T = [4.0, 2.27]
thermalize = 100
sweeps = 1000
[algorithm]
systems = 2
seed = 3
"""

ALLOY = """
[model]
name = "heisenberg"
[lattice]
size = [4, 4, 4]
[material]
ions = ["Fe", "Cr"]
fractions = {Cr = 0.35}
exchange = {Fe-Fe = 1.0, Fe-Cr = 0.25, Cr-Cr = 0.2}
[schedule]
T = 1.0
thermalize = 100
sweeps = 1000
[algorithm]
systems = 3
"""


class Converged(Case):
    def finished(self, text, *arguments):
        (self.folder / "x.toml").write_text(text)
        done = self.neel("run", "x.toml", "--progress", "none", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, (self.folder / "x.log").read_text())
        return done.stdout

    def test_a_short_run_at_the_transition_is_marked(self):
        log = self.finished(ISING)
        self.assertIn("1 of 2 points is not converged: T = 2.27\n", log)
        self.assertIn("run longer, for 50 autocorrelation times: schedule.sweeps = ", log)
        wanted = int(log.split("schedule.sweeps = ")[1].split()[0])
        self.assertGreater(wanted, 1000)
        rows = [line for line in log.splitlines() if line.startswith("T ")]
        self.assertEqual([row.endswith("  (not converged)") for row in rows], [False, True])
        table = [line.split("\t") for line in (self.folder / "x.tsv").read_text().splitlines() if line[0] != "#"]
        self.assertEqual(table[0][-1], "converged")
        self.assertEqual([row[-1] for row in table[1:]], ["1", "0"])
        with h5py.File(self.folder / "x.h5") as file:
            self.assertEqual(file["results/converged"][()].tolist(), [1, 0])

    def test_who_does_what_it_asks_for_gets_there(self):
        """A short run knows its own slowness badly, so it may take a few rounds."""
        sweeps, asked = 1000, [1000]
        for _ in range(6):
            log = self.finished(ISING.replace("[4.0, 2.27]", "2.27"), "--set", f"schedule.sweeps={sweeps}",
                                "--restart", "--force")
            if "not converged" not in log:
                break
            asked.append(int(log.split("schedule.sweeps = ")[1].split()[0]))
            self.assertGreater(asked[-1], sweeps)
            sweeps = asked[-1]
        self.assertNotIn("not converged", log)
        self.assertGreater(sweeps, 4000)

    def test_systems_that_tune_their_own_cones_differ_in_acceptance_alone(self):
        for lattice in ("size = [6, 6, 6]\n", 'kind = "cubic"\nsize = [6, 6, 6]\n'):
            couplings = '[material]\nions = "A"\n' + ("[[couplings.bonds]]\nshell = 1\nJ = 1\n" if "kind" in lattice
                                                     else "exchange = {A-A = 1}\n")
            text = (f'[model]\nname = "heisenberg"\n[lattice]\n{lattice}{couplings}[schedule]\nT = [0.6, 0.4]\nthermalize = 300\n'
                    'sweeps = 1500\n[algorithm]\nupdate = ["cone", "overrelax"]\nsystems = 8\n')
            log = self.finished(text, "--restart", "--force")
            self.assertNotIn("not converged", log)
            with h5py.File(self.folder / "x.h5") as file:
                self.assertEqual(file["results/acceptance_converged"][()].tolist(), [1, 1])
        cold = text.replace("[0.6, 0.4]", "0.1").replace("300", "0").replace("1500", "100")
        self.assertIn("not converged", self.finished(cold, "--restart", "--force"))  # what else they differ in is tested

    def test_few_disorder_samples_are_said(self):
        self.assertIn("note: errors rest on the spread of 3 systems (Student's factor included) and are known to 50 %",
                      self.finished(ALLOY))
        self.assertNotIn("rest on the spread", self.finished(ALLOY, "--set", "algorithm.systems=8", "--restart", "--force"))

    def test_copies_of_a_glass_without_disorder_count_as_one(self):
        glass = ('[model]\nname = "edwards-anderson"\n[lattice]\nsize = [4, 4, 4]\n[couplings]\npositive = 1.0\n'
                 "[coding]\nwords = 1\nreplicas = 2\n[schedule]\nT = 6.0\nthermalize = 100\nsweeps = 2000\n"
                 "[algorithm]\nsystems = 2\n")
        log = self.finished(glass)
        self.assertIn("copies that share random numbers: they count as one", log)
        with h5py.File(self.folder / "x.h5") as file:
            energy = file["samples/energy"][0]
            error = file["results/energy_err"][0]
        self.assertGreater(error, 3 * energy.std() / energy.size**0.5)


if __name__ == "__main__":
    unittest.main()
