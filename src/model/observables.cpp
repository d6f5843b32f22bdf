// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "model/observables.hpp"

namespace neel::models {

int Observables::axis(const Coordinate& c) {
  axes_.push_back(c);
  return static_cast<int>(axes_.size()) - 1;
}

Handle Observables::moment(const std::string& name, const std::string& long_name, const std::string& units, int axis) {
  const std::size_t count = axis == scalar ? 1 : axes_[static_cast<std::size_t>(axis)].values.size();
  const Handle first = moments_.size();
  moments_.insert(moments_.end(), count, {name, long_name, units, axis});
  return first;
}

Observable& Observables::add(const std::string& name, const std::string& long_name, const std::string& units,
                             Function f) {
  observables_.push_back({name, long_name, units, std::move(f)});
  return observables_.back();
}

Observable& Observables::mean(Handle first, bool of_averages) {
  const Moment m = moments_[first];
  const std::size_t count = m.axis == scalar ? 1 : axes_[static_cast<std::size_t>(m.axis)].values.size();
  for (Handle k = first; k < first + count; ++k) {
    Observable& o = add(m.name, m.long_name, m.units, [k](std::span<const double> mean, double) { return mean[k]; });
    o.axis = m.axis;
    o.of_averages = of_averages;
    o.moment = m.axis == scalar ? static_cast<std::ptrdiff_t>(k) : -1;
  }
  return observables_.back();
}

Observable& Observables::mean(Handle moment, Handle square) {
  Observable& o = mean(moment);
  o.square = static_cast<std::ptrdiff_t>(square);
  return o;
}

Handle Observables::measured(const std::string& name, const std::string& long_name, const std::string& units,
                             int axis) {
  const Handle first = moment(name, long_name, units, axis);
  mean(first);
  return first;
}

Observable& Observables::specific_heat(const std::string& long_name, Handle energy, Handle energy_squared) {
  return add("specific_heat", long_name, "k_B/site", [=, n = sites_](std::span<const double> mean, double t) {
    return n * (mean[energy_squared] - mean[energy] * mean[energy]) / (t * t);
  });
}

Observable& Observables::susceptibility(const std::string& name, const std::string& long_name, const std::string& units,
                                        const Fluctuation& of, Susceptibility kind) {
  return add(name, long_name, units, [=, n = sites_](std::span<const double> mean, double t) {
    double squares = 0;
    for (Handle k = of.first; k < of.first + of.components; ++k) {
      squares += mean[k] * mean[k];
    }
    return (kind == Susceptibility::plain ? n : n / t) * (mean[of.square] - squares);
  });
}

Observable& Observables::binder_ratio(const std::string& name, const std::string& long_name, Handle square,
                                      Handle fourth) {
  return add(name, long_name, "1",
             [=](std::span<const double> mean, double) { return mean[fourth] / (mean[square] * mean[square]); });
}

void Observables::show(const std::set<std::string>& names) {
  for (Observable& o : observables_) {
    o.headline = names.contains(o.name);
  }
}

} // namespace neel::models
