// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// /structure, /structure_path and /correlations of NAME.h5.

#include "files/hdf5.hpp"
#include "output/results.hpp"

namespace neel::output {

void write_structure(files::Hdf5Writer& file, const Results& results);

} // namespace neel::output
