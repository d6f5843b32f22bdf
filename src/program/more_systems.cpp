// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/more_systems.hpp"

#include "errors/errors.hpp"
#include "program/outputs.hpp"

namespace neel::program {

std::optional<SingleRun> missing_systems(const SingleRun& single, const std::vector<input::Difference>& grown,
                                         const run::Position& there) {
  if (grown.size() != 1 || grown.front().key != "algorithm.systems" ||
      (single.run.output.snapshots.any() && single.run.output.snapshots.all) || !at_end(single.run, there)) {
    return {};
  }
  const std::int64_t before = std::stoll(grown.front().before);
  try {
    SingleRun rest = share_of(single, before, single.run.systems - before, more_base(single.base));
    rest.of_scan = true;
    return rest;
  } catch (const InputError&) {
    return {}; // what they do depends on how many there are in all
  }
}

} // namespace neel::program
