// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The clock model as a run of the program.

#include "models/discrete_model.hpp"

#include <neel/models/clock.hpp>

namespace neel::models {

namespace {

struct ClockMoments : PlanarMoments {
  int q;
  Handle anisotropy;

  ClockMoments(const input::RunInput& run, double j, int states) : PlanarMoments(run, j), q(states) {
    anisotropy = measured("anisotropy", "cos(q theta), theta the angle of the magnetisation (J < 0: staggered)");
  }

  static std::string valid() { return "one of q states"; }

  template <class Sums>
  void measure(const simulation::Measured<Sums>& now, Raw raw) const {
    PlanarMoments::measure(now, raw);
    const double odd = coupling < 0 ? -1 : 1, length = raw[coupling < 0 ? n1 : m1];
    const double x = sum(now, Clock::along, odd), y = sum(now, Clock::across, odd);
    double real = length > 0 ? 1 : 0, imaginary = 0; // (e^(i theta))^q
    for (int k = 0; k < q && length > 0; ++k) {
      const double next = (real * x - imaginary * y) / length;
      imaginary = (real * y + imaginary * x) / length;
      real = next;
    }
    raw[anisotropy] = real;
  }
};

} // namespace

Model read_clock(input::Reader& in, input::RunInput& run) {
  const double j = read_discrete<Clock>(in, run, false);
  const int q = read_states(in, 4);
  check_systems(in, run, 1);
  if (in.errors() > 0) {
    return {};
  }
  DiscreteStates states{.count = q, .staggered = q / 2};
  states.j = j;
  states.hamiltonian = "-J sum_<ij> cos(2 pi (n_i - n_j)/q) - H sum_i cos(2 pi n_i/q), q = " + std::to_string(q);
  states.spins.components = q == 2 ? 1 : 2;
  states.spins.mirrors = clusters::Mirrors::of_clock(q);
  return discrete_model(in, run, Clock{static_cast<float>(j), q}, states, ClockMoments(run, j, q));
}

} // namespace neel::models
