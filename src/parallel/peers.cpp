// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Swaps between devices of one machine that reach each other's memory (NVLink, PCIe). One kernel of a few blocks copies what goes
// into boxes in the neighbours' memory, tells them, waits until theirs has come, and copies it to its place. A block works with the same
// block of the neighbour alone; both count their chunks. Words that tell of chunks are released and acquired at the scope of the system.

#include "parallel/device_exchange.hpp"

#include <cuda/atomic>
#include <cuda_runtime.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <vector>

namespace neel::parallel {

namespace {

constexpr unsigned most_blocks = 32, threads = 128;
constexpr std::size_t chunk = 1 << 16;  ///< bytes that a block sends at once
constexpr std::size_t little = 1 << 13; ///< bytes that are worth another block
constexpr std::size_t grain = 16;       ///< blocks' shares are so many bytes, and the last one's the rest

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
__device__ void wait_for(Count& count, unsigned least) {
  if (threadIdx.x == 0) {
    while (static_cast<int>(Word(count.of[0]).load(cuda::memory_order_relaxed) - least) < 0) {
      __nanosleep(20);
    }
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_system);
  }
  __syncthreads();
}
/// Once all threads of the block have come here.
__device__ void tell(Count& count, unsigned value) {
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

void check(cudaError_t status, const char* doing) {
  if (status != cudaSuccess) {
    throw std::runtime_error(std::string("swapping between devices: ") + doing + ": " + cudaGetErrorString(status));
  }
}

/// What a rank says of its posts, which are as many as ranks of its machine, times two.
struct Offer {
  std::array<char, 256> host{};
  cudaIpcMemHandle_t handle{};
  std::uint64_t mark = 0; ///< is at the beginning of the posts
  bool there = false;
};

class PeerExchange final : public DeviceExchange {
public:
  explicit PeerExchange(run::Communicator& ranks) : ranks_(&ranks), others_(static_cast<std::size_t>(ranks.size())) {
    Offer mine;
    gethostname(mine.host.data(), mine.host.size() - 1);
    std::vector<int> here; // ranks of this machine
    const std::vector<Offer> hosts = run::gathered(ranks, mine);
    for (int r = 0; r < ranks.size(); ++r) {
      if (hosts[static_cast<std::size_t>(r)].host == mine.host) {
        here.push_back(r);
      }
    }
    const auto place = [&](int rank) { return std::find(here.begin(), here.end(), rank) - here.begin(); };
    if (const std::size_t bytes = 2 * here.size() * sizeof(Post);
        here.size() > 1 && cudaMalloc(&own_, bytes) == cudaSuccess) {
      mine.mark = (static_cast<std::uint64_t>(ranks.rank()) << 32U) + static_cast<std::uint64_t>(getpid());
      mine.there = cudaMemset(own_, 0, bytes) == cudaSuccess &&
                   cudaMemcpy(own_, &mine.mark, sizeof mine.mark, cudaMemcpyHostToDevice) == cudaSuccess &&
                   cudaDeviceSynchronize() == cudaSuccess && cudaIpcGetMemHandle(&mine.handle, own_) == cudaSuccess;
    }
    const std::vector<Offer> offers = run::gathered(ranks, mine);
    std::vector<std::byte> reached(others_.size());
    for (const int r : here) {
      const auto k = static_cast<std::size_t>(r);
      reached[k] = std::byte{r != ranks.rank() && mine.there && offers[k].there && open(others_[k], offers[k])};
    }
    ranks.gather(reached, [&](int rank, std::span<const std::byte> by) { // both ways, or not at all
      const auto k = static_cast<std::size_t>(rank);
      if (std::to_integer<int>(reached[k]) != 0 &&
          std::to_integer<int>(by[static_cast<std::size_t>(ranks.rank())]) != 0) {
        others_[k].here = own_ + 2 * place(rank);
        others_[k].there = others_[k].opened + 2 * place(ranks.rank());
        ++peers_;
      }
    });
    cudaGetLastError(); // of what could not be opened
  }
  ~PeerExchange() override {
    cudaDeviceSynchronize();
    for (const Other& o : others_) {
      if (o.opened != nullptr) {
        cudaIpcCloseMemHandle(o.opened);
      }
    }
    ranks_->least(0); // nobody has it open
    cudaFree(own_);
  }
  PeerExchange(const PeerExchange&) = delete;
  PeerExchange& operator=(const PeerExchange&) = delete;

  /// Ranks that this one reaches, and that reach it.
  int peers() const { return peers_; }
  /// For the others.
  void add(std::unique_ptr<DeviceExchange> far) { far_ = std::move(far); }

  void start(const run::HaloExchange& s) override {
    run::HaloExchange rest = s;
    Messages near;
    const auto take = [&](Message& m, run::HaloExchange::Piece& piece, int rank, int way) {
      if (rank == run::HaloExchange::nobody || piece.bytes == 0) {
        return;
      }
      if (const Other& o = others_[static_cast<std::size_t>(rank)]; o.there != nullptr) {
        m = message(s, piece, o.here + way, o.there + way);
        piece.bytes = 0;
      }
    };
    take(near.out[0], rest.to_below, s.below, 0);
    take(near.out[1], rest.to_above, s.above, 1);
    take(near.in[0], rest.from_above, s.above, 0);
    take(near.in[1], rest.from_below, s.below, 1);
    const unsigned blocks = std::max({near.out[0].blocks, near.out[1].blocks, near.in[0].blocks, near.in[1].blocks});
    if (blocks > 0) {
      neel_peer_swap<<<dim3(blocks, 4), threads, 0, static_cast<cudaStream_t>(s.stream)>>>(near);
      check(cudaGetLastError(), "launching it");
    }
    if (far_) {
      far_->start(rest);
    }
  }
  void wait(const run::HaloExchange& s) override {
    check(cudaStreamSynchronize(static_cast<cudaStream_t>(s.stream)), "waiting for it");
  }
  int most_pieces() const override { return far_ ? far_->most_pieces() : std::numeric_limits<int>::max(); }
  std::string name() const override { return far_ ? "peer access and " + far_->name() : "peer access"; }

private:
  struct Other {
    Post* opened = nullptr; ///< its posts
    Post *here = nullptr, *there = nullptr;
  };

  static bool open(Other& other, const Offer& offer) {
    void* memory = nullptr;
    if (cudaIpcOpenMemHandle(&memory, offer.handle, cudaIpcMemLazyEnablePeerAccess) != cudaSuccess) {
      return false;
    }
    other.opened = static_cast<Post*>(memory);
    std::uint64_t mark = 0; // of another machine's memory, or of nothing, it would be another one
    return cudaMemcpy(&mark, memory, sizeof mark, cudaMemcpyDeviceToHost) == cudaSuccess && mark == offer.mark;
  }
  static Message message(const run::HaloExchange& s, const run::HaloExchange::Piece& piece, Post* here, Post* there) {
    Message m{here,        there,
              piece.data,  s.pieces > 1 ? s.stride : 0,
              piece.bytes, piece.bytes * static_cast<std::size_t>(s.pieces)};
    const auto fits = [&](unsigned unit) {
      return (reinterpret_cast<std::size_t>(m.data) | m.stride | m.bytes) % unit == 0;
    };
    m.unit = fits(16) ? 16 : fits(8) ? 8 : fits(4) ? 4 : 1;
    if (m.bytes / m.unit + chunk > std::numeric_limits<unsigned>::max()) {
      throw std::runtime_error("swapping between devices: pieces of so many bytes");
    }
    m.blocks = static_cast<unsigned>(std::clamp<std::size_t>(m.total / little, 1, most_blocks));
    return m;
  }

  run::Communicator* ranks_;
  Post* own_ = nullptr;
  std::vector<Other> others_; ///< of each rank
  int peers_ = 0;
  std::unique_ptr<DeviceExchange> far_;
};

} // namespace

std::unique_ptr<DeviceExchange> make_peer_exchange(run::Communicator& ranks, const MakeDeviceExchange& others) {
  auto swaps = std::make_unique<PeerExchange>(ranks);
  if (ranks.least(-swaps->peers()) == 0) { // there are none
    swaps.reset();
    return others(ranks);
  }
  if (ranks.least(swaps->peers()) < ranks.size() - 1) {
    std::unique_ptr<DeviceExchange> far = others(ranks);
    if (!far) {
      return nullptr;
    }
    swaps->add(std::move(far));
  }
  return swaps;
}

} // namespace neel::parallel
