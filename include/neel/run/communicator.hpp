// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a simulation asks of the processes that it is spread over. Every rank makes the same calls in the same order.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace neel::run {

/// The units [first, end) of `units` (systems, planes, pairs of them, rows) that rank `rank` of `ranks` has.
inline std::pair<int, int> share_of(int units, int rank, int ranks) {
  const auto begin = [&](int r) { return static_cast<int>(std::int64_t{units} * r / ranks); };
  return {begin(rank), begin(rank + 1)};
}

/// What a rank gives to the ranks on either side, and gets from them: so many pieces each, which begin `stride` bytes after one
/// another.
struct HaloExchange {
  static constexpr int nobody = -1;
  struct Piece {
    std::byte* data = nullptr; ///< of the first
    std::size_t bytes = 0;     ///< of each; 0: nothing goes, or comes, there
  };
  int below = nobody, above = nobody; ///< ranks
  Piece to_below, to_above, from_below, from_above;
  std::size_t stride = 0;
  int pieces = 1;
  void* stream = nullptr; ///< of a device, whose memory these are: the swap is work in this stream
};

/// One process by itself, unless overridden.
class Communicator {
public:
  virtual ~Communicator() = default;
  virtual int rank() const { return 0; }
  virtual int size() const { return 1; }

  /// Sums over ranks, in place; all ranks get them.
  virtual void add(std::span<std::int64_t> /*each*/) {}
  virtual void add(std::span<double> /*each*/) {}
  /// The least of the ranks' numbers, likewise.
  virtual std::int64_t least(std::int64_t mine) { return mine; }
  /// On all ranks: receive(rank, what it gave), from rank 0 on.
  virtual void gather(std::span<const std::byte> mine,
                      const std::function<void(int, std::span<const std::byte>)>& receive) {
    receive(0, mine);
  }
  /// The same on rank 0 alone, which has what one rank gave at a time.
  virtual void gather_at_first(std::span<const std::byte> mine,
                               const std::function<void(int, std::span<const std::byte>)>& receive) {
    receive(0, mine);
  }
  /// The inverse: on all ranks, what give(rank) made of it on rank 0, for one rank at a time.
  virtual std::vector<std::byte> from_first(const std::function<std::vector<std::byte>(int)>& give) { return give(0); }
  /// Of how many pieces a swap of a device's memory is best at most; 0: there is none such.
  virtual int pieces_on_devices() const { return 0; }
  /// Begins a swap, and waits until it is done (or is in the stream). One at a time; of one piece where there is no stream.
  virtual void start(const HaloExchange& /*swap*/) {}
  virtual void finish() {}
};

/// One process by itself.
inline Communicator& alone() {
  static Communicator ranks;
  return ranks;
}

/// The value of each rank, from rank 0 on; on all ranks.
template <class T>
  requires std::is_trivially_copyable_v<T>
std::vector<T> gathered(Communicator& ranks, const T& mine) {
  std::vector<T> all;
  ranks.gather(std::as_bytes(std::span(&mine, 1)), [&](int /*rank*/, std::span<const std::byte> its) {
    std::memcpy(&all.emplace_back(), its.data(), sizeof(T));
  });
  return all;
}

} // namespace neel::run
