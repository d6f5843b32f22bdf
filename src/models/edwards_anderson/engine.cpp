// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/edwards_anderson/kernels.hpp"

namespace neel::models {

namespace {

bool power_of_two(int n) { return (n & (n - 1)) == 0; }

} // namespace

std::optional<EdwardsAndersonOptions::Objection> EdwardsAndersonOptions::objection() const {
  const lattice::Geometry& g = geometry;
  const auto text = [](int n) { return std::to_string(n); };
  const std::string size = text(g.lx) + " x " + text(g.ly) + " x " + text(g.lz);
  if (words != 1 && words != 4 && words != 16) {
    return Objection{"coding.words", "words per site must be 1, 4 or 16, not " + text(words)};
  }
  if (replicas < 1 || replicas > most_replicas) {
    return Objection{"coding.replicas",
                     "there are 1 to " + text(most_replicas) + " replicas of a sample, not " + text(replicas)};
  }
  if (!g.periodic_x || !g.periodic_y || !g.periodic_z || g.lx % 2 != 0 || g.ly % 2 != 0 || g.lz % 2 != 0) {
    return Objection{"lattice.size",
                     "the spin glass is three-dimensional and periodic, with even lengths; the lattice is " + size +
                         (g.periodic_x && g.periodic_y && g.periodic_z ? "" : ", not periodic along all axes")};
  }
  if (order == "bitwise" && !(power_of_two(g.lx) && power_of_two(g.ly) && power_of_two(g.lz))) {
    return Objection{"coding.order", "the bitwise order needs lengths that are powers of two, not " + size};
  }
  if (order == "sliced" && (g.lx != g.ly || g.ly != g.lz)) {
    return Objection{"coding.order", "the sliced order needs a cube, not " + size};
  }
  if (synchronous && order != "standard") {
    return Objection{"coding.order", "synchronous coding has the standard order only"};
  }
  if (synchronous && generator != "philox") {
    return Objection{"coding.generator", "synchronous coding takes its numbers from Philox only"};
  }
  if (synchronous && g.lz % 64 != 0) {
    return Objection{"lattice.size", "synchronous coding needs Lz to be a multiple of 64; the lattice is " + size};
  }
  return {};
}

std::unique_ptr<EdwardsAndersonEngine> make_edwards_anderson(const EdwardsAndersonOptions& o,
                                                             run::ExecutionContext where) {
  if (!o.synchronous) {
    return o.words == 1   ? make_asynchronous<1>(o, where)
           : o.words == 4 ? make_asynchronous<4>(o, where)
                          : make_asynchronous<16>(o, where);
  }
  // The trajectory does not depend on W; one word per cell is the fastest on GPUs, no slower on CPUs.
  return simulation::in_space(where.space, [&]<class Exec>(const Exec&) -> std::unique_ptr<EdwardsAndersonEngine> {
    return std::make_unique<EdwardsAndersonKernels<EdwardsAndersonSingle<1>, lattice::Slabs<1>, Exec>>(o, *where.ranks);
  });
}

} // namespace neel::models
