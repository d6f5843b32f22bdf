# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What configuring says where a build cannot come out right."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["NEEL_SOURCE"])


@unittest.skipUnless(shutil.which("cmake"), "no cmake here")
class Configure(unittest.TestCase):
    def configured(self, config, version="5.2.0", *more):
        """Configures with a Kokkos whose package says this of itself."""
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "KokkosConfig.cmake").write_text(config)
        (folder / "KokkosConfigVersion.cmake").write_text(
            f"set(PACKAGE_VERSION {version})\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n")
        return subprocess.run(["cmake", "-G", "Ninja", "-S", SOURCE, "-B", folder / "build", f"-DKokkos_DIR={folder}",
                               *more], capture_output=True, text=True)

    def test_a_kokkos_of_cmakes_cuda_language_is_refused(self):
        result = self.configured("set(Kokkos_ENABLE_CUDA ON)\nset(Kokkos_COMPILE_LANGUAGE CUDA)\n")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("Kokkos_ENABLE_COMPILE_AS_CMAKE_LANGUAGE", result.stderr)
        self.assertIn("built without that option", " ".join(result.stderr.split()))

    def test_presets_of_other_vendors_want_their_kokkos(self):
        presets = {p["name"]: p for p in json.loads((SOURCE / "CMakePresets.json").read_text())["configurePresets"]}
        for name in ("hip", "sycl"):
            with self.subTest(name):
                backend = presets[name]["cacheVariables"]["NEEL_REQUIRE_BACKEND"]
                result = self.configured("", "5.2.0", f"-DNEEL_REQUIRE_BACKEND={backend}")
                self.assertNotEqual(result.returncode, 0)
                self.assertIn(f"needs a Kokkos built with {backend}", " ".join(result.stderr.split()))

    def test_a_kokkos_before_cuda_13_is_refused_with_it(self):
        for version, toolkit, refused in (("4.7.0", "13.0.88", True), ("4.7.0", "12.9.41", False), ("4.7.1", "13.0.88", False)):
            with self.subTest(version=version, toolkit=toolkit):
                result = self.configured(f"set(Kokkos_ENABLE_CUDA ON)\nset(CUDAToolkit_VERSION {toolkit})\n", version)
                self.assertNotEqual(result.returncode, 0) # this one has no library
                self.assertEqual(f"does not work with CUDA {toolkit}" in " ".join(result.stderr.split()), refused, result.stderr)


if __name__ == "__main__":
    unittest.main()
