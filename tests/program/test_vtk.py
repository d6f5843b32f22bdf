# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""NAME.vtkhdf as VTK's own reader sees it, and so ParaView: every model, lattices of one, two and three dimensions."""
import sys
import unittest

try:
    import h5py
    import numpy
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline
    from vtkmodules.vtkIOHDF import vtkHDFReader
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import SMALL, Case
from test_snapshots import MODELS

SCHEDULE = "[schedule]\nT = 2.0\nthermalize = 3\nsweeps = 1\nmeasure_every = 1\n"
ISING = '[model]\nname = "ising"\n[lattice]\nsize = [8, 6]\nboundary = "periodic"\n' + SCHEDULE
CRYSTAL = ('[model]\nname = "heisenberg"\n[lattice]\nkind = "kagome"\nsize = [6, 3]\n[material]\nions = ["A"]\n'
           '[[couplings.bonds]]\nshell = 1\nJ = 1\n' + SCHEDULE)
PHI4 = '[model]\nname = "phi4"\n[lattice]\nsize = [8, 6]\n[couplings]\nmass_squared = -1.0\ng = 3\n' + SCHEDULE
BOARD = '[model]\nname = "majority"\n[lattice]\nsize = [70, 6]\n[schedule]\nkind = "quench"\ntimes = [2]\n'
GLASS = ('[model]\nname = "edwards-anderson"\n[lattice]\nsize = [8, 6, 4]\n[couplings]\nseed = 5\n' + SCHEDULE +
         "[coding]\nwords = 1\nreplicas = 2\n")


