// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "model/observables.hpp"

#include <algorithm>

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

Handle Observables::susceptibilities(Handle m, std::size_t components, const std::string& units) {
  const Handle first = moments_.size();
  for (std::size_t k = 0; k < components; ++k) {
    const std::string axis(1, "xyz"[k]);
    const Handle square =
        moment("magnetisation_" + axis + "_squared", "squared component " + axis + " of the magnetisation",
               "(" + moments_[m + k].units + ")^2");
    susceptibility("susceptibility_" + axis,
                   "susceptibility along " + axis + ", N/T (<M_" + axis + "^2> - <M_" + axis + ">^2)", units,
                   {square, m + k});
  }
  return first;
}

Observable& Observables::binder_ratio(const std::string& name, const std::string& long_name, Handle square,
                                      Handle fourth) {
  return add(name, long_name, "1",
             [=](std::span<const double> mean, double) { return mean[fourth] / (mean[square] * mean[square]); });
}

bool Observables::add_histogram(const std::string& name, const std::vector<double>& edges) {
  const auto named = [&](const Moment& m) { return m.name == name; };
  const auto source = std::find_if(moments_.begin(), moments_.end(), named);
  if (source == moments_.end()) {
    return false;
  }
  const auto place = static_cast<Handle>(source - moments_.begin());
  const auto many = static_cast<std::size_t>(std::count_if(source, moments_.end(), named));
  Coordinate intervals{name + "_interval", "middle of the interval: " + source->long_name, source->units, {}};
  for (std::size_t k = 0; k + 1 < edges.size(); ++k) {
    intervals.values.push_back((edges[k] + edges[k + 1]) / 2);
  }
  const Handle first = moment(name + "_histogram", "part of the measurements in the interval: " + source->long_name,
                              "1", axis(intervals));
  mean(first, true);
  const std::string& units = moments_[place].units;
  for (std::size_t k = 0; k + 1 < edges.size(); ++k) {
    Observable& density = observables_[observables_.size() - intervals.values.size() + k];
    density.long_name = "probability density of single measurements: " + moments_[place].long_name;
    density.units = units == "1" ? "1" : "1/(" + units + ")";
    density.derive = [at = first + k, width = edges[k + 1] - edges[k]](std::span<const double> mean, double) {
      return mean[at] / width;
    };
  }
  histograms_.push_back({place, many, first, edges});
  return true;
}

void Observables::count(Raw raw, Handle first, Handle past) const {
  for (const Histogram& h : histograms_) {
    const bool within = first <= h.source && h.source < past;
    for (Handle source = h.source; within && source < h.source + h.count; ++source) {
      auto above = std::upper_bound(h.edges.begin(), h.edges.end(), raw[source]);
      above -= above == h.edges.end() && raw[source] == h.edges.back() ? 1 : 0; // the last one has its upper edge, too
      if (above != h.edges.begin() && above != h.edges.end()) {
        raw[h.first + static_cast<Handle>(above - h.edges.begin()) - 1] += 1 / static_cast<double>(h.count);
      }
    }
  }
}

void Observables::show(const std::set<std::string>& names) {
  for (Observable& o : observables_) {
    o.primary = names.contains(o.name);
  }
}

} // namespace neel::models
