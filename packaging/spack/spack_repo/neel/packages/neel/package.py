# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Neel for Spack 1.x. Untested. From the checkout's root:

    spack repo add packaging/spack/spack_repo/neel && spack dev-build neel@0.1.0 +mpi
"""
from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class Neel(CMakePackage, CudaPackage):
    """Monte Carlo for classical lattice systems, on CPU and GPU."""

    license("MIT")

    version("0.1.0")  # of the checkout, by spack dev-build: scripts/style compares it with VERSION

    variant("mpi", default=False, description="runs on several processes")
    variant("kernels", default=False, description="structure factors by Kokkos Kernels")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    generator("ninja")

    depends_on("kokkos@4.7:5 +openmp cxxstd=20")
    depends_on("kokkos-kernels@4.7:5", when="+kernels")
    depends_on("random123")
    depends_on("pegtl@3")
    depends_on("hdf5@1.10.7: +hl ~mpi")
    depends_on("tomlplusplus@3")
    depends_on("cli11@2.1:")
    depends_on("fmt@9.1:")
    depends_on("fmt@10.1:", when="+cuda")
    depends_on("eigen@3.4")
    depends_on("nlohmann-json@3.11:")
    depends_on("mpi", when="+mpi")
    for arch in ("80", "90", "100", "120"):
        depends_on(f"kokkos +cuda cuda_arch={arch}", when=f"+cuda cuda_arch={arch}")

    conflicts("cuda_arch=none", when="+cuda", msg="Kokkos is built for one GPU: cuda_arch=80, 90, 100 or 120")

    def cmake_args(self):
        return [self.define("NEEL_BUILD_TESTS", False), self.define("NEEL_WARNINGS_ARE_ERRORS", False),
                self.define("NEEL_MARCH", ""),  # Spack's compiler wrapper has the target's
                self.define_from_variant("NEEL_MPI", "mpi"),
                self.define("NEEL_KOKKOS_KERNELS", "ON" if self.spec.satisfies("+kernels") else "OFF")]
