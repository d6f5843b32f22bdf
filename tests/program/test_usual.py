# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Which panels are drawn of a run unless something is asked for, against what, and what their axes say."""
import re
import unittest

from harness import SOURCE
from packaged import MAGNET, SMALL, Package

import neel
import numpy
from neel.plot import catalogue, symbols

LOOP = {"schedule.T": 0.5, "schedule.field": [1.0, 0.0, -1.0]}
CRYSTAL = {"model": {"name": "heisenberg"}, "lattice": {"kind": "cubic", "size": [4, 4, 4]},
           "couplings": {"bonds": [{"shell": 1, "J": -1.0}]}, "schedule": SMALL["schedule"]}
PAIR = {"cell": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "size": [3, 3, 3],
        "basis": [{"name": "big", "position": [0, 0, 0], "ion": "A"}, {"name": "small", "position": [0.5, 0.5, 0.5], "ion": "B"}]}


class Usual(Package):
    def usual(self, name, text, **more):
        data = neel.run(text, name=name, threads=1, **more)
        return data, neel.plot.names(data)["usual"]

    def curves(self, data, what):
        """What is drawn of an observable or topic: (x, y) of each error bar's line, in order."""
        axes = neel.plot.panel(data, what)
        return axes, [bar.lines[0].get_xydata() for bar in axes.containers]

    def test_loops_show_the_magnetisation_along_the_field(self):
        h, (x, z) = [1, 0, -1], numpy.array([-0.6, 0.8])
        for name, text, more, response in (
                ("ising", SMALL, {}, "susceptibility"), ("xy", {**SMALL, "model": {"name": "xy"}}, {}, "susceptibility"),
                ("z", MAGNET, {}, "susceptibility_z"),
                ("oblique", MAGNET, {"material.axes.field": [-0.6, 0, 0.8]}, "susceptibility"),
                ("down", MAGNET, {"material.axes.field": [0, 0, -1]}, "susceptibility_z")):
            with self.subTest(name):
                data, usual = self.usual(name, text, **LOOP, **more)
                self.assertEqual(usual, ["along_field", "energy", response, "specific_heat"])
                (drawn,) = self.curves(data, "along_field")[1]
                expected = {"ising": lambda: data["magnetisation"], "xy": lambda: data["magnetisation_x"], "z": lambda: data["magnetisation_z"],
                            "oblique": lambda: x * data["magnetisation_x"] + z * data["magnetisation_z"],
                            "down": lambda: -data["magnetisation_z"]}[name]().values
                numpy.testing.assert_allclose(drawn, numpy.transpose([h, expected]), atol=1e-6)
        _, usual = self.usual("antiferromagnet", MAGNET, **LOOP, **{"material.exchange": 1.0})
        self.assertEqual(usual, ["along_field", "energy", "susceptibility_z", "order"])

    def test_orders_that_are_not_the_magnetisation(self):
        """Have a Binder ratio of their own; the magnetisation is there where it is more than noise."""
        ferrimagnet = {**CRYSTAL, "lattice": PAIR, "material": {"ions": ["A", "B"], "moment": {"A": 5.0, "B": 2.0}},
                       "schedule": {**SMALL["schedule"], "T": [2.0, 0.2], "sweeps": 1000}}
        for name, J, m, first in (("ferrimagnet", 1.0, 2.0, "magnetisation_magnitude"), ("antiferromagnet", 1.0, 5.0, "energy")):
            ferrimagnet["couplings"] = {"bonds": [{"shell": 1, "J": J}]}
            data, usual = self.usual(name, ferrimagnet, **{"material.moment.B": m})
            self.assertEqual(data.attrs["order_parameter"].split(",")[0], "order_magnitude")
            self.assertEqual(usual, [first, "order", "specific_heat", "order_binder"])
        self.assertEqual(symbols.title(data["order_magnitude"], "order_magnitude"), r"order parameter $|\psi|$")

    def test_constraints_show_the_torque(self):
        """And scans of an angle have it as their axis."""
        held = {**CRYSTAL, "material": {"anisotropy": 0.2}, "constraint": {"theta": 45}}
        shown = ["torque_theta", "order", "energy", "specific_heat"]
        data, usual = self.usual("held", held)
        self.assertEqual(usual, shown)
        self.assertEqual(self.curves(data, "torque_theta")[0].get_xlabel(), "temperature $T$  [$J$]")
        data, usual = self.usual("angles", held, **{"schedule.T": 0.4, "scan.constraint.theta": [0, 30, 60]})
        self.assertEqual(usual, shown)
        axes, drawn = self.curves(data, "torque_theta")
        numpy.testing.assert_allclose(numpy.concatenate(drawn), numpy.transpose([[0, 30, 60], data["torque_theta"].values.ravel()]))
        self.assertIn(r"$\theta$", axes.get_xlabel())
        self.assertNotIn("theta", str([text.get_text() for text in axes.get_legend().get_texts()] if axes.get_legend() else []))
        legend = neel.plot.panel(data, "energies").get_legend()
        labels = [text.get_text() for text in legend.get_texts()]
        self.assertEqual(len(labels), len(set(labels)))

    def test_scans(self):
        """Of one point each are drawn against their key if it is a number."""
        at = {"schedule.T": 2.0}
        axes, drawn = self.curves(self.run_small("j", **at, **{"scan.couplings.J": [0.5, 1.0]}), "energy")
        self.assertEqual(([line[0, 0] for line in drawn], axes.get_xlabel()), ([0.5, 1.0], "coupling $J$"))
        for name, more in (("start", {**at, "scan.schedule.start": ["up", "random"]}), ("several", {"scan.couplings.J": [0.5, 1.0]})):
            axes, drawn = self.curves(self.run_small(name, **more), "energy")
            self.assertEqual((len(drawn), axes.get_xlabel()), (2, "temperature $T$  [$J$]"))

    def test_titles(self):
        data = neel.run(MAGNET, name="a", threads=1)
        self.assertRegex(symbols.title(data["susceptibility_z"], "susceptibility_z"), r"^susceptibility \$\\chi_\{z\}\$")
        for name, symbol in (("energy_dipole", r"$E_\mathrm{dip}$"), ("skyrmion_charge_squared", "$Q^2$"), ("susceptibility_even", r"$\chi_{\mathrm{even}}$")):
            self.assertEqual(symbols.symbol(name), symbol)
        axes = neel.plot.panel(data, "sublattices")
        axes.get_figure().canvas.draw()
        self.assertGreaterEqual(axes.get_legend().get_window_extent().x0, axes.get_window_extent().x1)

    def test_every_topic_is_in_the_documentation(self):
        table = (SOURCE / "docs" / "output.md").read_text().partition("| topic | shows |")[2].partition("\n\n")[0]
        self.assertEqual(set(re.findall(r"`(\w+)`", table)), set(catalogue.TOPICS))


if __name__ == "__main__":
    unittest.main()
