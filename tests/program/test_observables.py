# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Observables of the user's own: those that the model has, too, are the same; exact values; what is refused."""
import math
import unittest

import h5py

from harness import SOURCE, Case

ISING = """
[model]
name = "ising"
[lattice]
size = [8, 6]
boundary = "periodic"
[schedule]
T = [3.0, 2.3]
thermalize = 100
sweeps = 2000
[algorithm]
systems = 3
[measure.observables]
energy_again = "mean(energy)"
m2 = "mean(sites(S)^2)"
m_abs = "mean(abs(sites(S)))"
chi = "N / T * (mean(sites(S)^2) - mean(abs(sites(S)))^2)"
heat = "N / T^2 * (mean(energy^2) - mean(energy)^2)"
staggered = "mean(sites(S * (1 - 2 * mod(x + y, 2)))^2)"
one = "mean(S^2)"
"""


def results(path):
    with h5py.File(path) as f:
        return {name: data[...] for name, data in f["results"].items()}


class Observables(Case):
    def run_input(self, text, *more, name="run", code=0):
        path = self.folder / f"{name}.toml"
        path.write_text(text)
        done = self.neel("run", path, "--out", self.folder, "--threads", "1", *more)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_those_that_the_model_has_are_the_same(self):
        """Values, errors and autocorrelation times."""
        self.run_input(ISING)
        r = results(self.folder / "run.h5")
        for own, known in (("energy_again", "energy"), ("heat", "specific_heat")):
            for what in ("", "_err"):
                for a, b in zip(r[own + what].flat, r[known + what].flat):
                    self.assertAlmostEqual(a, b, delta=1e-9 * abs(b), msg=own + what)
        for a, b in zip(r["energy_again_tau"].flat, r["energy_tau"].flat):
            self.assertAlmostEqual(a, b, delta=1e-9 * abs(b))
        self.assertTrue((abs(r["one"] - 1) < 1e-12).all())
        text = (self.folder / "run.tsv").read_text()
        for column in ("m2", "m2_err", "m2_tau", "chi", "staggered_err"):
            self.assertIn(column, text)

    def test_exact(self):
        """Free spins in a field: <Sz^2> = 1 - 2 L(h) / h, L = coth(h) - 1 / h; five sigma."""
        h, temperature = 1.5, 0.5
        self.run_input(f"""
[model]
name = "heisenberg"
[lattice]
size = [4, 4, 4]
boundary = "periodic"
[material]
exchange.spin-spin = 1e-12
[schedule]
T = {temperature}
field = {h}
thermalize = 50
sweeps = 4000
[algorithm]
update = ["heatbath"]
[measure.observables]
nematic = "1.5 * mean(Sz^2) - 0.5"
corner = "mean(sites(Sz * (x == 0) * (y == Ly - 1) * (z >= 1)))"
""")
        r = results(self.folder / "run.h5")
        b = h / temperature
        langevin = 1 / math.tanh(b) - 1 / b
        for name, exact in (("nematic", 1.5 * (1 - 2 * langevin / b) - 0.5), ("corner", langevin * 3 / 64)):
            value, error = float(r[name].flat[0]), float(r[name + "_err"].flat[0])
            self.assertLess(abs(value - exact), 5 * error, name)
            self.assertLess(error, 0.01, name)

    def test_where_all_sites_are_alike_the_ion_is_1(self):
        schedule = '[schedule]\nT = 2\nthermalize = 0\nsweeps = 4\nmeasure_every = 1\n[measure]\nobservables.which = "mean(ion)"\n'
        for kind, couplings in (("", "[couplings]\nJ = 1"), ('kind = "honeycomb"', "[[couplings.bonds]]\nshell = 1\nJ = 1")):
            self.run_input(f'[model]\nname = "ising"\n[lattice]\n{kind}\nsize = [4, 6]\n{couplings}\n{schedule}', "--force")
            self.assertEqual(float(results(self.folder / "run.h5")["which"].flat[0]), 1)

    def test_ions_and_vacancies(self):
        """Ions as the material lists them; vacant sites are in no average."""
        done = self.run_input((SOURCE / "inputs/perovskite/quickstart.toml").read_text() + """
[measure.observables]
iron = "mean(ion == 1)"
both = "mean((ion == 1) + (ion == 2))"
length = "mean(Sx^2 + Sy^2 + Sz^2)"
""", "--set", "lattice.size=[8,8,8]", "--set", "schedule.T=1", "--set", "schedule.sweeps=20")
        r = results(self.folder / "run.h5")
        self.assertIn("Fe 0.65", done.stdout)
        self.assertLess(abs(float(r["iron"].flat[0]) - 0.65), 5 * (0.65 * 0.35 / 512 / 8)**0.5)
        self.assertAlmostEqual(float(r["both"].flat[0]), 1, delta=1e-12)
        self.assertAlmostEqual(float(r["length"].flat[0]), 1, delta=1e-6)
        self.run_input("""
[model]
name = "heisenberg"
[lattice]
kind = "bcc"
size = [5, 4, 4]
[material]
ions = ["A", "hole"]
moment = {A = 1.0, hole = 0.0}
fractions = {A = 0.7, hole = 0.3}
[[couplings.bonds]]
shell = 1
ions = ["A", "A"]
J = 1.0
[schedule]
T = 2.0
thermalize = 0
sweeps = 50
[algorithm]
systems = 2
[measure.observables]
length = "mean(Sx^2 + Sy^2 + Sz^2)"
holes = "mean(ion == 2)"
m2 = "mean(sites(Sx)^2 + sites(Sy)^2 + sites(Sz)^2)"
m2_again = "mean(magnetisation_squared)"
""", "--force")
        r = results(self.folder / "run.h5")
        self.assertAlmostEqual(float(r["length"].flat[0]), 1, delta=1e-6)
        self.assertEqual(float(r["holes"].flat[0]), 0)
        self.assertAlmostEqual(float(r["m2"].flat[0]), float(r["m2_again"].flat[0]), delta=1e-5)

    def test_tempering(self):
        """Each temperature has what its own configurations are measured to be."""
        self.run_input(ISING.replace("T = [3.0, 2.3]", 'kind = "temper"\nT = [2.3, 2.6, 3.0]'))
        r = results(self.folder / "run.h5")
        for a, b in zip(r["m_abs"].flat, r["magnetisation_magnitude"].flat):
            self.assertAlmostEqual(a, b, delta=1e-6 * abs(b))
        for a, b in zip(r["heat"].flat, r["specific_heat"].flat):
            self.assertAlmostEqual(a, b, delta=1e-9 * abs(b))

    def test_phi4_is_the_model_s_own(self):
        self.run_input((SOURCE / "inputs/phi4/gaussian.toml").read_text() + '\n[measure.observables]\nmine = "mean(phi^2)"\n',
                       "--set", "schedule.sweeps=40")
        r = results(self.folder / "run.h5")
        known = next(r[n] for n in ("phi_squared", "phi2", "mean_square") if n in r)
        for a, b in zip(r["mine"].flat, known.flat):
            self.assertAlmostEqual(a, b, delta=1e-6 * abs(b))

    def test_what_is_refused(self):
        for text, what in (("S", "there is no \"S\" here"), ("mean(q)", "there is no \"q\" here"), ("1", "no mean(...)"),
                           ("mean(S", "ends too early"), ("mean(mean(S))", "no mean()"), ("mean(S, S)", "one argument"),
                           ("mean(sites(sites(S)))", "no sites() or mean()"), ("sites(S)", "within mean()"),
                           ("mean(sites(S) + S)", "there is no \"S\" here"), ("mean(sinus(S))", "did you mean"),
                           ("mean(S * T)", "there is no \"T\" here")):
            with self.subTest(text):
                done = self.run_input(ISING + f"mine = {text!r}\n", code=2)
                self.assertIn("measure.observables.mine", done.stderr)
                self.assertIn(what, done.stderr)
        done = self.run_input(ISING + "energy = 'mean(S)'\n", code=2)
        self.assertIn("an observable or moment of that name", done.stderr)
        done = self.run_input(ISING + "'my own' = 'mean(S)'\n", code=2)
        self.assertIn("letters, digits", done.stderr)
        self.assertFalse(list(self.folder.glob("*.h5")))

    def test_what_is_not_finite_ends_the_run(self):
        done = self.run_input(ISING + "bad = 'mean(1 / (x * S))'\n", code=5)
        self.assertIn("bad", done.stderr)


if __name__ == "__main__":
    unittest.main()
