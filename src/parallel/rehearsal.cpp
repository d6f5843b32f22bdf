// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "parallel/rehearsal.hpp"

#include "parallel/session.hpp"

#include <limits>

namespace neel::parallel {

namespace {

run::Communicator* rehearsing = nullptr;

/// The rank with the largest share, one with neighbours on both sides if there is such a one.
int busiest(int size, int units) {
  const auto share = [&](int rank) {
    const auto [begin, end] = run::share_of(units, rank, size);
    return end - begin;
  };
  int found = size / 2;
  for (int rank = 1; rank < size; ++rank) {
    found = share(rank) > share(found) ? rank : found;
  }
  return found;
}

} // namespace

class Rehearsal::Rank final : public run::Communicator {
public:
  Rank(int rank, int size, bool exchange_on_devices)
      : rank_(rank), size_(size), exchange_on_devices_(exchange_on_devices) {}

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  void gather(std::span<const std::byte> mine,
              const std::function<void(int, std::span<const std::byte>)>& receive) override {
    receive(rank_, mine);
  }
  void gather_at_first(std::span<const std::byte> mine,
                       const std::function<void(int, std::span<const std::byte>)>& receive) override {
    receive(rank_, mine);
  }
  int pieces_on_devices() const override { return exchange_on_devices_ ? std::numeric_limits<int>::max() : 0; }
  void start(const run::HaloExchange& swap) override {
    const auto sent = [&](const run::HaloExchange::Piece& piece, int to) {
      return to == run::HaloExchange::nobody ? 0 : static_cast<double>(piece.bytes) * swap.pieces;
    };
    ++traffic_.count;
    traffic_.bytes += sent(swap.to_below, swap.below) + sent(swap.to_above, swap.above);
  }
  void be(int rank) { rank_ = rank; }
  const HaloExchanges& traffic() const { return traffic_; }

private:
  int rank_, size_;
  bool exchange_on_devices_;
  HaloExchanges traffic_;
};

Rehearsal::Rehearsal(int size, bool exchange_on_devices)
    : rank_(std::make_unique<Rank>(size / 2, size, exchange_on_devices)) {
  rehearsing = rank_.get();
}
Rehearsal::~Rehearsal() { rehearsing = nullptr; }
void Rehearsal::be_busiest(int units) { rank_->be(busiest(rank_->size(), units)); }
Rehearsal::HaloExchanges Rehearsal::traffic() const { return rank_->traffic(); }

run::Communicator& ranks() { return rehearsing != nullptr ? *rehearsing : launched(); }

} // namespace neel::parallel
