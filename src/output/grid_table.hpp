// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// NAME.tsv of a scan.

#include "output/results.hpp"

namespace neel::output {

/// The tables of the runs one below another, with columns for what is scanned; nan where a run has no such column.
void write_grid_table(const std::vector<models::Coordinate>& axes, const std::vector<std::string>& parts,
                      const std::string& input, const std::string& path);

} // namespace neel::output
