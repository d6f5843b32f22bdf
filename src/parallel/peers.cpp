// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Swaps between devices of one machine that reach each other's memory (NVLink, PCIe), by the kernel of peer_kernel.hpp.

#include "parallel/device_exchange.hpp"
#include "parallel/peer_kernel.hpp"

#include <cuda_runtime.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <vector>

namespace neel::parallel {

namespace {

using peers::Message, peers::Post;

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
    peers::Messages near;
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
      peers::neel_peer_swap<<<dim3(blocks, 4), peers::threads, 0, static_cast<cudaStream_t>(s.stream)>>>(near);
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
    if (m.bytes / m.unit + peers::chunk > std::numeric_limits<unsigned>::max()) {
      throw std::runtime_error("swapping between devices: pieces of so many bytes");
    }
    m.blocks = static_cast<unsigned>(std::clamp<std::size_t>(m.total / peers::little, 1, peers::most_blocks));
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
