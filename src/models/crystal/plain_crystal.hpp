// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Spins of one or two components on a crystal, all of one kind and bound by exchange alone: E = - sum J s.s' - H sum s.

#include "models/crystal/crystal_model.hpp"

namespace neel::models {

inline constexpr const char* start_of_crystals = "start configuration; of crystals: \"random\", \"up\", \"order\", "
                                                 "that of mean field, or \"wave\", turned by 2 pi q.r";

/// Reads the run of such a model and makes its Model. `traits`: of the model on its own lattice, but for the start
/// configurations. `start(c, system, site number)` makes the first value of a spin.
template <class P, class Start>
Model plain_crystal_model(input::Reader& in, input::RunInput& run, input::ModelTraits traits, const Start& start) {
  auto c = std::make_shared<CrystalRun>();
  traits.starts = crystal_starts();
  traits.any_length = true;
  input::read_run(in, traits, run);
  c->run = run;
  c->plan.ions = {"spin"};
  c->plan.moment = {1.0};
  CrystalMeasured& what = c->plan.measured;
  what.components = P::vector_components;
  what.parts = {{"energy_bonds", "energy of bonds"}, {"energy_field", "energy in the field"}};
  what.field_axis = {1, 0, 0};
  double most_field = 0;
  for (const double h : run.schedule.field) {
    most_field = std::max(most_field, std::abs(h));
  }
  read_crystal_run(in, *c, {}, -1, most_field);
  if (in.errors() > 0) {
    return {};
  }
  run = c->run;
  Model model = crystal_model(*c,
                              "E = -sum_bonds J s.s' - H sum_i s_i" +
                                  std::string(what.components == 1 ? ", s = 1 or -1" : ".x, |s| = 1") +
                                  ", each bond counted once\n",
                              P::Site::components * sizeof(typename P::Site::Component));
  model.make = [c, start, most_field](run::Where where) {
    CrystalSetupMaker<P> maker(
        c->plan, c->run, [](const PairCoupling& p) { return typename P::Coupling{static_cast<float>(p.exchange())}; },
        [](std::size_t /*basis*/, std::size_t /*ion*/, int group) { return typename P::Occupant{group}; });
    typename P::Formats formats;
    formats.bonds = FixedPoint(static_cast<float>(1.001 * c->plan.largest_of_bonds()));
    formats.field = FixedPoint(static_cast<float>(1.001 * most_field));
    return simulate_crystal<P>(
        *c, std::make_shared<const simulation::NetworkSetup<P>>(maker.make(*where.ranks)), P{}, formats,
        [&](int system, std::uint32_t site) { return start(*c, system, site); }, where);
  };
  return model;
}

} // namespace neel::models
