// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Work beside that of an execution space: Kokkos has instances that work at the same time, but they can only be waited for by
// the host. Here they wait for one another, by the events of CUDA.

#include <neel/core/platform.hpp>

#ifdef KOKKOS_ENABLE_CUDA
#include <cuda_runtime.h>
#endif

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace neel {

/// On hosts, and wherever there is nothing better: there is one instance, and the host waits for it.
template <ExecutionSpace Exec>
class SideStream {
public:
  const Exec& instance() const { return exec_; }
  /// The stream of the instance, for libraries that ask for one; null on hosts.
  static void* stream() { return nullptr; }
  /// What is launched here next begins when what is in `other` is done; and the reverse.
  void after(const Exec& other) const { other.fence("neel::core::side"); }
  void before(const Exec& /*other*/) const { exec_.fence("neel::core::side"); }
  /// The host waits.
  void wait() const { exec_.fence("neel::core::side"); }

private:
  Exec exec_;
};

#ifdef KOKKOS_ENABLE_CUDA
namespace detail {

inline void check_cuda(cudaError_t status) {
  if (status != cudaSuccess) {
    throw std::runtime_error(std::string("waiting for the device: ") + cudaGetErrorString(status));
  }
}
inline cudaStream_t urgent_stream() {
  int least = 0, greatest = 0;
  cudaStream_t stream = nullptr;
  check_cuda(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  check_cuda(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));
  return stream;
}
inline cudaEvent_t new_event() {
  cudaEvent_t event = nullptr;
  check_cuda(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  return event;
}

} // namespace detail

/// What is here goes first where both could go on.
template <>
class SideStream<Kokkos::Cuda> {
public:
  const Kokkos::Cuda& instance() const { return exec_; }
  void* stream() const { return stream_.get(); }
  void after(const Kokkos::Cuda& other) const { order(other.cuda_stream(), stream_.get()); }
  void before(const Kokkos::Cuda& other) const { order(stream_.get(), other.cuda_stream()); }
  void wait() const { detail::check_cuda(cudaStreamSynchronize(stream_.get())); }

private:
  void order(cudaStream_t first, cudaStream_t then) const {
    detail::check_cuda(cudaEventRecord(event_.get(), first));
    detail::check_cuda(cudaStreamWaitEvent(then, event_.get(), 0));
  }

  std::shared_ptr<std::remove_pointer_t<cudaStream_t>> stream_{detail::urgent_stream(),
                                                               [](cudaStream_t s) { cudaStreamDestroy(s); }};
  std::shared_ptr<std::remove_pointer_t<cudaEvent_t>> event_{detail::new_event(),
                                                             [](cudaEvent_t e) { cudaEventDestroy(e); }};
  Kokkos::Cuda exec_{stream_.get()};
};
#endif

} // namespace neel
