// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A configuration as arrays of a number, or several, per site.

#include "files/hdf5_block.hpp"

#include <neel/run/simulation.hpp>

namespace neel::output {

/// What sites of a system look like: their configuration, and the local energies if they are wanted and there are any.
struct Shot {
  run::Configuration configuration;
  std::vector<float> energy;
};

struct PointArray {
  std::string name;
  files::Hdf5Type type; ///< u8 or f32
  std::size_t components;
  std::string_view bytes; ///< of the shot
  bool changes = true;    ///< from step to step
};
/// `suffix`: of the names.
std::vector<PointArray> point_arrays(const Shot& shot, const std::string& suffix = {});

/// Behind the names of arrays: nothing for the first place of those in a file, else "_3".
std::string suffix_of(std::size_t index, int place);

/// What VTK shows at first: a name, and whether it is "Vectors" or "Scalars".
std::pair<std::string, std::string> main_array(const run::Configuration& c);

} // namespace neel::output
