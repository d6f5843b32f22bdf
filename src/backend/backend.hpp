// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Starting Kokkos, and what it runs on.

#include <cstddef>
#include <string>

namespace neel::backend {

/// Starts Kokkos; stops it when it goes. Throws DeviceError if this build needs a device that is not there.
class Backend {
public:
  /// `turn`: of the processes on this machine, which take its devices in turn.
  explicit Backend(int threads, int turn = 0);
  ~Backend();
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
};

/// "OpenMP, 2 threads" or "CUDA, NVIDIA H200".
std::string name();
int host_threads();
bool on_device();
/// Devices of this machine that this process can use; 0 where it runs on the host.
int devices();
/// Free memory of the default device in bytes; 0 where that is not known.
std::size_t free_memory();
/// Memory of the host that this process can still get, in bytes, limits on it included; 0 where that is not known.
std::size_t free_host_memory();
/// The PCI bus identifier of the device, by which its driver knows it; empty without one.
std::string device_bus();
std::string kokkos_version();

} // namespace neel::backend
