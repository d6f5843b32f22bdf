# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What configuring says where a build cannot come out right."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["NEEL_SOURCE"])


@unittest.skipUnless(shutil.which("cmake"), "no cmake here")
class Configure(unittest.TestCase):
    def configured(self, config):
        """Configures with a Kokkos whose package says this of itself."""
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "KokkosConfig.cmake").write_text(config)
        (folder / "KokkosConfigVersion.cmake").write_text(
            "set(PACKAGE_VERSION 5.2.0)\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n")
        return subprocess.run(["cmake", "-G", "Ninja", "-S", SOURCE, "-B", folder / "build", f"-DKokkos_DIR={folder}"], capture_output=True,
                              text=True)

    def test_a_kokkos_of_cmakes_cuda_language_is_refused(self):
        result = self.configured("set(Kokkos_ENABLE_CUDA ON)\nset(Kokkos_COMPILE_LANGUAGE CUDA)\n")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("Kokkos_ENABLE_COMPILE_AS_CMAKE_LANGUAGE", result.stderr)
        self.assertIn("built without that option", " ".join(result.stderr.split()))


if __name__ == "__main__":
    unittest.main()
