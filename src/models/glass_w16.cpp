// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/glass_engine.hpp"

namespace neel::models {

NEEL_DEFINE_GLASS(16)

} // namespace neel::models
