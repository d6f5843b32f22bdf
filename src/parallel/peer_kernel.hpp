// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The kernel of swaps between devices (peers.cpp). Its few blocks copy what goes into boxes in the neighbours' memory, tell them, wait until
// theirs has come, and copy it to its place. A block works with the same block of the neighbour alone; both count their chunks. Words that
// tell of chunks are released and acquired at the scope of the system.

#include <cuda/atomic>
#include <cuda_runtime.h>

#include <cstddef>

namespace neel::parallel::peers {

inline constexpr unsigned most_blocks = 32, threads = 128;
inline constexpr std::size_t chunk = 1 << 16;  ///< bytes that a block sends at once
inline constexpr std::size_t little = 1 << 13; ///< bytes that are worth another block
inline constexpr std::size_t grain = 16;       ///< blocks' shares are so many bytes, and the last one's the rest

/// What one block of a rank and one of another tell each other. In device memory.
struct Count {
  unsigned of[8]; ///< the first; the others keep it alone in a sector
};
/// What comes to one rank from another one way (down or up), and what it knows of what goes back. The other writes into the first three.
struct Post {
  alignas(grain) std::byte box[most_blocks][2][chunk]; ///< chunks, by turns
  Count arrived[most_blocks];                          ///< chunks that have been written into the box
  Count taken[most_blocks];                            ///< chunks sent that the other has taken out of its box
  Count sent[most_blocks], received[most_blocks];
};

/// One side of a swap, seen by one rank.
struct Message {
  Post *here = nullptr,
       *there = nullptr; ///< of this rank for the other, and of the other for this one; null: nothing goes
  std::byte* data = nullptr;
  std::size_t stride = 0, bytes = 0; ///< of a piece, all a multiple of the unit
  std::size_t total = 0;             ///< bytes
  unsigned unit = 1;                 ///< bytes that are copied at once: 16, 8, 4, 1
  unsigned blocks = 0;

  __host__ __device__ std::size_t begin(unsigned block) const {
    return block == blocks ? total : total / grain * block / blocks * grain;
  }
};

/// Bytes [first, first + count) of all pieces, one after the other, to the box or from it.
template <class Unit, bool Out>
__device__ void copy(const Message& m, std::size_t first, unsigned count, std::byte* box) {
  const std::size_t piece = first / m.bytes;
  const auto at = static_cast<unsigned>((first - piece * m.bytes) / sizeof(Unit));
  const auto each = static_cast<unsigned>(m.bytes / sizeof(Unit));
  std::byte* const data = m.data + piece * m.stride;
  auto* const packed = reinterpret_cast<Unit*>(box);
  const auto go = [&](unsigned i) -> Unit& {
    const unsigned k = (at + i) / each;
    return reinterpret_cast<Unit*>(data + k * m.stride)[at + i - k * each];
  };
  const auto units = static_cast<unsigned>(count / sizeof(Unit));
  constexpr unsigned at_once = 4;
  for (unsigned begin = threadIdx.x; begin < units; begin += at_once * threads) {
    Unit held[at_once];
#pragma unroll
    for (unsigned j = 0; j < at_once; ++j) {
      if (const unsigned i = begin + j * threads; i < units) {
        held[j] = Out ? go(i) : packed[i];
      }
    }
#pragma unroll
    for (unsigned j = 0; j < at_once; ++j) {
      if (const unsigned i = begin + j * threads; i < units) {
        (Out ? packed[i] : go(i)) = held[j];
      }
    }
  }
}
template <bool Out>
__device__ void copy_units(const Message& m, std::size_t first, unsigned count, std::byte* box) {
  switch (m.unit) {
  case 16:
    return copy<uint4, Out>(m, first, count, box);
  case 8:
    return copy<uint2, Out>(m, first, count, box);
  case 4:
    return copy<unsigned, Out>(m, first, count, box);
  default:
    return copy<unsigned char, Out>(m, first, count, box);
  }
}

using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_system>;

/// All threads of the block go on once the word is `least` or more, as numbers that go round.
inline __device__ void wait_for(Count& count, unsigned least) {
  if (threadIdx.x == 0) {
    while (static_cast<int>(Word(count.of[0]).load(cuda::memory_order_relaxed) - least) < 0) {
      __nanosleep(20);
    }
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_system);
  }
  __syncthreads();
}
/// Once all threads of the block have come here.
inline __device__ void tell(Count& count, unsigned value) {
  __syncthreads();
  if (threadIdx.x == 0) {
    Word(count.of[0]).store(value, cuda::memory_order_release);
  }
}

/// What goes down and up, and what comes.
struct Messages {
  Message out[2], in[2];
};

/// Blocks of a row of the grid have a message each, what goes before what comes, for which blocks wait.
__global__ void __launch_bounds__(threads, 10) neel_peer_swap(Messages all) {
  const bool out = blockIdx.y < 2;
  const Message& m = out ? all.out[blockIdx.y] : all.in[blockIdx.y - 2];
  const unsigned block = blockIdx.x;
  if (block >= m.blocks) {
    return;
  }
  unsigned& count = (out ? m.here->sent : m.here->received)[block].of[0];
  unsigned chunks = count;
  const std::size_t end = m.begin(block + 1);
  for (std::size_t first = m.begin(block); first < end; first += chunk, ++chunks) {
    const auto bytes = static_cast<unsigned>(min(chunk, end - first));
    if (out) {
      wait_for(m.here->taken[block], chunks - 1); // the last but one, of this half of the box
      copy_units<true>(m, first, bytes, m.there->box[block][chunks % 2]);
      tell(m.there->arrived[block], chunks + 1);
    } else {
      wait_for(m.here->arrived[block], chunks + 1);
      copy_units<false>(m, first, bytes, m.here->box[block][chunks % 2]);
      tell(m.there->taken[block], chunks + 1);
    }
  }
  if (threadIdx.x == 0) {
    count = chunks;
  }
}

} // namespace neel::parallel::peers
