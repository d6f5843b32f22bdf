// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A group of the runs of a scan, such as /results, as one.

#include "files/hdf5.hpp"
#include "model/model.hpp"

namespace neel::output {

/// `parts`: the runs' files without their ending. Arrays that all of them have get the axes of the scan in front.
void write_grid_group(files::Hdf5Writer& file, const std::string& name, const std::vector<std::string>& parts,
                      const std::vector<models::Coordinate>& axes);

} // namespace neel::output
