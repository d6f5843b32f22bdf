// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Launches whose blocks have as much shared memory as the device can give them, which is more than Kokkos' teams get.

#include <neel/core/backend/cooperative.hpp>

#include <limits>
#include <vector>

namespace neel {

#ifdef KOKKOS_ENABLE_CUDA

/// Bytes of shared memory that a block can have.
inline std::size_t most_shared_bytes(const Kokkos::Cuda& exec) {
  return exec.cuda_device_prop().sharedMemPerBlockOptin;
}

/// Launches work(GridThread) in blocks of this shape, in the stream of `exec`, without a barrier of the grid. False where that cannot be.
template <class Work>
bool launch_blocks(const Kokkos::Cuda& exec, Work work, const Blocks& blocks) {
  BarrierCount* none = nullptr;
  const auto kernel = reinterpret_cast<const void*>(detail::launch_cooperative<Work>);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(blocks.shared));
  void* arguments[] = {&work, &none};
  const cudaError_t error =
      cudaLaunchKernel(kernel, dim3(static_cast<unsigned>(blocks.count)), dim3(static_cast<unsigned>(blocks.threads)),
                       arguments, blocks.shared, exec.cuda_stream());
  if (error != cudaSuccess) {
    cudaGetLastError();
  }
  return error == cudaSuccess;
}

#endif

template <ExecutionSpace Exec>
std::size_t most_shared_bytes(const Exec& /*exec*/) {
  return runs_on_host<Exec> ? std::numeric_limits<std::size_t>::max() : 0;
}

template <ExecutionSpace Exec, class Work>
bool launch_blocks(const Exec& exec, const Work& work, const Blocks& blocks) {
  if constexpr (runs_on_host<Exec>) { // a thread is a block
    exec.fence("neel::launch_blocks");
    struct alignas(16) Unit {
      char bytes[16];
    };
    std::vector<Unit> shared(blocks.shared / sizeof(Unit) + 1);
    for (int block = 0; block < blocks.count; ++block) {
      work(GridThread(block, blocks.count, 0, 1, nullptr, shared.front().bytes));
    }
  }
  return runs_on_host<Exec>;
}

} // namespace neel
