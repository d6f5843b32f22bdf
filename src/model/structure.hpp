// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Structure factors that an input asks for.

#include "model/model.hpp"
#include "structure/structured.hpp"

namespace neel::models {

structure::Request structure_request(const Model& model, const input::RunInput& run);

/// Adds what structure factors take to the model's memory.
void add_structure(const input::RunInput& run, Model& model);

} // namespace neel::models
