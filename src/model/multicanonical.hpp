// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What multicanonical sampling adds to a model: averages over weighted measurements, and ln Z.

#include "model/model.hpp"

namespace neel::models {

/// Where the input asks for it; notes an error where it asks for what cannot be sampled so.
void add_multicanonical(input::Reader& in, const input::RunInput& run, Model& model);

} // namespace neel::models
