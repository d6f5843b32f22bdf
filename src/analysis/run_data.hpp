// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What reweighting needs of a result file, NAME.h5.

#include "analysis/reweighting.hpp"
#include "input/value.hpp"

namespace neel::analysis {

inline constexpr std::size_t jackknife_blocks = 20;

struct RunData {
  std::string path, model, input;     ///< the file, and the input that is stored in it
  std::vector<std::string> order;     ///< of each group: name of the moment that is |m|
  std::string order_unit;             ///< of these
  std::string unit;                   ///< of T and energies
  std::vector<std::int64_t> size;     ///< of the lattice
  std::vector<double> temperature;    ///< of each point of the run
  double field = 0;                   ///< the same at all points
  std::string scan, scan_name;        ///< what is scanned and its long name, or empty
  std::vector<double> scanned;        ///< its values
  std::vector<bool> disorder;         ///< of each group: its chains are disorder samples
  std::size_t chains = 1, draws = 0;  ///< in all groups; at the longest point
  std::vector<std::size_t> measured;  ///< draws at each point
  std::vector<double> energy, moment; ///< (point, chain, draw), per site

  std::size_t groups() const { return scanned.empty() ? 1 : scanned.size(); }
  double sites() const;
  /// The moments that are |m|, each once: "A" or "A or B".
  std::string order_parameter() const;
  /// The side of a cube or square of as many sites.
  double length() const;
  Definition definition() const;
  /// The temperatures in rising order, each once.
  std::vector<double> temperatures() const;
  /// The measurements of a chain at some temperatures, added to `all` (which may be empty).
  void add(std::size_t chain, std::span<const double> at, Measurements& all) const;
};

/// Throws FileError if the file is not a result of Neel or contradicts itself, InputError with one clear sentence if it
/// cannot be reweighted.
RunData read_run_data(const std::string& path);
/// The input that is stored in a file; throws FileError if it is none.
input::Value stored_input(const std::string& text, const std::string& path);

/// A group of chains at some temperatures of the run, in rising order.
Reweighting reweighting(const RunData& run, std::size_t group, std::span<const double> at);

} // namespace neel::analysis
