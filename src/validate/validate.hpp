// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Runs whose results are known: the same code that users' runs go through, without files.

#include "models/models.hpp"

#include <cmath>

namespace neel::validate {

/// What a run must give.
struct Expectation {
  std::string observable;
  double exact = 0;
  double resolution = 0; ///< the error must be smaller than this, or the row says nothing
  std::size_t point = 0;
  std::string source;
  double exact_error = 0; ///< where it is an independent simulation's
};

struct Case {
  std::string model;
  std::string name; ///< system and conditions
  std::string sampler;
  std::string input; ///< TOML
  std::vector<Expectation> expectations;
  bool full = false; ///< only in the long validation
};

/// Whether this build has the model: it may have been asked for some of them only.
bool is_built(const std::string& model);
/// In the order of the table; `full`: all of them, and longer runs.
std::vector<Case> cases(bool full);

/// A line of the table.
struct Row {
  Expectation expected;
  double measured = 0, error = 0;

  /// NaN, which is none, where the error is not known.
  double sigmas() const { return (measured - expected.exact) / std::hypot(error, expected.exact_error); }
  bool passed(double threshold) const {
    return error <= expected.resolution && sigmas() <= threshold && sigmas() >= -threshold;
  }
};

/// Something done to a model before it is run, after which validation must fail.
using Change = std::function<void(models::Model& model)>;

std::vector<Row> run(const Case& c, const Change& change = {});

/// How many sigmas one row may be off, for all rows to pass with probability 0.999 if the program is right.
double threshold(std::size_t rows);

} // namespace neel::validate
