// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Swaps between the memories of devices, over NVLink or PCIe, without the host.

#include <neel/run/communicator.hpp>

#include <functional>
#include <memory>
#include <string>

namespace neel::parallel {

class DeviceExchange {
public:
  virtual ~DeviceExchange() = default;
  /// Puts it into its stream. Swaps in several streams are in order: one begins when the one before is done.
  virtual void start(const run::HaloExchange& swap) = 0;
  /// The host waits for all in its stream.
  virtual void wait(const run::HaloExchange& swap) = 0;
  /// Of how many pieces a swap is best at most.
  virtual int most_pieces() const = 0;
  /// What does it.
  virtual std::string name() const = 0;
};

// All of these are called on all ranks, each of which has a device of its own; null on all where it cannot be.
using MakeDeviceExchange = std::function<std::unique_ptr<DeviceExchange>(run::Communicator&)>;
/// By NCCL.
std::unique_ptr<DeviceExchange> make_nccl_exchange(run::Communicator& ranks);
/// By kernels that write into other devices' memory; between ranks that cannot, what `others` makes.
std::unique_ptr<DeviceExchange> make_peer_exchange(run::Communicator& ranks, const MakeDeviceExchange& others);

/// `mine`, unless it is null on one of the ranks.
inline std::unique_ptr<DeviceExchange> unless_missing(run::Communicator& ranks, std::unique_ptr<DeviceExchange> mine) {
  if (ranks.least(mine ? 1 : 0) == 0) {
    mine.reset();
  }
  return mine;
}

} // namespace neel::parallel
