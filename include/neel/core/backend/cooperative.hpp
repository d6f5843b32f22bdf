// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Cooperative launches: kernels whose threads have a barrier over the whole grid. Kokkos has no such launch. On CUDA this file makes
// it (cudaLaunchCooperativeKernel: all blocks are resident at the same time); on a host it is one thread. Elsewhere it is missing, and
// callers use another strategy, which leaves the same bits.

#include <neel/core/platform.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>

#ifdef __CUDACC__
#include <cuda/atomic>
#endif

namespace neel {

/// Arrivals at a barrier.
using BarrierCount = std::uint64_t;

/// One thread of the grid.
class GridThread {
public:
  /// `arrived`: the grid barrier's count, zero at first; null without barriers. `shared`: the block's shared memory.
  /// `met`: the count of a block's barrier on a host, if it has several threads.
  NEEL_FUNCTION GridThread(int block, int blocks, int thread, int threads, BarrierCount* arrived,
                           char* shared = nullptr, BarrierCount* met = nullptr)
      : block_(block), blocks_(blocks), thread_(thread), threads_(threads), shared_(shared), arrived_(arrived),
        met_(met) {}

  NEEL_FUNCTION int rank() const { return block_ * threads_ + thread_; }
  NEEL_FUNCTION int size() const { return blocks_ * threads_; }
  NEEL_FUNCTION int block() const { return block_; }
  NEEL_FUNCTION int blocks() const { return blocks_; }
  /// Within its block.
  NEEL_FUNCTION int thread() const { return thread_; }
  NEEL_FUNCTION int threads() const { return threads_; }
  NEEL_FUNCTION char* shared() const { return shared_; }
  /// Barrier of the block.
  NEEL_FUNCTION void sync() const {
    KOKKOS_IF_ON_HOST((wait_for(met_, arrive_at(met_, threads_));))
    KOKKOS_IF_ON_DEVICE((block_barrier();))
  }
  /// Arrives at the grid barrier, after this thread's writes.
  NEEL_FUNCTION void arrive() {
    KOKKOS_IF_ON_HOST((goal_ = arrive_at(arrived_, size());))
    KOKKOS_IF_ON_DEVICE((arrive_at();))
  }
  /// Waits at the grid barrier; then the writes of all threads before their arrival are visible.
  NEEL_FUNCTION void wait() const {
    KOKKOS_IF_ON_HOST((wait_for(arrived_, goal_);))
    KOKKOS_IF_ON_DEVICE((wait_for();))
  }

  /// Warp vote: whether it is so for all threads of the warp.
  static NEEL_FUNCTION bool all_of_warp(bool so) {
    KOKKOS_IF_ON_HOST((if (!so) { std::this_thread::yield(); } return so;))
    KOKKOS_IF_ON_DEVICE((return warp_agrees(so);))
  }
  /// Adds what each thread gives, all threads of a warp to the same places in a row.
  template <class To, int Count>
  NEEL_FUNCTION void add(To* to, const std::uint32_t (&values)[Count]) const {
    KOKKOS_IF_ON_HOST(
        (for (int k = 0; k < Count; ++k) { __atomic_fetch_add(to + k, To{values[k]}, __ATOMIC_RELAXED); }))
    KOKKOS_IF_ON_DEVICE((add_warps(to, values);))
  }
  template <class To>
  NEEL_FUNCTION void add(To* to, std::uint32_t value) const {
    const std::uint32_t one[] = {value};
    add(to, one);
  }

private:
  // Hosts: every thread arrives by itself.
  static BarrierCount arrive_at(BarrierCount* count, int of) {
    if (of == 1) {
      return 0;
    }
    const auto all = static_cast<BarrierCount>(of);
    const BarrierCount goal = (std::atomic_ref(*count).fetch_add(1) / all + 1) * all;
    std::atomic_ref(*count).notify_all();
    return goal;
  }
  static void wait_for(BarrierCount* count, BarrierCount goal) {
    if (goal > 0) {
      for (BarrierCount there = std::atomic_ref(*count); there < goal; there = std::atomic_ref(*count)) {
        std::atomic_ref(*count).wait(there);
      }
    }
  }
#ifdef __CUDACC__
  using Counter = cuda::atomic_ref<BarrierCount, cuda::thread_scope_device>;

  __device__ static void block_barrier() { __syncthreads(); }
  __device__ void arrive_at() {
    __syncthreads();
    if (thread_ == 0) {
      const auto blocks = static_cast<BarrierCount>(blocks_);
      goal_ = (Counter(*arrived_).fetch_add(1, cuda::memory_order_release) / blocks + 1) * blocks;
    }
  }
  __device__ void wait_for() const {
    if (thread_ == 0) {
      while (Counter(*arrived_).load(cuda::memory_order_acquire) < goal_) {
      }
    }
    __syncthreads();
  }
  __device__ static bool warp_agrees(bool so) { return __all_sync(0xFFFFFFFFU, so) != 0; }
  template <class To, int Count>
  __device__ void add_warps(To* to, const std::uint32_t (&values)[Count]) const {
    static_assert(Count <= 32);
    const int lane = thread_ % 32;
    std::uint32_t mine = 0;
#pragma unroll
    for (int k = 0; k < Count; ++k) {
      const std::uint32_t sum = warp_sum(values[k]);
      mine = lane == k ? sum : mine;
    }
    if (lane < Count) {
      Kokkos::atomic_add(to + lane, To{mine});
    }
  }
  __device__ static std::uint32_t warp_sum(std::uint32_t value) {
    constexpr unsigned all = 0xFFFFFFFFU;
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(all, value);
#else
    for (int step = 16; step > 0; step /= 2) {
      value += __shfl_xor_sync(all, value, step);
    }
    return value;
#endif
  }
#else // never called, but for the last: launch_cooperative() refuses
  static NEEL_FUNCTION void block_barrier() {}
  NEEL_FUNCTION void arrive_at() {}
  NEEL_FUNCTION void wait_for() const {}
  static NEEL_FUNCTION bool warp_agrees(bool so) { return so; }
  template <class To, int Count>
  NEEL_FUNCTION void add_warps(To* to, const std::uint32_t (&values)[Count]) const {
    for (int k = 0; k < Count; ++k) {
      Kokkos::atomic_add(to + k, To{values[k]});
    }
  }
#endif

