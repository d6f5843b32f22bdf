// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The observables of a model: raw moments, taken at every measurement, and quantities derived from their means. A model
// declares each of them once and gets a handle: formulas name a moment by it, and measurements fill it in by it.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
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
  int axis = scalar;    ///< as for moments
  bool primary = false; ///< shown in the log
  /// For systems that differ: true derives the value from moments averaged over systems (a ratio of disorder averages),
  /// false averages the values of the systems. Systems that do not differ are always pooled.
  bool of_averages = false;
  /// Systems that share random numbers move together in this quantity, so that they alone cannot tell its error.
  bool by_correlated_set = false;
  /// Each system has a value of its own (an algorithm tunes it): systems are averaged, but not expected to agree.
  bool own = false;
};

/// A parameter that the energy is linear in.
struct Parameter {
  std::string name; ///< of the axis that it makes where it is varied: "H", "mass_squared"
  std::string key;  ///< of the input
  std::string long_name, units;
  std::vector<double> values; ///< one, or one per group; none of the field, which points have
  /// The derivative of the energy per site: weights of moments.
  std::vector<std::pair<std::string, double>> conjugate;
};

/// The index of a moment among those of a model.
using Handle = std::size_t;
/// The moments of one measurement of one system, by handle.
using Raw = std::span<double>;

/// N (<A^2> - <A>.<A>), N sites.
struct Fluctuation {
  Handle square;
  Handle first; ///< component of A
  std::size_t components = 1;
};
/// Whether a susceptibility is N/T times the fluctuation, or N times, as field theories have it.
enum class Susceptibility { over_temperature, plain };

/// The list of a model's moments and observables as it is made.
class Observables {
public:
  explicit Observables(std::int64_t sites) : sites_(static_cast<double>(sites)) {}

  const std::vector<Moment>& moments() const { return moments_; }
  const std::vector<Observable>& observables() const { return observables_; }
  const std::vector<Coordinate>& axes() const { return axes_; }
  double sites() const { return sites_; }
  const std::string& name(Handle moment) const { return moments_[moment].name; }

  int axis(const Coordinate& c);
  /// With an axis: the first of as many moments as it has values.
  Handle moment(const std::string& name, const std::string& long_name, const std::string& units = "1",
                int axis = scalar);

  /// A reference to an observable is valid until the next one is added.
  Observable& add(const std::string& name, const std::string& long_name, const std::string& units, Function f);
  /// The mean of a moment, or of all moments along its axis (returns the last one).
  Observable& mean(Handle moment, bool of_averages = false);
  /// With the moment of the squares, which its autocorrelation time needs.
  Observable& mean(Handle moment, Handle square);
  /// A moment and its mean.
  Handle measured(const std::string& name, const std::string& long_name, const std::string& units = "1",
                  int axis = scalar);

  /// N (<E^2> - <E>^2) / T^2, E the energy per site.
  Observable& specific_heat(const std::string& long_name, Handle energy, Handle energy_squared);
  Observable& susceptibility(const std::string& name, const std::string& long_name, const std::string& units,
                             const Fluctuation& of, Susceptibility kind = Susceptibility::over_temperature);
  /// N/T (<M_a^2> - <M_a>^2) of each component of the magnetisation, the first of which is `m`: declares the moments of the
  /// squares, and returns the first of them.
  Handle susceptibilities(Handle m, std::size_t components, const std::string& units);
  /// <m^4> / <m^2>^2.
  Observable& binder_ratio(const std::string& name, const std::string& long_name, Handle square, Handle fourth);

  /// The distribution of single values of a moment (of all of its axis), between these edges: NAME_histogram, a density. False if
  /// there is no such moment.
  bool add_histogram(const std::string& name, const std::vector<double>& edges);
  /// Counts a measurement in them, once its moments are filled in: those of the moments from `first` to before `past`.
  void count(Raw raw) const { count(raw, 0, moments_.size()); }
  void count(Raw raw, Handle first, Handle past) const;

  /// The log shows these and no others.
  void show(const std::set<std::string>& names);

private:
  struct Histogram {
    Handle source; ///< the first of `count` moments
    std::size_t count;
    Handle first; ///< of its intervals
    std::vector<double> edges;
  };

  double sites_;
  std::vector<Moment> moments_;
  std::vector<Observable> observables_;
  std::vector<Coordinate> axes_;
  std::vector<Histogram> histograms_;
};

} // namespace neel::models
