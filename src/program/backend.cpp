// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/backend.hpp"

#include "errors.hpp"

#include <Kokkos_Core.hpp>

#ifdef KOKKOS_ENABLE_CUDA
#include <cuda_runtime.h>
#endif

#include <unistd.h>

namespace neel::program {

namespace {

#ifdef KOKKOS_ENABLE_CUDA
void require_device() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess || count == 0) {
    throw DeviceError(std::string("this build of Neel runs on an NVIDIA GPU, but none can be used here (") +
                      (status != cudaSuccess ? cudaGetErrorString(status) : "no device found") +
                      "); use a machine with one, or a build made with the openmp preset");
  }
}
#else
void require_device() {}
#endif

} // namespace

Backend::Backend(int threads) {
  require_device();
  Kokkos::InitializationSettings settings;
  settings.set_disable_warnings(true);
  if (threads > 0) {
    settings.set_num_threads(threads);
  }
  Kokkos::initialize(settings);
}

Backend::~Backend() { Kokkos::finalize(); }

bool on_device() {
  return !Kokkos::SpaceAccessibility<Kokkos::HostSpace, Kokkos::DefaultExecutionSpace::memory_space>::accessible;
}

int host_threads() { return Kokkos::DefaultHostExecutionSpace().concurrency(); }

std::string backend_name() {
#ifdef KOKKOS_ENABLE_CUDA
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, Kokkos::device_id()) == cudaSuccess) {
    return std::string("CUDA, ") + properties.name;
  }
#endif
  return std::string(Kokkos::DefaultExecutionSpace::name()) + ", " + std::to_string(host_threads()) +
         (host_threads() == 1 ? " thread" : " threads");
}

std::size_t free_memory() {
#ifdef KOKKOS_ENABLE_CUDA
  std::size_t free = 0, total = 0;
  return cudaMemGetInfo(&free, &total) == cudaSuccess ? free : 0;
#else
  return static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
#endif
}

std::string kokkos_version() {
  return std::to_string(KOKKOS_VERSION / 10000) + "." + std::to_string(KOKKOS_VERSION / 100 % 100) + "." +
         std::to_string(KOKKOS_VERSION % 100);
}

} // namespace neel::program
