# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The Python package neel: crystals of ASE, pymatgen and spglib, and the notebooks of scripts/python/examples."""
import contextlib
import io
import json
import re
import textwrap
import unittest

from harness import SOURCE, unless_short
from packaged import MAGNET, PACKAGE, Package, needs

import neel
import numpy

CUBE = (numpy.eye(3) * 2.87, [[0, 0, 0], [0.5, 0.5, -0.5]], [26, 26])  # as spglib has cells
PLAIN = {**MAGNET, "material": {"ions": ["Mn"]}, "couplings": {"bonds": [{"shell": 1, "J": -1.0}]},
         "schedule": {**MAGNET["schedule"], "start": "up", "sweeps": 50}}


class Crystals(Package):
    @needs("ase")
    def test_of_ase(self):
        import ase.build
        lattice = neel.crystal(ase.build.bulk("Fe", cubic=True), [4, 4, 4])
        self.assertEqual([site["ion"] for site in lattice["basis"]], ["Fe", "Fe"])
        self.assertNotIn("boundary", lattice)
        lattice = neel.crystal(ase.build.bulk("MnO", "rocksalt", a=4.4), [4, 4, 4], magnetic="Mn")
        self.assertEqual([site["name"] for site in lattice["basis"]], ["Mn1"])
        neel.run({**PLAIN, "lattice": lattice}, name="a", threads=1)
        self.assertRegex((self.folder / "a.log").read_text(), r"3\.111")  # 4.4 / sqrt(2) angstrom: the first shell of fcc
        film = ase.build.fcc100("Ni", (1, 1, 2), vacuum=5)
        film.set_initial_magnetic_moments([0.6, 0.0])
        self.assertEqual(neel.crystal(film, [4, 4, 1])["boundary"], ["periodic", "periodic", "open"])

    @needs("ase")
    def test_of_pages(self):
        """What pages make of a file, on fewer cells and with fewer sweeps."""
        import ase.io
        import ase.spacegroup
        ase.io.write("fe2o3.cif", ase.spacegroup.crystal(["Fe", "O"], [(0, 0, 0.3553), (0.3059, 0, 0.25)], spacegroup=167,
                                                         cellpar=[5.038, 5.038, 13.772, 90, 90, 120]))
        for page in ("docs/python.md", "docs/how-to/crystal.md"):
            with self.subTest(page):
                block, = re.findall(r"^    import ase\.io\n(?:(?: {4}.*)?\n)+", (SOURCE / page).read_text(), re.M)
                scope = {"neel": neel}
                exec(textwrap.dedent(block).replace("[8, 8, 4]", "[2, 2, 2]").replace("000", "0"), scope)
                self.assertEqual(scope["data"].attrs["model"], "heisenberg")
                self.assertLess(scope["data"]["energy"].values[-1], 0)

    @needs("ase")
    def test_occupation_of_a_cif(self):
        import ase
        shared = ase.Atoms("O2", cell=[3, 3, 3], pbc=True, scaled_positions=[[0, 0, 0], [0.5, 0.5, 0.5]])
        shared.info["occupancy"] = {"0": {"Fe": 0.7, "Al": 0.2}, "1": {"O": 1.0}}
        shared.set_array("spacegroup_kinds", numpy.array([0, 1]))
        self.assertEqual(neel.crystal(shared, [4, 4, 4], magnetic="Fe")["basis"],
                         [{"name": "Fe1", "position": [0.0, 0.0, 0.0], "ions": {"Fe": 0.7, "Al": 0.2, "vacancy": 0.1}}])

    @needs("ase", "spglib")
    def test_of_spglib(self):
        import ase.build
        import spglib
        mno = ase.build.bulk("MnO", "rocksalt", a=4.4)
        cell = spglib.standardize_cell((mno.cell.array, mno.get_scaled_positions(), mno.numbers))
        lattice = neel.crystal(cell, [2, 2, 2], magnetic=["Mn"])
        self.assertEqual((lattice["cell"][0], len(lattice["basis"])), ([4.4, 0.0, 0.0], 4))

    @needs("pymatgen")
    def test_of_pymatgen(self):
        from pymatgen.core import Lattice, Structure
        places = [[0, 0, 0], [0.5, 0.5, 0.5]]
        structure = Structure(Lattice.cubic(2.87), [{"Fe2+": 0.9, "Cr3+": 0.1}, "O2-"], places)
        self.assertEqual(neel.crystal(structure, [4, 4, 4], magnetic=["Fe", "Cr"])["basis"],
                         [{"name": "Fe1", "position": [0.0, 0.0, 0.0], "ions": {"Fe": 0.9, "Cr": 0.1}}])
        structure = Structure(Lattice.cubic(2.87), ["Fe", "O"], places, site_properties={"magmom": [2.2, 0]})
        self.assertEqual([site["ion"] for site in neel.crystal(structure, [4, 4, 4])["basis"]], ["Fe"])

    def test_of_a_cell(self):
        """An alloy with an ion of no moment: averages are over the others, bonds by distances in angstrom."""
        lattice = neel.crystal(CUBE, [4, 4, 4], occupation={"Fe": {"Fe": 0.75, "Al": 0.25}})
        self.assertEqual([site["position"] for site in lattice["basis"]], [[0.0, 0.0, 0.0], [0.5, 0.5, 0.5]])
        alloy = {**PLAIN, "lattice": lattice, "material": {"ions": ["Fe", "Al"], "moment": {"Fe": 2.2, "Al": 0}}}
        data = neel.run(alloy, name="a", threads=1, couplings={"bonds": [{"distance": 2.87 * 0.75**0.5, "J": -1.0}]})
        self.assertEqual(data.attrs["sites"], 0.75 * 2 * 4**3)

    def test_sites_beyond_the_cell(self):
        cell = (numpy.diag([4.0, 4.0, 10.0]), [(-0.1, 1.2, -0.1), (0.5, 0.5, 0.1)], [26, 26])
        inside = [site["position"] for site in neel.crystal(cell, [2, 2, 2])["basis"]]
        numpy.testing.assert_allclose(inside, [(0.9, 0.2, 0.9), (0.5, 0.5, 0.1)])

    @needs("ase")
    def test_open_axes_keep_distances(self):
        import ase
        slab = ase.Atoms("Fe2", cell=[4, 4, 10], scaled_positions=[(0, 0, -0.1), (0.5, 0.5, 0.1)], pbc=[True, True, False])
        inside = numpy.array([site["position"] for site in neel.crystal(slab, [2, 2, 1])["basis"]])
        self.assertAlmostEqual(abs(inside[1, 2] - inside[0, 2]), 0.2)
        slab = ase.Atoms("Fe2", cell=[4, 4, 10], scaled_positions=[(0, 0, -0.1), (0.5, 0.5, 1.1)], pbc=[True, True, False])
        with self.assertRaisesRegex(neel.InputError, "axis 3, which is not periodic, found positions from -0.1 to 1.1"):
            neel.crystal(slab, [2, 2, 1])

    def test_mistakes(self):
        for wrong, part, options in (
                ("fe.cif", "ase.io.read reads files", {}), ((1, 2), "of type tuple", {}),
                ((numpy.zeros((3, 3)), [[0, 0, 0]], [26]), "three independent vectors", {}),
                ((*CUBE[:2], [26, 8]), "which species are magnetic? Expected magnetic=[...] with some of Fe, O", {}),
                ((*CUBE[:2], [26, 400]), "atomic numbers from 1 to 118", {}),
                (CUBE, "the crystal has no Mn; it has Fe", {"magnetic": "Mn"}),
                (CUBE, "together at most 1", {"occupation": {"Fe": {"Fe": 0.9, "Cr": 0.2}}})):
            with self.subTest(part), self.assertRaises(neel.InputError) as caught:
                neel.crystal(wrong, [4, 4, 4], **options)
            self.assertIn(part, str(caught.exception))
        with self.assertRaisesRegex(neel.InputError, "size: expected three numbers of cells, found 4"):
            neel.crystal(CUBE, 4)


