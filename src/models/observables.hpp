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

/// A raw moment: one number per measurement and system.
struct Moment {
  std::string name;
  std::string long_name;
  std::string units;
};

/// A function of the mean moments of one system at one temperature.
struct Observable {
  std::string name;
  std::string long_name;
  std::string units;
  std::function<double(std::span<const double> means, double temperature)> derive;
  /// Indices of moments <A> and <A^2> from which an autocorrelation time can be told, or -1.
  std::ptrdiff_t moment = -1, square = -1;
};

} // namespace neel::models
