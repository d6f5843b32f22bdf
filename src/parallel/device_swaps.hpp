// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Swaps between the memories of devices, over NVLink or PCIe, without the host.

#include <neel/run/ranks.hpp>

#include <functional>
#include <memory>
#include <string>

namespace neel::parallel {

class DeviceSwaps {
public:
  virtual ~DeviceSwaps() = default;
  /// Puts it into its stream. Swaps in several streams are in order: one begins when the one before is done.
  virtual void start(const run::Swap& swap) = 0;
  /// The host waits for all in its stream.
  virtual void wait(const run::Swap& swap) = 0;
  /// Of how many pieces a swap is best at most.
  virtual int most_pieces() const = 0;
  /// What does it.
  virtual std::string name() const = 0;
};

// All of these are called on all ranks, each of which has a device of its own; null on all where it cannot be.
using MakeDeviceSwaps = std::function<std::unique_ptr<DeviceSwaps>(run::Ranks&)>;
/// By NCCL.
std::unique_ptr<DeviceSwaps> make_nccl_swaps(run::Ranks& ranks);
/// By kernels that write into other devices' memory; between ranks that cannot, what `others` makes.
std::unique_ptr<DeviceSwaps> make_peer_swaps(run::Ranks& ranks, const MakeDeviceSwaps& others);

/// `mine`, unless it is null on one of the ranks.
inline std::unique_ptr<DeviceSwaps> unless_missing(run::Ranks& ranks, std::unique_ptr<DeviceSwaps> mine) {
  if (ranks.least(mine ? 1 : 0) == 0) {
    mine.reset();
  }
  return mine;
}

} // namespace neel::parallel