  int block_, blocks_, thread_, threads_;
  char* shared_;
  BarrierCount *arrived_, *met_;
  BarrierCount goal_ = 0; ///< what the counter must reach; on devices of the block's first thread
};

/// Whether the backend has cooperative launches.
template <ExecutionSpace Exec>
inline constexpr bool launches_cooperatively = runs_on_host<Exec>;

/// The shape of a launch: blocks, threads of each, bytes of shared memory of each.
struct Blocks {
  int count = 0, threads = 0;
  std::size_t shared = 0;
};

#ifdef KOKKOS_ENABLE_CUDA

template <>
inline constexpr bool launches_cooperatively<Kokkos::Cuda> = true;

namespace detail {

/// Threads of a block at most, and blocks that a multiprocessor is to have at least, unless the work says otherwise.
template <class Work>
inline constexpr int most_threads = 256;
template <class Work>
  requires requires { Work::most_threads; }
inline constexpr int most_threads<Work> = Work::most_threads;
template <class Work>
inline constexpr int least_blocks = 1;
template <class Work>
  requires requires { Work::least_blocks; }
inline constexpr int least_blocks<Work> = Work::least_blocks;

/// Bytes that each block of it has for itself, where it does not say what blocks it wants.
template <class Work>
inline constexpr std::size_t shared_bytes = 0;
template <class Work>
  requires requires { Work::shared_bytes; }
inline constexpr std::size_t shared_bytes<Work> = Work::shared_bytes;

template <class Work>
__global__ void __launch_bounds__(most_threads<Work>, least_blocks<Work>)
    launch_cooperative(const __grid_constant__ Work work, BarrierCount* arrived) {
  extern __shared__ __align__(16) char shared[];
  work(GridThread(static_cast<int>(blockIdx.x), static_cast<int>(gridDim.x), static_cast<int>(threadIdx.x),
                  static_cast<int>(blockDim.x), arrived, shared));
}

/// The shape of a launch for work that wants threads(at_once) of them: as even as can be over multiprocessors.
template <class Work>
Blocks blocks_of(Work& work, const cudaDeviceProp& device) {
  int per_multiprocessor = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, launch_cooperative<Work>, most_threads<Work>,
                                                shared_bytes<Work>);
  const int multiprocessors = device.multiProcessorCount, warp = device.warpSize;
  const int wanted = work.threads(per_multiprocessor * multiprocessors * most_threads<Work>);
  if (wanted == 0) {
    return {};
  }
  const int warps = (wanted + multiprocessors * warp - 1) / (multiprocessors * warp); // of each multiprocessor
  int threads = Kokkos::clamp(warps * warp, warp, most_threads<Work>);
  if constexpr (requires { work.threads_of_block(threads); }) {
    threads = work.threads_of_block(threads);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, launch_cooperative<Work>, threads,
                                                  shared_bytes<Work>);
    const int all = (wanted + threads - 1) / threads;
    return {all <= per_multiprocessor * multiprocessors ? all : 0, threads, shared_bytes<Work>};
  }
  return {Kokkos::min((wanted + threads - 1) / threads, per_multiprocessor * multiprocessors), threads,
          shared_bytes<Work>};
}

} // namespace detail

/// Launches work(GridThread) in the stream of `exec`: in as many threads as work.threads(most resident ones) asks for, in blocks of
/// work.threads_of_block(most), if it has that, else of the most even size. `arrived`: the barrier's count in the device's memory, zero or
/// left by a launch of as many blocks; null without barriers. False where the device has no cooperative launch, or the work asks for none.
template <class Work>
bool launch_cooperative(const Kokkos::Cuda& exec, Work work, BarrierCount* arrived) {
  const cudaDeviceProp& device = exec.cuda_device_prop();
  int possible = 0;
  cudaDeviceGetAttribute(&possible, cudaDevAttrCooperativeLaunch, exec.cuda_device());
  if (possible == 0) {
    return false;
  }
  const Blocks blocks = detail::blocks_of(work, device);
  if (blocks.count == 0) {
    return false;
  }
  const auto kernel = reinterpret_cast<const void*>(detail::launch_cooperative<Work>);
  if (blocks.shared > 0) {
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(blocks.shared));
  }
  void* arguments[] = {&work, &arrived};
  const cudaError_t error = cudaLaunchCooperativeKernel(kernel, dim3(static_cast<unsigned>(blocks.count)),
                                                        dim3(static_cast<unsigned>(blocks.threads)), arguments,
                                                        blocks.shared, exec.cuda_stream());
  if (error != cudaSuccess) {
    cudaGetLastError(); // the caller's other way finds it again if it is there to stay
  }
  return error == cudaSuccess;
}

#endif

template <ExecutionSpace Exec, class Work>
bool launch_cooperative(const Exec& exec, Work work, BarrierCount* arrived) {
  if constexpr (runs_on_host<Exec>) {
    exec.fence("neel::launch_cooperative");
    work.threads(1);
    work(GridThread(0, 1, 0, 1, arrived));
  }
  return runs_on_host<Exec>;
}

} // namespace neel
