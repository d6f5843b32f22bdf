// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// [lattice].

#include "input/run_input.hpp"

namespace neel::input {

void read_lattice(Reader& in, const ModelTraits& model, LatticeInput& lattice);

} // namespace neel::input
