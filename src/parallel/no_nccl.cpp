// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Builds without NCCL.

#include "parallel/device_swaps.hpp"

namespace neel::parallel {

std::unique_ptr<DeviceSwaps> make_nccl_swaps(run::Ranks& /*ranks*/) { return nullptr; }

} // namespace neel::parallel
