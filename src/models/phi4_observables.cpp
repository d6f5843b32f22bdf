// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What a phi^4 run measures. All quantities are per site, in units of the field and of T.

#include "models/phi4.hpp"

#include <neel/measure/correlation_length.hpp>

#include <algorithm>
#include <cmath>

namespace neel::models {

std::size_t Phi4Observables::add_moment(const std::string& name, const std::string& long_name, int axis) {
  const std::size_t count = axis == scalar ? 1 : axes_[static_cast<std::size_t>(axis)].values.size();
  const std::size_t first = moments_.size();
  moments_.insert(moments_.end(), count, {name, long_name, "1", axis});
  return first;
}

Observable& Phi4Observables::add(const std::string& name, const std::string& long_name, const Function& f,
                                 bool headline) {
  Observable o{name, long_name, "1", f};
  o.headline = headline;
  observables_.push_back(o);
  return observables_.back();
}

/// A moment that is an observable, too.
void Phi4Observables::add_mean(const std::string& name, const std::string& long_name, bool headline) {
  const std::size_t moment = add_moment(name, long_name);
  add(name, long_name, [moment](std::span<const double> mean, double) { return mean[moment]; }, headline);
}

// The order here is the order in which measure() fills the moments.
Phi4Observables::Phi4Observables(const Phi4Options& o)
    : components_(o.components), modes_(o.modes + 1), sites_(static_cast<double>(o.geometry.sites())),
      proposals_(o.proposals()), lengths_{o.geometry.lx, o.geometry.ly} {
  if (o.dimensions == 3) {
    lengths_.push_back(o.geometry.lz);
  }
  add_mean("energy", "H per site", true);
  const std::size_t square = add_moment("energy_squared", "squared energy");
  observables_.back().moment = 0;
  observables_.back().square = static_cast<std::ptrdiff_t>(square);
  add("specific_heat", "specific heat V/T^2 (<e^2> - <e>^2)",
      [square, v = sites_](std::span<const double> mean, double temperature) {
        return v * (mean[square] - mean[0] * mean[0]) / (temperature * temperature);
      });
  add_mean("energy_gradient", "1/2 (grad phi)^2 per site");
  add_mean("energy_mass", "mu^2/2 phi^2 per site");
  add_mean("energy_quartic", "g/24 phi^4 per site");
  add_mean("energy_cutoff", "1/(2 Lambda) (laplacian phi)^2 per site");
  add_field();
  add_modes();
  add_mean("virial",
           "1/(N T) <phi dH/dphi> = (<(grad phi)^2> + mu^2 <phi^2> + g/6 <phi^4> + <(lap phi)^2>/Lambda)/(N T), "
           "which is 1 in equilibrium");
  observables_.back().headline = true;
  add_mean("acceptance", "accepted fraction of proposals", true);
  observables_.back().own = true;
  add_mean("width", "eps: a proposal changes a component by at most this");
  observables_.back().own = true;
}

void Phi4Observables::add_field() {
  for (int k = 0; k < components_; ++k) {
    const std::string name = components_ == 1 ? "phi" : "phi_" + std::to_string(k + 1);
    add_mean(name,
             "field, average over sites" + (components_ == 1 ? std::string() : ", component " + std::to_string(k + 1)));
  }
  add_mean("phi_squared", "phi^2");
  add_mean("phi_fourth", "(phi^2)^2");
  add_mean("gradient_squared", "(grad phi)^2, forward differences");
  add_mean("laplacian_squared", "(laplacian phi)^2");
  add_mean("magnetisation", "|M|, M the average of the field over sites", true);
  const std::size_t m = moments_.size() - 1, m2 = add_moment("magnetisation_squared", "M^2"),
                    m4 = add_moment("magnetisation_fourth", "(M^2)^2");
  observables_.back().moment = static_cast<std::ptrdiff_t>(m);
  observables_.back().square = static_cast<std::ptrdiff_t>(m2);
  add("magnetisation_squared", "M^2", [m2](std::span<const double> mean, double) { return mean[m2]; });
  add("susceptibility", "V (<M^2> - <|M|>^2)",
      [=, v = sites_](std::span<const double> mean, double) { return v * (mean[m2] - mean[m] * mean[m]); });
  add(
      "binder_ratio", "Binder ratio <M^4>/<M^2>^2",
      [=](std::span<const double> mean, double) { return mean[m4] / (mean[m2] * mean[m2]); }, true);
}

void Phi4Observables::add_modes() {
  Coordinate n{"n", "mode number: momentum p = 2 pi n / L along an axis", "1", {}};
  for (int k = 0; k < modes_; ++k) {
    n.values.push_back(k);
  }
  axes_.push_back(n);
  const int longest = *std::max_element(lengths_.begin(), lengths_.end());
  std::vector<std::size_t> lowest; // the moments of the smallest momentum
  for (std::size_t a = 0; a < lengths_.size(); ++a) {
    const std::string axis(1, "xyz"[a]);
    const std::string name = "propagator_" + axis;
    const std::string long_name = "two-point function <|phi_p|^2> per component, p along " + axis;
    const std::size_t first = add_moment(name, long_name, 0);
    for (std::size_t k = first; k < moments_.size(); ++k) {
      add(name, long_name, [k](std::span<const double> mean, double) { return mean[k]; }).axis = 0;
    }
    if (lengths_[a] == longest) {
      lowest.push_back(first);
    }
  }
  add("correlation_length", "second-moment correlation length, from <|phi_p|^2> at p = 0 and the smallest p",
      [lowest, longest](std::span<const double> mean, double) {
        double one = 0;
        for (const std::size_t k : lowest) {
          one += mean[k + 1] / static_cast<double>(lowest.size());
        }
        return measure::second_moment_length(mean[lowest.front()], one, longest);
      });
}

void Phi4Observables::measure(const FieldSums& s, std::vector<double>& raw) const {
  raw.clear();
  const auto push = [&](std::initializer_list<double> values) { raw.insert(raw.end(), values); };
  const double squared = s.squared / sites_, fourth = s.fourth / sites_, gradient = s.gradient / sites_,
               laplacian = s.laplacian / sites_;
  const double parts[] = {gradient / 2, s.at.mass_squared / 2 * squared, s.at.coupling / 24 * fourth,
                          s.at.inverse_cutoff / 2 * laplacian};
  const double energy = parts[0] + parts[1] + parts[2] + parts[3];
  push({energy, energy * energy, parts[0], parts[1], parts[2], parts[3]});
  double m2 = 0;
  for (const double phi : s.phi) {
    push({phi / sites_});
    m2 += phi / sites_ * (phi / sites_);
  }
  push({squared, fourth, gradient, laplacian, std::sqrt(m2), m2, m2 * m2});
  std::size_t first = 0;
  for (const int length : lengths_) {
    for (int n = 0; n < modes_; ++n) {
      double sum = 0;
      for (const auto& planes : s.planes) {
        sum += measure::mode(std::span(planes).subspan(first, static_cast<std::size_t>(length)), n);
      }
      push({sum / (components_ * sites_)}); // |sum over sites|^2 / V
    }
    first += static_cast<std::size_t>(length);
  }
  push({2 * (parts[0] + parts[1] + 2 * parts[2] + parts[3]) / (components_ * s.at.temperature)});
  push({s.accepted / proposals_, s.width});
}

} // namespace neel::models
