// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Swaps between the memories of devices, by NCCL: over NVLink or PCIe, without the host.

#include <neel/run/ranks.hpp>

#include <functional>
#include <memory>

namespace neel::parallel {

class DeviceSwaps {
public:
  virtual ~DeviceSwaps() = default;
  /// Puts it into its stream.
  virtual void start(const run::Swap& swap) = 0;
  /// The host waits for all in its stream.
  virtual void wait(const run::Swap& swap) = 0;
};

/// Gives bytes of rank 0 to all.
using Share = std::function<void(void* bytes, std::size_t count)>;
/// On all ranks, each of which must have a device of its own. Null where it cannot be.
std::unique_ptr<DeviceSwaps> make_device_swaps(int rank, int size, const Share& share);

} // namespace neel::parallel
