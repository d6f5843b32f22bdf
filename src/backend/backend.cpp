// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "backend/backend.hpp"

#include "errors/errors.hpp"

#include <Kokkos_Core.hpp>

#ifdef KOKKOS_ENABLE_CUDA
#include <cuda_runtime.h>
#endif

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <optional>

namespace neel::backend {

namespace {

#ifdef KOKKOS_ENABLE_CUDA
/// The number of devices.
int require_device() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess || count == 0) {
    throw DeviceError(std::string("this build of Neel runs on an NVIDIA GPU, but none can be used here (") +
                      (status != cudaSuccess ? cudaGetErrorString(status) : "no device found") +
                      "); use a machine with one, or a build made with the openmp preset");
  }
  return count;
}

/// What a kernel is told: where to write, a view, and what comes behind it.
struct Told {
  std::uint64_t* seen;
  Kokkos::View<float*, Kokkos::CudaSpace> view;
  std::uint64_t behind;
};

__global__ void write_what_is_seen(Told t) {
  t.seen[0] = reinterpret_cast<std::uint64_t>(t.view.data());
  t.seen[1] = t.behind;
}

/// nvcc 12.9 and newer can lay out Kokkos' views otherwise for the device than for the host: kernels then write anywhere.
void require_one_layout() {
  constexpr std::uint64_t behind = 0x4e65656c;
  const Kokkos::View<std::uint64_t*, Kokkos::CudaSpace> there("neel::backend::seen", 2);
  const Kokkos::View<float*, Kokkos::CudaSpace> view("neel::backend::view", 1);
  write_what_is_seen<<<1, 1>>>({there.data(), view, behind});
  std::uint64_t seen[2] = {};
  cudaError_t status = cudaGetLastError();
  status = status == cudaSuccess ? cudaMemcpy(seen, there.data(), sizeof seen, cudaMemcpyDeviceToHost) : status;
  if (status != cudaSuccess || seen[0] != reinterpret_cast<std::uint64_t>(view.data()) || seen[1] != behind) {
    throw DeviceError(
        std::string("this build of Neel cannot be trusted: its GPU code ") +
        (status == cudaSuccess ? "sees the arguments of kernels otherwise than its host code"
                               : std::string("failed at once (") + cudaGetErrorString(status) + ")") +
        ", as with Kokkos 4.7.0 or 4.7.1 and CUDA 12.9 or newer; build it with Kokkos 4.7.2 or newer, or with "
        "one configured with -DKokkos_ENABLE_IMPL_MDSPAN=OFF");
  }
}
#else
int require_device() { return 0; }
void require_one_layout() {}
#endif

} // namespace

Backend::Backend(int threads, int turn) {
  Kokkos::InitializationSettings settings;
  if (const int devices = require_device(); devices > 0) {
    settings.set_device_id(turn % devices);
  }
  settings.set_disable_warnings(true);
  if (threads > 0) {
    settings.set_num_threads(threads);
  }
  Kokkos::initialize(settings);
  try {
    require_one_layout();
  } catch (...) {
    Kokkos::finalize();
    throw;
  }
}

Backend::~Backend() { Kokkos::finalize(); }

bool on_device() {
  return !Kokkos::SpaceAccessibility<Kokkos::HostSpace, Kokkos::DefaultExecutionSpace::memory_space>::accessible;
}

int devices() { return require_device(); }

int host_threads() { return Kokkos::DefaultHostExecutionSpace().concurrency(); }

std::string name() {
#ifdef KOKKOS_ENABLE_CUDA
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, Kokkos::device_id()) == cudaSuccess) {
    return std::string("CUDA, ") + properties.name;
  }
#endif
  return std::string(Kokkos::DefaultExecutionSpace::name()) + ", " + std::to_string(host_threads()) +
         (host_threads() == 1 ? " thread" : " threads");
}

std::string device_bus() {
#ifdef KOKKOS_ENABLE_CUDA
  char bus[32] = "";
  int device = 0;
  if (cudaGetDevice(&device) == cudaSuccess && cudaDeviceGetPCIBusId(bus, sizeof bus, device) == cudaSuccess) {
    return bus;
  }
#endif
  return {};
}

std::size_t free_memory() {
#ifdef KOKKOS_ENABLE_CUDA
  std::size_t free = 0, total = 0;
  return cudaMemGetInfo(&free, &total) == cudaSuccess ? free : 0;
#else
  return free_host_memory();
#endif
}

namespace {

/// The number behind `key` in a file of lines "key: number"; nothing if it is not there.
std::optional<std::size_t> number_in(const std::string& path, const std::string& key) {
  std::ifstream file(path);
  std::string word;
  std::size_t number = 0;
  while (file >> word) {
    if (word == key && file >> number) {
      return number;
    }
  }
  return {};
}

std::optional<std::size_t> first_number(const std::string& path) {
  std::ifstream file(path);
  std::size_t number = 0;
  return file >> number ? std::optional(number) : std::nullopt;
}

} // namespace

std::size_t free_host_memory() {
  std::size_t least = 0;
  const auto limit = [&](std::optional<std::size_t> bytes) {
    if (bytes) {
      least = least == 0 ? std::max<std::size_t>(1, *bytes) : std::min(least, std::max<std::size_t>(1, *bytes));
    }
  };
  if (const auto kilobytes = number_in("/proc/meminfo", "MemAvailable:")) {
    limit(*kilobytes * 1024);
  }
  const auto most = first_number("/sys/fs/cgroup/memory.max"), used = first_number("/sys/fs/cgroup/memory.current");
  if (most && used) {
    limit(*most - std::min(*most, *used));
  }
  rlimit address_space{};
  if (getrlimit(RLIMIT_AS, &address_space) == 0 && address_space.rlim_cur != RLIM_INFINITY) {
    const std::size_t mapped = number_in("/proc/self/status", "VmSize:").value_or(0) * 1024;
    limit(address_space.rlim_cur - std::min<std::size_t>(address_space.rlim_cur, mapped));
  }
  return least;
}

std::string kokkos_version() {
  return std::to_string(KOKKOS_VERSION / 10000) + "." + std::to_string(KOKKOS_VERSION / 100 % 100) + "." +
         std::to_string(KOKKOS_VERSION % 100);
}

} // namespace neel::backend
