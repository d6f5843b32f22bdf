// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/written.hpp"

#include <fmt/format.h>

namespace neel::analysis {

std::string cell(double value) { return fmt::format("\t{:.10g}", value); }

std::string cell(const Estimate& e) { return cell(e.value) + cell(e.error); }

void write_estimates(files::Hdf5Writer& file, const std::string& path, std::span<const Estimate> estimates,
                     const std::vector<files::Axis>& axes, const Column& column) {
  std::vector<double> values, errors;
  for (const Estimate& e : estimates) {
    values.push_back(e.value);
    errors.push_back(e.error);
  }
  file.array(path + column.name, values, axes, column.units, column.long_name);
  file.array(path + column.name + "_err", errors, axes, column.units, column.long_name + ": standard error");
}

void write_pairs(files::Hdf5Writer& file, std::span<const double> length) {
  file.group("/crossings");
  std::vector<std::int64_t> pair;
  for (std::size_t k = 0; k + 1 < length.size(); ++k) {
    pair.push_back(static_cast<std::int64_t>(k));
  }
  file.scale("/crossings/pair", pair, "pair of consecutive sizes");
  const std::vector<files::Axis> axes{{"pair", pair.size()}};
  file.array("/crossings/L_smaller", length.first(pair.size()), axes, "lattice", "linear size of the smaller system");
  file.array("/crossings/L_larger", length.last(pair.size()), axes, "lattice", "linear size of the larger system");
}

} // namespace neel::analysis