class Vtk(Case):
    def image(self, text, size, *changes):
        """Runs an input, and returns the image that VTK makes of NAME.vtkhdf and its arrays."""
        (self.folder / "small.toml").write_text(text)
        sets = [a for c in (f"lattice.size={list(size)}".replace(" ", ""), *changes) for a in ("--set", c)]
        self.run_small("a", "--force", *sets)
        reader = vtkHDFReader()
        reader.SetFileName(str(self.folder / "a.vtkhdf"))
        reader.Update()
        image = reader.GetOutput()
        self.assertIsNotNone(image)
        data = image.GetPointData()
        return image, {data.GetArrayName(k): vtk_to_numpy(data.GetArray(k)) for k in range(data.GetNumberOfArrays())}

    def check(self, text, size, components, *changes):
        """Every array is there: a number, or as many as a spin has, for each site, in the order of the sites."""
        image, arrays = self.image(text, size, *changes)
        lengths = [n for n in size if n > 1]
        self.assertEqual([n for n in image.GetDimensions() if n > 1], lengths)
        with h5py.File(self.folder / "a.vtkhdf") as file:
            written = {name: value[()] for name, value in file["VTKHDF/PointData"].items()}
        self.assertEqual(arrays.keys(), components.keys())
        self.assertEqual(written.keys(), components.keys())
        for name, each in components.items():
            sites = int(numpy.prod(size))
            self.assertEqual(arrays[name].shape, (sites, each) if each > 1 else (sites,), name)
            self.assertEqual(arrays[name].dtype, written[name].dtype)
            numpy.testing.assert_array_equal(arrays[name].ravel(), written[name].ravel(), name)
        return arrays

    def test_heisenberg(self):
        for size in ((8, 6, 4), (8, 6), (16,)):
            with self.subTest(size=size):
                arrays = self.check(SMALL, size, {"spin": 3, "species": 1})
                numpy.testing.assert_allclose((arrays["spin"].astype(float)**2).sum(1), 1, atol=1e-6)
                self.assertEqual(set(arrays["species"]), {0, 1})

    def test_crystal(self):
        grid, arrays = self.image(CRYSTAL, (6, 3))
        self.assertTrue(grid.IsA("vtkUnstructuredGrid"))
        self.assertEqual((grid.GetNumberOfPoints(), grid.GetNumberOfCells()), (54, 54))
        self.assertEqual(arrays["spin"].shape, (54, 3))
        where = vtk_to_numpy(grid.GetPoints().GetData())
        for site, (b, x, y) in ((0, (0, 0, 0)), (1, (1, 0, 0)), (5, (2, 1, 0)), (18 + 3 * 2, (0, 2, 1))):
            first, second = x + (b == 1) / 2, y + (b == 2) / 2
            numpy.testing.assert_allclose(where[site], (first + second / 2, second * 0.75**0.5, 0), atol=1e-6)

    def test_ising_in_the_order_of_the_sites(self):
        """Its energy, from the spins as VTK has them, is that of the last measurement. x runs fastest."""
        for size in ((8, 6, 4), (8, 6), (16,), (8, 1, 6), (1, 8, 6), (1, 1, 6), (1, 6)):
            with self.subTest(size=size):
                spin = self.check(ISING, size, {"spin": 1})["spin"].astype(int).reshape(size[::-1])
                bonds = sum((spin * numpy.roll(spin, 1, axis)).sum() for axis in range(spin.ndim) if spin.shape[axis] > 1)
                with h5py.File(self.folder / "a.h5") as file:
                    self.assertAlmostEqual(file["samples/energy"][-1, 0, -1], -bonds / spin.size, 12)

    def test_axes_where_the_lattice_is_flat(self):
        """An image's first axes are those along which it is longer than one; Direction has the lattice's axes as columns."""
        for size, axes in (((8, 1, 6), (0, 2, 1)), ((1, 8, 6), (1, 2, 0)), ((1, 8, 1), (1, 0, 2)), ((8, 6, 1), (0, 1, 2))):
            with self.subTest(size=size):
                image, _ = self.image(ISING, size)
                self.assertEqual(image.GetDimensions(), tuple(size[a] for a in axes))
                matrix = numpy.array([[image.GetDirectionMatrix().GetElement(r, c) for c in range(3)] for r in range(3)])
                numpy.testing.assert_array_equal(abs(matrix), numpy.eye(3)[list(axes)].T)
                self.assertAlmostEqual(numpy.linalg.det(matrix), 1)  # right-handed
                self.assertEqual([matrix[a, i] for i, a in enumerate(axes) if size[a] > 1],
                                 [1.0] * sum(n > 1 for n in size))

    def test_phi4(self):
        for size in ((8, 6), (8, 6, 4)):
            for components in (1, 2, 3):
                with self.subTest(size=size, components=components):
                    self.check(PHI4, size, {"phi": components}, f"field.components={components}")

    def test_majority(self):
        cells = self.check(BOARD, (70, 6), {"cell": 1})["cell"]
        with open(self.folder / "a.pbm", "rb") as file:
            _, _, bits = file.read().split(b"\n", 2)
        rows = numpy.unpackbits(numpy.frombuffer(bits, numpy.uint8).reshape(6, -1), axis=1)[:, :70]
        numpy.testing.assert_array_equal(cells.reshape(6, 70), rows)

    def test_edwards_anderson(self):
        spin = self.check(GLASS, (8, 6, 4), {"spin": 1, "overlap": 1})["spin"]
        self.assertEqual(set(spin), {-1, 1})

    def steps_of(self, name):
        """The times that VTK lists, and at each of them its arrays; and positions, where there are some."""
        reader = vtkHDFReader()
        reader.SetFileName(str(self.folder / f"{name}.vtkhdf"))
        reader.UpdateInformation()
        information, key = reader.GetOutputInformation(0), vtkStreamingDemandDrivenPipeline.TIME_STEPS()
        times = [information.Get(key, k) for k in range(information.Length(key))]
        for time in times:
            reader.UpdateTimeStep(time)
            seen = reader.GetOutput()
            points = seen.GetPointData()
            where = vtk_to_numpy(seen.GetPoints().GetData()) if seen.IsA("vtkUnstructuredGrid") else None
            yield time, seen.GetClassName(), where, {points.GetArrayName(k): vtk_to_numpy(points.GetArray(k))
                                                     for k in range(points.GetNumberOfArrays())}

    def test_time_steps(self):
        """Of every model, VTK lists the snapshots and shows at each what is in the file; the last is the final state."""
        for model, text in MODELS.items():
            with self.subTest(model):
                (self.folder / "small.toml").write_text(text)
                self.run_small("a", "--force", "--set", 'output.snapshots={at=[0, 1, 3, 20], systems=[0, 1]}')
                self.run_small("b", "--force", "--set", 'output.snapshots={systems=[0, 1]}')
                steps = list(self.steps_of("a"))
                with h5py.File(self.folder / "a.vtkhdf") as file, h5py.File(self.folder / "b.vtkhdf") as final:
                    points, whole = file["VTKHDF/PointData"], final["VTKHDF/PointData"]
                    self.assertEqual([time for time, *_ in steps], file["neel/sweep"][()].tolist())
                    self.assertGreater(len(steps), 4)
                    for number, (_, kind, where, arrays) in enumerate(steps):
                        self.assertEqual(kind, "vtkUnstructuredGrid" if model == "crystal" else "vtkImageData")
                        self.assertEqual(set(arrays), set(points))
                        self.assertEqual(len({a.removesuffix("_1") for a in points}) * 2, len(points))
                        for name, array in arrays.items():
                            still = name.startswith("species")
                            written = points[name][()].reshape(1 if still else len(steps), *array.shape)
                            numpy.testing.assert_array_equal(array, written[0 if still else number], name)
                        if where is not None:
                            numpy.testing.assert_array_equal(where, file["VTKHDF/Points"])
                    for name, array in steps[-1][3].items():
                        numpy.testing.assert_array_equal(array.ravel(), whole[name][()].ravel(), name)


if __name__ == "__main__":
    unittest.main()
