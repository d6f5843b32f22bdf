// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "expression/observing.hpp"

#include <neel/expression/observing.hpp>
#include <neel/simulation/spaces.hpp>

namespace neel::expression {

std::size_t bytes(const run::UserMoments& moments) {
  return SiteAverages<Kokkos::DefaultExecutionSpace>::bytes(moments);
}

std::unique_ptr<run::Simulation> observing(std::unique_ptr<run::Simulation> inner, const run::UserMoments& moments,
                                           run::Space space) {
  return simulation::in_space(space, [&]<class Exec>(const Exec&) -> std::unique_ptr<run::Simulation> {
    return std::make_unique<Observing<Exec>>(std::move(inner), moments);
  });
}

} // namespace neel::expression
