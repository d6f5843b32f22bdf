// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Spins of one or two components on a crystal, bound by exchange alone: E = - sum J s.s' - H sum m s.

#include "models/crystal/crystal_model.hpp"
#include "models/crystal/crystal_text.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neel::models {

inline constexpr const char* start_of_crystals = "start configuration; of crystals: \"random\", \"up\", \"order\", "
                                                 "that of mean field, or \"wave\", turned by 2 pi q.r";

/// The largest energy of a spin in the field.
inline double most_field_energy(const input::RunInput& run, const Material& m) {
  const auto most = [](const std::vector<double>& all) {
    return std::accumulate(all.begin(), all.end(), 0.0, [](double a, double b) { return std::max(a, std::abs(b)); });
  };
  return most(run.schedule.field) * most(m.moment);
}

/// Reads the run of such a model and makes its Model. `traits`: of the model on its own lattice, but for the start
/// configurations. `start(c, system, site number)` makes the first value of a spin.
template <class P, class Start>
Model plain_crystal_model(input::Reader& in, input::RunInput& run, input::ModelTraits traits, const Start& start) {
  auto c = std::make_shared<CrystalRun>();
  const Material material = read_material(in, run, CouplingsIn::bonds, P::vector_components);
  set_traits_of_crystal(in, traits);
  input::read_run(in, traits, run);
  c->run = run;
  CrystalMeasured& what = c->plan.measured;
  what.components = P::vector_components;
  what.parts = {{"energy_bonds", "energy of bonds"}, {"energy_field", "energy in the field"}};
  what.field_axis = {1, 0, 0};
  const double most_field = most_field_energy(run, material);
  read_crystal_run(in, *c, material, -1, most_field);
  if (in.errors() > 0) {
    return {};
  }
  run = c->run;
  const bool ions = material.ions != only_ion || material.moment != std::vector<double>{1.0};
  Model model = crystal_model(*c,
                              std::string("E = -sum_bonds J s.s' - H sum_i ") + (ions ? "m(i) " : "") + "s_i" +
                                  (what.components == 1 ? ", s = 1 or -1" : ".x, |s| = 1") +
                                  ", each bond counted once\n" + (ions ? describe_moments(c->plan, run.unit) : ""),
                              P::Site::components * sizeof(typename P::Site::Component));
  model.make = [c, start, most_field](run::ExecutionContext where) {
    CrystalSetupMaker<P> maker(
        c->plan, c->run, [](const PairCoupling& p) { return typename P::Coupling{static_cast<float>(p.exchange())}; },
        [&](std::size_t /*basis*/, std::size_t ion, int group) {
          return typename P::SiteSpecies{group, true, static_cast<float>(c->plan.moment[ion])};
        });
    typename P::Formats formats;
    formats.bonds = FixedPoint(static_cast<float>(1.001 * c->plan.largest_of_bonds()));
    formats.field = FixedPoint(static_cast<float>(1.001 * most_field));
    return simulate_crystal<P>(
        *c, std::make_shared<const simulation::GraphSetup<P>>(maker.make(*where.ranks)), P{}, formats,
        [&](int system, std::uint32_t site) { return start(*c, system, site); }, where);
  };
  return model;
}

} // namespace neel::models
