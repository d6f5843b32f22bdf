// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a run of a crystal takes, before it takes it.

#include "models/crystal/crystal_model.hpp"

namespace neel::models {

/// `spin`: bytes of one.
Memory memory_of(const CrystalRun& run, std::size_t spin);

} // namespace neel::models
