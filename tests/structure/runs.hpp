// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Runs of models whose structure factors are measured.

#include "input/reader.hpp"
#include "model/structure.hpp"
#include "models/models.hpp"
#include "structure/fields.hpp"

#include <map>

namespace neel::testing {

struct MeasuredRun {
  models::Model model;
  input::RunInput in;
  structure::Layout layout;
  run::Spectrum spectrum;
  std::map<std::string, double> moment; ///< averages over measurements and systems

  double at(std::size_t wave) const { return spectrum.value[wave]; }
};

/// At the first temperature; structure factors of all wave vectors with each measurement, and correlations.
inline MeasuredRun measured(const std::string& text, int thermalize, int measurements, int every, int zones = 1) {
  using Exec = Kokkos::DefaultExecutionSpace;
  MeasuredRun r;
  input::Reader in = input::Reader::from_text(text, "test");
  r.model = models::read_input(in, r.in);
  const structure::Request request = models::structure_request(r.model, r.in);
  structure::Options o;
  o.layout = {request.field, all_waves(request.field, zones), true, false, true};
  o.positions = request.positions;
  o.systems = request.systems;
  r.layout = o.layout;
  structure::Structured<Exec> s(r.model.make(run::Space::default_space), o, plain_product<Exec>);
  s.set_conditions(r.in.schedule.temperature.front(), r.in.schedule.field.front());
  std::uint64_t number = 0;
  for (int n = 0; n < thermalize; ++n) {
    s.thermalize(number++);
  }
  for (int n = 0; n < measurements; ++n) {
    for (int k = 1; k < every; ++k) {
      s.sweep(number++);
    }
    s.sweep_and_measure(number++);
    s.collect([&](int, std::span<const double> raw) {
      for (std::size_t m = 0; m < raw.size(); ++m) {
        r.moment[r.model.moments[m].name] += raw[m] / measurements / request.systems;
      }
    });
  }
  s.finish_point();
  r.spectrum = s.finished()[0][0];
  return r;
}

} // namespace neel::testing
