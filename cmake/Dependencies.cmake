# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
# Finds what Neel is built on. A missing package ends in one sentence that says how to get it.

function(neel_require package version how)
  if(${package}_FOUND)
    return()
  endif()
  string(STRIP "${package} ${version}" what)
  set(seen "")
  if(${package}_CONSIDERED_VERSIONS)
    list(JOIN ${package}_CONSIDERED_VERSIONS ", " versions)
    set(seen " (found only ${versions})")
  endif()
  message(FATAL_ERROR "Neel needs ${what}${seen}: ${how}, or run scripts/quickstart, which sets up everything; "
                      "docs/install.md has all the ways.")
endfunction()

find_package(Kokkos 4.7...<6 CONFIG QUIET)
neel_require(Kokkos "4.7 to 5.x" "install it (Debian and Ubuntu: libkokkos-dev; Spack: kokkos; conda-forge: kokkos), \
load its module, or set Kokkos_ROOT to its prefix")

if(NEEL_REQUIRE_BACKEND AND NOT Kokkos_ENABLE_${NEEL_REQUIRE_BACKEND})
  message(FATAL_ERROR "This preset needs a Kokkos built with ${NEEL_REQUIRE_BACKEND}, but the one in ${Kokkos_DIR} is not: set Kokkos_ROOT to \
such a prefix.")
endif()

if(Kokkos_COMPILE_LANGUAGE STREQUAL "CUDA")
  message(FATAL_ERROR "The Kokkos in ${Kokkos_DIR} was built with Kokkos_ENABLE_COMPILE_AS_CMAKE_LANGUAGE, which wants every \
source to be CMake's language CUDA; Neel needs one built without that option (the default), which compiles C++ through nvcc_wrapper.")
endif()

if(Kokkos_ENABLE_CUDA AND Kokkos_VERSION VERSION_LESS 4.7.1 AND CUDAToolkit_VERSION VERSION_GREATER_EQUAL 13)
  message(FATAL_ERROR "Kokkos ${Kokkos_VERSION} (in ${Kokkos_DIR}) does not work with CUDA ${CUDAToolkit_VERSION}: take Kokkos 4.7.1 \
or newer, or CUDA 12.")
endif()

# Optional: products of matrices, for structure factors, which Neel's own loops make otherwise.
set(NEEL_KOKKOS_KERNELS "AUTO" CACHE STRING "Build with Kokkos Kernels, for structure factors: AUTO (where it is found), ON or OFF")
set_property(CACHE NEEL_KOKKOS_KERNELS PROPERTY STRINGS AUTO ON OFF)
set(NEEL_KOKKOS_KERNELS_TARGET "")
if(NOT NEEL_KOKKOS_KERNELS STREQUAL "OFF")
  find_package(KokkosKernels CONFIG QUIET) # that of Trilinos does not say its version to CMake
  if(KokkosKernels_FOUND)
    set(NEEL_KOKKOS_KERNELS_TARGET Kokkos::kokkoskernels)
    if(TARGET KokkosKernels::all_libs) # of Trilinos
      set(NEEL_KOKKOS_KERNELS_TARGET KokkosKernels::all_libs)
    endif()
  elseif(NOT NEEL_KOKKOS_KERNELS STREQUAL "AUTO")
    neel_require(KokkosKernels "" "build it for this Kokkos (Spack: kokkos-kernels; docs/install.md), set KokkosKernels_ROOT \
to its prefix, or configure with -DNEEL_KOKKOS_KERNELS=OFF")
  endif()
endif()

# Libraries that are headers alone, without a package of CMake's that could be relied on: the target neel_LIBRARY.
macro(neel_find_headers package library header)
  find_path(${package}_INCLUDE_DIR ${header})
  if(${package}_INCLUDE_DIR)
    set(${package}_FOUND TRUE)
    add_library(neel_${library} INTERFACE)
    target_include_directories(neel_${library} SYSTEM INTERFACE ${${package}_INCLUDE_DIR})
  endif()
endmacro()
neel_find_headers(Random123 random123 Random123/philox.h)
neel_require(Random123 "" "install it (Debian and Ubuntu: librandom123-dev; Spack and conda-forge: random123)")

neel_find_headers(PEGTL pegtl tao/pegtl.hpp)
neel_require(PEGTL "3" "install it (Debian and Ubuntu: tao-pegtl-dev; Spack and conda-forge: pegtl)")

set(HDF5_PREFER_PARALLEL OFF)
find_package(HDF5 1.10.7 QUIET COMPONENTS C HL)
neel_require(HDF5 "1.10.7" "install it (Debian and Ubuntu: libhdf5-dev; Spack and conda-forge: hdf5)")

find_package(CLI11 2.1 CONFIG QUIET)
neel_require(CLI11 "2.1" "install it (Debian and Ubuntu: libcli11-dev; Spack and conda-forge: cli11)")

find_path(tomlplusplus_INCLUDE_DIR toml++/toml.h)
if(tomlplusplus_INCLUDE_DIR)
  set(tomlplusplus_FOUND TRUE)
  add_library(neel_toml INTERFACE)
  target_include_directories(neel_toml SYSTEM INTERFACE ${tomlplusplus_INCLUDE_DIR})
  target_compile_definitions(neel_toml INTERFACE TOML_EXCEPTIONS=1)
endif()
neel_require(tomlplusplus "" "install it (Debian and Ubuntu: libtomlplusplus-dev; Spack and conda-forge: tomlplusplus)")

set(fmt_version 9.1)
if(Kokkos_ENABLE_CUDA)
  set(fmt_version 10.1) # the first that nvcc compiles
