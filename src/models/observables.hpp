// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The observables of a model: raw moments, taken at every measurement, and quantities derived from their means.

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace neel::models {

/// What the elements of a vector quantity, or groups of systems, are counted by: a distance, a composition.
struct Coordinate {
  std::string name, long_name, units;
  std::vector<double> values;
};

inline constexpr int scalar = -1;

/// A raw moment: one number per measurement and system.
struct Moment {
  std::string name;
  std::string long_name;
  std::string units;
  int axis = scalar; ///< of the model's axes: then as many moments of this name follow each other as it has values
};

/// A function of mean moments.
using Function = std::function<double(std::span<const double> means, double temperature)>;

/// A function of the mean moments at one point, averaged over systems.
struct Observable {
  std::string name;
  std::string long_name;
  std::string units;
  Function derive;
  /// Indices of moments <A> and <A^2> from which an autocorrelation time can be told, or -1.
  std::ptrdiff_t moment = -1, square = -1;
  int axis = scalar;     ///< as for moments
  bool headline = false; ///< shown in the log
  /// Of systems that differ: derive it from moments averaged over them, as a ratio of disorder averages is defined; else
  /// each system's value is derived, and these are averaged. Systems that do not differ are always taken together.
  bool of_averages = false;
  /// It moves together in systems that share random numbers, so that these alone cannot tell its error.
  bool by_family = false;
  /// Each system has its own, as of what an algorithm tunes for it: systems are averaged, but not expected to agree.
  bool own = false;
};

} // namespace neel::models
