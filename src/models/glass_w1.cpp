// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/glass_engine.hpp"

namespace neel::models {

NEEL_DEFINE_GLASS(1)

} // namespace neel::models
