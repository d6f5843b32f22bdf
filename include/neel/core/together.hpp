// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A launch whose threads can wait for all others. Kokkos has no such launch: on CUDA this file makes it (all blocks are on the
// device at the same time, which a cooperative launch promises); a host does it with one thread. Elsewhere it is missing,
// and callers take another way to the same bits.

#include <neel/core/platform.hpp>

#include <cstdint>

#ifdef __CUDACC__
#include <cuda/atomic>
#endif

namespace neel {

/// Counts the blocks that have arrived.
using Arrivals = std::uint64_t;

/// One thread among all of a launch.
class Together {
public:
  NEEL_FUNCTION Together(int rank, int size, int blocks, Arrivals* arrived)
      : rank_(rank), size_(size), blocks_(blocks), arrived_(arrived) {}

  NEEL_FUNCTION int rank() const { return rank_; }
  NEEL_FUNCTION int size() const { return size_; }
  /// Says that this thread has written what others wait for.
  NEEL_FUNCTION void arrive() { KOKKOS_IF_ON_DEVICE((say();)) }
  /// Waits until all have arrived as often as this one; then each sees what the others wrote before.
  NEEL_FUNCTION void wait() const { KOKKOS_IF_ON_DEVICE((look();)) }

  /// Whether it is so for all threads of a warp, which all ask; they then go on side by side.
  static NEEL_FUNCTION bool agreed(bool so) {
    KOKKOS_IF_ON_HOST((return so;))
    KOKKOS_IF_ON_DEVICE((return warp_agrees(so);))
  }
  /// Adds what each thread gives, all of them to the same place.
  NEEL_FUNCTION void add(std::int64_t* to, std::uint32_t value) const {
    KOKKOS_IF_ON_HOST((*to += value;))
    KOKKOS_IF_ON_DEVICE((add_warps(to, value);))
  }

private:
#ifdef __CUDACC__
  using Counter = cuda::atomic_ref<Arrivals, cuda::thread_scope_device>;

  __device__ void say() {
    __syncthreads();
    if (threadIdx.x == 0) {
      const auto blocks = static_cast<Arrivals>(blocks_);
      goal_ = (Counter(*arrived_).fetch_add(1, cuda::memory_order_release) / blocks + 1) * blocks;
    }
  }
  __device__ void look() const {
    if (threadIdx.x == 0) {
      while (Counter(*arrived_).load(cuda::memory_order_acquire) < goal_) {
      }
    }
    __syncthreads();
  }
  __device__ static bool warp_agrees(bool so) { return __all_sync(0xFFFFFFFFU, so) != 0; }
  __device__ static void add_warps(std::int64_t* to, std::uint32_t value) {
    constexpr unsigned all = 0xFFFFFFFFU;
    for (int step = 16; step > 0; step /= 2) {
      value += __shfl_down_sync(all, value, step);
    }
    if (threadIdx.x % 32 == 0) {
      Kokkos::atomic_add(to, std::int64_t{value});
    }
  }
#else // never called: run_together() refuses
  NEEL_FUNCTION void say() {}
  NEEL_FUNCTION void look() const {}
  static NEEL_FUNCTION bool warp_agrees(bool so) { return so; }
  static NEEL_FUNCTION void add_warps(std::int64_t* /*to*/, std::uint32_t /*value*/) {}
#endif

  int rank_, size_;
  // Used on devices:
  [[maybe_unused]] int blocks_;
  [[maybe_unused]] Arrivals* arrived_;
  [[maybe_unused]] Arrivals goal_ = 0; ///< of the block's first thread: what the counter must reach
};

/// Whether launches of this kind are to be had, on most devices of the kind.
template <ExecutionSpace Exec>
inline constexpr bool runs_together = runs_on_host<Exec>;

#ifdef KOKKOS_ENABLE_CUDA

template <>
inline constexpr bool runs_together<Kokkos::Cuda> = true;

inline constexpr int most_together = 256; ///< threads of a block

namespace detail {

/// Blocks that a multiprocessor is to have at least: one, or as many as the work says.
template <class Work>
inline constexpr int least_blocks = 1;
template <class Work>
  requires requires { Work::least_blocks; }
inline constexpr int least_blocks<Work> = Work::least_blocks;

template <class Work>
__global__ void __launch_bounds__(most_together, least_blocks<Work>)
    run_together(const __grid_constant__ Work work, Arrivals* arrived) {
  work(Together(static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), static_cast<int>(gridDim.x * blockDim.x),
                static_cast<int>(gridDim.x), arrived));
}

} // namespace detail

/// Runs work(Together) in as many threads as work.threads(at_once) wants, or as many as there are at once, in order with what
/// else is submitted. `arrived` is where they count, in the device's memory; null: they do not wait. False where the device
/// cannot, or the work wants none.
template <class Work>
bool run_together(const Kokkos::Cuda& exec, Work work, Arrivals* arrived) {
  const cudaDeviceProp& device = exec.cuda_device_prop();
  const auto kernel = detail::run_together<Work>;
  int possible = 0, per_multiprocessor = 0;
  cudaDeviceGetAttribute(&possible, cudaDevAttrCooperativeLaunch, exec.cuda_device());
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, kernel, most_together, 0);
  if (possible == 0 || per_multiprocessor == 0) {
    return false;
  }
  const int multiprocessors = device.multiProcessorCount, warp = device.warpSize;
  const int wanted = work.threads(per_multiprocessor * multiprocessors * most_together);
  if (wanted == 0) {
    return false;
  }
  const int warps = (wanted + multiprocessors * warp - 1) / (multiprocessors * warp); // of each multiprocessor
  const int threads = Kokkos::clamp(warps * warp, warp, most_together);
  const int blocks = Kokkos::min((wanted + threads - 1) / threads, per_multiprocessor * multiprocessors);
  if (arrived != nullptr) {
    cudaMemsetAsync(arrived, 0, sizeof *arrived, exec.cuda_stream());
  }
  void* arguments[] = {&work, &arrived};
  const cudaError_t error =
      cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), dim3(static_cast<unsigned>(blocks)),
                                  dim3(static_cast<unsigned>(threads)), arguments, 0, exec.cuda_stream());
  if (error != cudaSuccess) {
    cudaGetLastError(); // the caller's other way finds it again if it is there to stay
  }
  return error == cudaSuccess;
}

#endif

template <ExecutionSpace Exec, class Work>
bool run_together(const Exec& exec, Work work, Arrivals* arrived) {
  if constexpr (runs_on_host<Exec>) {
    exec.fence("neel::run_together");
    work.threads(1);
    work(Together(0, 1, 1, arrived));
  }
  return runs_on_host<Exec>;
}

} // namespace neel
