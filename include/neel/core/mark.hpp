// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A place in the work of an execution space that the host can wait for, while what was launched behind it goes on. Kokkos
// can only wait for all of it.

#include <neel/core/platform.hpp>

#ifdef KOKKOS_ENABLE_CUDA
#include <cuda_runtime.h>
#endif

#include <memory>
#include <stdexcept>
#include <string>

namespace neel {

/// On hosts, and wherever there is nothing better: waits for all, when it is set.
template <ExecutionSpace Exec>
class Mark {
public:
  void set(const Exec& exec) const { exec.fence("neel::core::mark"); }
  void wait() const {}
};

#ifdef KOKKOS_ENABLE_CUDA
template <>
class Mark<Kokkos::Cuda> {
public:
  void set(const Kokkos::Cuda& exec) const { check(cudaEventRecord(event_.get(), exec.cuda_stream())); }
  void wait() const { check(cudaEventSynchronize(event_.get())); }

private:
  static void check(cudaError_t status) {
    if (status != cudaSuccess) {
      throw std::runtime_error(std::string("waiting for the device: ") + cudaGetErrorString(status));
    }
  }
  struct Destroy {
    void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
  };
  using Owner = std::shared_ptr<std::remove_pointer_t<cudaEvent_t>>;
  static Owner make() {
    cudaEvent_t event = nullptr;
    check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    return Owner(event, Destroy{});
  }
  Owner event_ = make();
};
#endif

} // namespace neel