@unless_short
class Examples(Package):
    """Every cell of the notebooks, in order."""

    def execute(self, name):
        cells = json.loads((PACKAGE / "examples" / f"{name}.ipynb").read_text())["cells"]
        names = {}
        with contextlib.redirect_stdout(io.StringIO()) as said:
            for cell in cells:
                if cell["cell_type"] == "code":
                    exec(compile("".join(cell["source"]), f"{name}.ipynb", "exec"), names)
        return names, said.getvalue()

    def test_all_are_here(self):
        tested = {name.removeprefix("test_example_") for name in dir(self) if name.startswith("test_example_")}
        self.assertEqual({path.stem for path in (PACKAGE / "examples").glob("*.ipynb")}, tested)

    def test_example_ising(self):
        names, said = self.execute("ising")
        crossings = names["found"].crossings
        for value, error in zip(crossings["T"].values, crossings["T_err"].values, strict=True):
            self.assertLess(abs(value - names["critical"]), 4 * error + 0.05)  # small sizes cross below T_c
        self.assertEqual(said.count("exact: 2.2692"), 2)

    def test_example_perovskite(self):
        w = self.execute("perovskite")[0]["w"]
        self.assertGreater(w["weak_moment"].iloc[0], 0)
        self.assertLess(w["weak_moment"].iloc[-1], 0)

    @needs("ase")
    def test_example_crystal(self):
        names, said = self.execute("crystal")
        self.assertIn("unknown key schedule.sweep; did you mean schedule.sweeps?", said)
        self.assertGreater(float(names["data"]["magnetisation_magnitude"][-1]), 1)


if __name__ == "__main__":
    unittest.main()
