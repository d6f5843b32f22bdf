# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""NAME.vtkhdf as ParaView opens it: every model, as a final state and with time steps."""
import sys
import unittest

try:
    import h5py
    import numpy
    from paraview import servermanager, simple
    from paraview.vtk.util.numpy_support import vtk_to_numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import Case
from test_snapshots import MODELS


class ParaView(Case):
    def opened(self, name):
        """What ParaView makes of the file that it chooses a reader for by its ending."""
        reader = simple.OpenDataFile(str(self.folder / f"{name}.vtkhdf"))
        self.addCleanup(simple.Delete, reader)
        self.assertIn(reader.GetXMLName(), ("HDFReader", "VTKHDFReader"))
        return reader

    @staticmethod
    def at(source, time=None):
        """The data of a source, at a time if it has some, and its arrays."""
        source.UpdatePipeline(*([] if time is None else [time]))
        data = servermanager.Fetch(source)
        points = data.GetPointData()
        return data, {points.GetArrayName(k): vtk_to_numpy(points.GetArray(k)) for k in range(points.GetNumberOfArrays())}

    def test_final_states(self):
        for model, text in MODELS.items():
            with self.subTest(model):
                (self.folder / "small.toml").write_text(text)
                self.run_small("a", "--force")
                data, arrays = self.at(self.opened("a"))
                self.assertEqual(data.GetClassName(), "vtkUnstructuredGrid" if model == "crystal" else "vtkImageData")
                with h5py.File(self.folder / "a.vtkhdf") as file:
                    points = file["VTKHDF/PointData"]
                    self.assertEqual(set(arrays), set(points))
                    for name, array in arrays.items():
                        numpy.testing.assert_array_equal(array.ravel(), points[name][()].ravel(), name)

    def test_time_steps(self):
        for model, text in MODELS.items():
            with self.subTest(model):
                (self.folder / "small.toml").write_text(text)
                self.run_small("a", "--force", "--set", 'output.snapshots={at=[0, 1, 3, 20], systems=[0, 1]}')
                reader = self.opened("a")
                with h5py.File(self.folder / "a.vtkhdf") as file:
                    sweeps = file["neel/sweep"][()].tolist()
                    self.assertEqual(list(reader.TimestepValues), sweeps)
                    for step in (3, 0, len(sweeps) - 1):  # in any order, as a slider asks for them
                        data, arrays = self.at(reader, sweeps[step])
                        self.assertEqual(set(arrays), set(file["VTKHDF/PointData"]))
                        for name, array in arrays.items():
                            still = name.startswith("species")
                            written = file[f"VTKHDF/PointData/{name}"][()].reshape(1 if still else len(sweeps), *array.shape)
                            numpy.testing.assert_array_equal(array, written[0 if still else step], name)

    def test_filters(self):
        """What people do with it: arrows' component along z by the calculator, one kind of ion by a threshold."""
        (self.folder / "small.toml").write_text(MODELS["heisenberg"])
        self.run_small("a", "--force", "--set", "output.snapshots={at=[0, 5]}")
        reader = self.opened("a")
        for time in reader.TimestepValues:
            _, arrays = self.at(reader, time)
            along = simple.Calculator(Input=reader, Function="spin_Z", ResultArrayName="along")
            _, found = self.at(along, time)
            numpy.testing.assert_allclose(found["along"], arrays["spin"][:, 2])
            kind = simple.Threshold(Input=along, Scalars=["POINTS", "species"], LowerThreshold=1, UpperThreshold=1, AllScalars=0)
            _, found = self.at(kind, time)
            self.assertEqual((found["species"] == 1).sum(), (arrays["species"] == 1).sum())
            simple.Delete(kind)
            simple.Delete(along)


if __name__ == "__main__":
    unittest.main()
