// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Builds without CUDA.

#include "parallel/device_exchange.hpp"

namespace neel::parallel {

std::unique_ptr<DeviceExchange> make_peer_exchange(run::Communicator& ranks, const MakeDeviceExchange& others) {
  return others(ranks);
}

} // namespace neel::parallel
