// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/phi4/phi4.hpp"

#include <neel/statistics/correlation_length.hpp>

#include <algorithm>
#include <cmath>

namespace neel::models {

Phi4Moments::Phi4Moments(const Phi4Options& o) : Observables(o.geometry.sites()), options_(o), lengths_(o.lengths()) {
  energy_ = moment("energy", "H per site");
  energy2_ = moment("energy_squared", "squared energy");
  mean(energy_, energy2_).primary = true;
  specific_heat("specific heat V/T^2 (<e^2> - <e>^2)", energy_, energy2_).units = "1";
  parts_ = measured("energy_gradient", "1/2 (grad phi)^2 per site");
  measured("energy_mass", "mu^2/2 phi^2 per site");
  measured("energy_quartic", "g/24 phi^4 per site");
  measured("energy_cutoff", "1/(2 Lambda) (laplacian phi)^2 per site");
  add_field();
  add_modes();
  virial_ = moment(
      "virial", "1/(N T) <phi dH/dphi> = (<(grad phi)^2> + mu^2 <phi^2> + g/6 <phi^4> + <(lap phi)^2>/Lambda)/(N T), "
                "which is 1 in equilibrium");
  mean(virial_).primary = true;
  accepted_ = moment("acceptance", "accepted fraction of proposals");
  Observable& accepted = mean(accepted_);
  accepted.primary = accepted.own = true;
  width_ = moment("width", "eps: a proposal changes a component by at most this");
  mean(width_).own = true;
}

void Phi4Moments::add_field() {
  phi_ = moments().size();
  for (int k = 0; k < options_.components; ++k) {
    const std::string number = std::to_string(k + 1);
    measured(options_.components == 1 ? "phi" : "phi_" + number,
             "field, average over sites" + (options_.components == 1 ? std::string() : ", component " + number));
  }
  powers_ = measured("phi_squared", "phi^2");
  measured("phi_fourth", "(phi^2)^2");
  measured("gradient_squared", "(grad phi)^2, forward differences");
  measured("laplacian_squared", "(laplacian phi)^2");
  m_ = moment("magnetisation", "|M|, M the average of the field over sites");
  m2_ = moment("magnetisation_squared", "M^2");
  m4_ = moment("magnetisation_fourth", "(M^2)^2");
  mean(m_, m2_).primary = true;
  mean(m2_);
  susceptibility("susceptibility", "V (<M^2> - <|M|>^2)", "1", {m2_, m_}, Susceptibility::plain);
  binder_ratio("binder_ratio", "Binder ratio <M^4>/<M^2>^2", m2_, m4_).primary = true;
}

void Phi4Moments::add_modes() {
  Coordinate n{"n", "mode number: momentum p = 2 pi n / L along an axis", "1", {}};
  for (int k = 0; k <= options_.modes; ++k) {
    n.values.push_back(k);
  }
  const int along = axis(n), longest = *std::max_element(lengths_.begin(), lengths_.end());
  modes_ = moments().size();
  std::vector<Handle> lowest; // the moments of the smallest momentum
  for (std::size_t a = 0; a < lengths_.size(); ++a) {
    const std::string name(1, "xyz"[a]);
    const Handle first =
        measured("propagator_" + name, "two-point function <|phi_p|^2> per component, p along " + name, "1", along);
    if (lengths_[a] == longest) {
      lowest.push_back(first);
    }
  }
  add("correlation_length", "second-moment correlation length, from <|phi_p|^2> at p = 0 and the smallest p", "1",
      [lowest, longest](std::span<const double> mean, double) {
        double one = 0;
        for (const Handle k : lowest) {
          one += mean[k + 1] / static_cast<double>(lowest.size());
        }
        return statistics::second_moment_length(mean[lowest.front()], one, longest);
      });
}

std::vector<Parameter> Phi4Moments::parameters() const {
  const auto values = [&](double Phi4Parameters::* member) {
    std::vector<double> all;
    for (const Phi4Parameters& p : options_.groups) {
      all.push_back(p.*member);
    }
    return std::adjacent_find(all.begin(), all.end(), std::not_equal_to<>()) == all.end() ? std::vector{all.front()}
                                                                                          : all;
  };
  return {{"mass_squared",
           "couplings.mass_squared",
           "mu^2, the coefficient of phi^2/2",
           "1",
           values(&Phi4Parameters::mass_squared),
           {{name(powers_), 1.0 / 2}}},
          {"g",
           "couplings.g",
           "coupling g, the coefficient of phi^4/24",
           "1",
           values(&Phi4Parameters::coupling),
           {{name(powers_ + 1), 1.0 / 24}}},
          {"inverse_cutoff",
           "couplings.inverse_cutoff",
           "1/Lambda, the coefficient of (laplacian phi)^2/2",
           "1",
           values(&Phi4Parameters::inverse_cutoff),
           {{name(powers_ + 3), 1.0 / 2}}}};
}

void Phi4Moments::measure(const FieldSums& s, Raw raw) const {
  const double n = sites(), components = options_.components;
  const double powers[] = {s.squared / n, s.fourth / n, s.gradient / n, s.laplacian / n};
  const double parts[] = {powers[2] / 2, s.at.mass_squared / 2 * powers[0], s.at.coupling / 24 * powers[1],
                          s.at.inverse_cutoff / 2 * powers[3]};
  std::copy(std::begin(powers), std::end(powers), raw.begin() + powers_);
  std::copy(std::begin(parts), std::end(parts), raw.begin() + parts_);
  raw[energy_] = parts[0] + parts[1] + parts[2] + parts[3];
  raw[energy2_] = raw[energy_] * raw[energy_];
  for (std::size_t k = 0; k < s.phi.size(); ++k) {
    raw[phi_ + k] = s.phi[k] / n;
    raw[m2_] += raw[phi_ + k] * raw[phi_ + k];
  }
  raw[m_] = std::sqrt(raw[m2_]);
  raw[m4_] = raw[m2_] * raw[m2_];
  Handle next = modes_;
  std::size_t first = 0;
  for (const int length : lengths_) {
    for (int mode = 0; mode <= options_.modes; ++mode) {
      double sum = 0;
      for (const auto& planes : s.planes) {
        sum += statistics::mode(std::span(planes).subspan(first, static_cast<std::size_t>(length)), mode);
      }
      raw[next++] = sum / (components * n); // |sum over sites|^2 / V
    }
    first += static_cast<std::size_t>(length);
  }
  raw[virial_] = 2 * (parts[0] + parts[1] + 2 * parts[2] + parts[3]) / (components * s.at.temperature);
  raw[accepted_] = s.accepted / options_.proposals();
  raw[width_] = s.width;
}

double Phi4Moments::scale(const simulation::ThermodynamicConditions& at, std::span<const double> raw) const {
  const double k = options_.dimensions;
  // The part of A in H/T = A phi^2 - ... that cancels against the coronas.
  const double site = k + k * (1 + 2 * k) * options_.parameters(at.system).inverse_cutoff;
  double sum = site * raw[powers_];
  for (Handle part = parts_; part < parts_ + 4; ++part) {
    sum += std::abs(raw[part]);
  }
  return sum;
}

} // namespace neel::models