endif()
find_package(fmt ${fmt_version} CONFIG QUIET)
neel_require(fmt "${fmt_version}" "install it (Debian and Ubuntu: libfmt-dev; Spack and conda-forge: fmt)")

find_package(nlohmann_json 3.11 CONFIG QUIET)
neel_require(nlohmann_json "3.11" "install it (Debian and Ubuntu: nlohmann-json3-dev; Spack: nlohmann-json; conda-forge: nlohmann_json)")

find_package(Eigen3 3.4 CONFIG QUIET)
neel_require(Eigen3 "3.4" "install it (Debian and Ubuntu: libeigen3-dev; Spack and conda-forge: eigen)")
# The order in which Eigen adds up depends on the vectors of the processor and on the number of threads, and so would the last
# bits of results: it is to use neither. Device code does not need it. MPL2: none of the parts under another licence.
add_library(neel_eigen INTERFACE)
target_link_libraries(neel_eigen INTERFACE Eigen3::Eigen)
target_compile_definitions(neel_eigen INTERFACE EIGEN_DONT_VECTORIZE EIGEN_DONT_PARALLELIZE EIGEN_NO_CUDA EIGEN_MPL2_ONLY)

# Optional: crystals from CIFs (gemmi), and the symmetry of those from POSCARs (spglib), in `neel import`.
set(NEEL_GEMMI "AUTO" CACHE STRING "Build with gemmi, for CIFs: AUTO (where it is found), ON or OFF")
set(NEEL_SPGLIB "AUTO" CACHE STRING "Build with spglib, for POSCARs: AUTO (where it is found), ON or OFF")
set_property(CACHE NEEL_GEMMI NEEL_SPGLIB PROPERTY STRINGS AUTO ON OFF)
if(NOT NEEL_GEMMI STREQUAL "OFF")
  find_file(gemmi_VERSION_FILE gemmi/version.hpp)
  if(gemmi_VERSION_FILE)
    file(STRINGS ${gemmi_VERSION_FILE} gemmi_version REGEX "GEMMI_VERSION \"0[.][56]") # later ones are more than headers
    if(gemmi_version)
      neel_find_headers(gemmi gemmi gemmi/cif.hpp)
    endif()
  endif()
  if(NOT NEEL_GEMMI STREQUAL "AUTO")
    neel_require(gemmi "0.5 or 0.6" "install it (Debian and Ubuntu: gemmi-dev), or configure with -DNEEL_GEMMI=OFF")
  endif()
endif()
if(NOT NEEL_SPGLIB STREQUAL "OFF")
  find_path(spglib_INCLUDE_DIR spglib.h)
  find_library(spglib_LIBRARY symspg)
  if(spglib_INCLUDE_DIR AND spglib_LIBRARY)
    set(spglib_FOUND TRUE)
    add_library(neel_spglib INTERFACE)
    target_include_directories(neel_spglib SYSTEM INTERFACE ${spglib_INCLUDE_DIR})
    target_link_libraries(neel_spglib INTERFACE ${spglib_LIBRARY})
  elseif(NOT NEEL_SPGLIB STREQUAL "AUTO")
    neel_require(spglib "2" "install it (Debian and Ubuntu: libsymspg-dev), or configure with -DNEEL_SPGLIB=OFF")
  endif()
endif()

# Optional: a run on several processes.
option(NEEL_MPI "Build with MPI, for runs on several GPUs or machines" OFF)
if(NEEL_MPI OR NEEL_BUILD_TESTS)
  find_package(MPI QUIET COMPONENTS C)
endif()
if(NEEL_MPI)
  set(MPI_FOUND ${MPI_C_FOUND})
  neel_require(MPI "" "install it (Debian and Ubuntu: libopenmpi-dev; Spack and conda-forge: openmpi), load its module, or \
configure with -DNEEL_MPI=OFF")
  if(Kokkos_ENABLE_CUDA) # optional: without it, what GPUs of different machines tell one another goes through the host
    find_path(NCCL_INCLUDE_DIR nccl.h HINTS ENV NCCL_ROOT PATH_SUFFIXES include)
    find_library(NCCL_LIBRARY nccl HINTS ENV NCCL_ROOT PATH_SUFFIXES lib lib64)
    if(NCCL_INCLUDE_DIR AND NCCL_LIBRARY)
      add_library(neel_nccl INTERFACE)
      target_include_directories(neel_nccl SYSTEM INTERFACE ${NCCL_INCLUDE_DIR})
      target_link_libraries(neel_nccl INTERFACE ${NCCL_LIBRARY})
    else()
      message(STATUS "Without NCCL, planes go between GPUs of different machines through the host's memory (set NCCL_ROOT)")
    endif()
  endif()
endif()

find_package(Threads REQUIRED)

if(NEEL_BUILD_TESTS)
  find_package(Catch2 3 CONFIG QUIET)
  neel_require(Catch2 "3" "install it (Debian and Ubuntu: catch2; Spack and conda-forge: catch2), \
or configure with -DNEEL_BUILD_TESTS=OFF")
endif()

# The CUDA presets name the architecture that Kokkos must have been built for; Kokkos itself sets the compiler flags.
if(NEEL_REQUIRE_CUDA_ARCH)
  if(NOT Kokkos_ENABLE_CUDA OR NOT NEEL_REQUIRE_CUDA_ARCH IN_LIST Kokkos_ARCH)
    message(FATAL_ERROR "This preset needs a Kokkos built with CUDA for ${NEEL_REQUIRE_CUDA_ARCH} (Spack: kokkos +cuda "
                        "cuda_arch=...), but the one in ${Kokkos_DIR} is not: set Kokkos_ROOT to such a prefix.")
  endif()
endif()
