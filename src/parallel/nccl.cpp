// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "parallel/device_exchange.hpp"

#include <nccl.h>

#include <stdexcept>
#include <string>

namespace neel::parallel {

namespace {

void check(ncclResult_t status) {
  if (status != ncclSuccess) {
    throw std::runtime_error(std::string("swapping between devices: ") + ncclGetErrorString(status));
  }
}

class NcclExchange final : public DeviceExchange {
public:
  explicit NcclExchange(ncclComm_t all) : all_(all) {}
  ~NcclExchange() override { ncclCommDestroy(all_); }
  NcclExchange(const NcclExchange&) = delete;
  NcclExchange& operator=(const NcclExchange&) = delete;

  void start(const run::HaloExchange& s) override {
    const auto stream = static_cast<cudaStream_t>(s.stream);
    check(ncclGroupStart());
    // What two ranks send each other arrives in the order in which it was sent: where both neighbours are one rank, first what
    // goes down, which comes from above.
    for (int k = 0; k < s.pieces; ++k) {
      const std::size_t at = static_cast<std::size_t>(k) * s.stride;
      const auto send = [&](const run::HaloExchange::Piece& from, int to) {
        if (to != run::HaloExchange::nobody && from.bytes > 0) {
          check(ncclSend(from.data + at, from.bytes, ncclUint8, to, all_, stream));
        }
      };
      const auto receive = [&](const run::HaloExchange::Piece& to, int from) {
        if (from != run::HaloExchange::nobody && to.bytes > 0) {
          check(ncclRecv(to.data + at, to.bytes, ncclUint8, from, all_, stream));
        }
      };
      send(s.to_below, s.below);
      receive(s.from_above, s.above);
      send(s.to_above, s.above);
      receive(s.from_below, s.below);
    }
    check(ncclGroupEnd());
  }
  int most_pieces() const override { return 24; } // more are faster packed
  std::string name() const override { return "NCCL"; }
  void wait(const run::HaloExchange& s) override {
    if (cudaStreamSynchronize(static_cast<cudaStream_t>(s.stream)) != cudaSuccess) {
      throw std::runtime_error("swapping between devices: waiting for it");
    }
  }

private:
  ncclComm_t all_;
};

} // namespace

std::unique_ptr<DeviceExchange> make_nccl_exchange(run::Communicator& ranks) {
  struct Id {
    ncclUniqueId id{};
    bool there = false;
  } mine;
  mine.there = ranks.rank() == 0 && ncclGetUniqueId(&mine.id) == ncclSuccess;
  const Id first = run::gathered(ranks, mine).front();
  ncclComm_t all = nullptr;
  const bool there = first.there && ncclCommInitRank(&all, ranks.size(), first.id, ranks.rank()) == ncclSuccess;
  return unless_missing(ranks, there ? std::make_unique<NcclExchange>(all) : nullptr);
}

} // namespace neel::parallel
