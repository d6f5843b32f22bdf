// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Builds without CUDA.

#include "parallel/device_swaps.hpp"

namespace neel::parallel {

std::unique_ptr<DeviceSwaps> make_peer_swaps(run::Ranks& ranks, const MakeDeviceSwaps& others) { return others(ranks); }

} // namespace neel::parallel
