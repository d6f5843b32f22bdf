# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
# The flags that all of Neel is compiled with. Contraction off is a matter of correctness: the same input gives the same
# bits on every machine only if no compiler fuses or reorders arithmetic on its own.

include(CheckCXXCompilerFlag)

add_library(neel_flags INTERFACE)
target_compile_features(neel_flags INTERFACE cxx_std_20)
target_compile_options(neel_flags INTERFACE -ffp-contract=off -fno-math-errno -fno-trapping-math)

# Of this build alone: programs that use the installed headers have their own.
add_library(neel_build_flags INTERFACE)
target_link_libraries(neel_flags INTERFACE $<BUILD_INTERFACE:neel_build_flags>)
target_compile_options(neel_build_flags INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion)
# Clang would warn of each loop that it does not vectorise as asked, and clang 19 of what -march=native is on processors with
# AVX10. Of GCC, tests/program/test_vectorised.py looks at loops.
target_compile_options(
  neel_build_flags
  INTERFACE "$<$<CXX_COMPILER_ID:Clang>:-Wno-pass-failed;-Wno-unknown-warning-option;-Wno-invalid-feature-combination>")
if(NEEL_MARCH)
  target_compile_options(neel_build_flags INTERFACE -march=${NEEL_MARCH})
  # Compilers keep to 32-byte vectors on some processors that have 64-byte ones.
  check_cxx_compiler_flag(-mprefer-vector-width=512 NEEL_HAS_PREFER_VECTOR_WIDTH)
  if(NEEL_HAS_PREFER_VECTOR_WIDTH)
    target_compile_options(neel_build_flags INTERFACE -mprefer-vector-width=512)
  endif()
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT Kokkos_ENABLE_CUDA)
  target_compile_options(neel_build_flags INTERFACE --param=ggc-min-heapsize=1048576) # kB; collecting garbage earlier takes 5 % of the time
endif()

if(NEEL_WARNINGS_ARE_ERRORS)
  target_compile_options(neel_build_flags INTERFACE -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND Kokkos_VERSION VERSION_LESS 5)
    # GCC 12 to 14 take copies within std::string, which Kokkos 4 makes inline in checks of ranges, for copies beyond it.
    target_compile_options(neel_build_flags INTERFACE -Wno-error=array-bounds)
  endif()
endif()
if(Kokkos_ENABLE_CUDA)
  # nvcc rewrites what it hands on to the host compiler: pragmas of its own, temporaries for braces, more parentheses, bases in
  # another order.
  target_compile_options(neel_build_flags INTERFACE -Wno-unknown-pragmas -Wno-dangling-reference -Wno-maybe-uninitialized -Wno-parentheses -Wno-reorder)
else()
  target_compile_options(neel_build_flags INTERFACE -Wpedantic)
endif()

if(NEEL_SANITIZE)
  target_compile_options(neel_build_flags INTERFACE -fsanitize=${NEEL_SANITIZE} -fno-omit-frame-pointer
                                                    -fno-sanitize-recover=all)
  target_link_options(neel_build_flags INTERFACE -fsanitize=${NEEL_SANITIZE})
endif()

# For targets with kernels.
add_library(neel_kernel_flags INTERFACE)
target_link_libraries(neel_kernel_flags INTERFACE neel_flags Kokkos::kokkos)
if(Kokkos_ENABLE_CUDA)
  target_compile_options(neel_kernel_flags INTERFACE --fmad=false)
  if(NEEL_WARNINGS_ARE_ERRORS)
    target_compile_options(neel_kernel_flags INTERFACE $<BUILD_INTERFACE:-Werror=all-warnings>) # nvcc's own
  endif()
endif()

# Executables that were built in a tree of scripts/devbox run outside of it, too: with its loader and its libraries, whatever
# the machine has. DT_RPATH rather than DT_RUNPATH, since the libraries' own libraries are to come from there as well, and
# before those of LD_LIBRARY_PATH.
set(NEEL_SYSTEM_ROOT "$ENV{NEEL_SYSTEM_ROOT}" CACHE PATH "Folder whose usr/ is this system's /usr, seen from outside; or empty")
if(NEEL_SYSTEM_ROOT)
  set(libraries ${NEEL_SYSTEM_ROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE})
  file(GLOB loader ${libraries}/ld-linux*.so.*)
  if(NOT loader)
    message(FATAL_ERROR "NEEL_SYSTEM_ROOT is ${NEEL_SYSTEM_ROOT}, but there is no ${libraries}/ld-linux*.so.*")
  endif()
  set(CMAKE_SKIP_RPATH ON) # CMake's own would name folders of the machine
  target_link_options(neel_build_flags INTERFACE LINKER:--dynamic-linker=${loader} LINKER:--disable-new-dtags
                                                 LINKER:-rpath,${libraries})
endif()
