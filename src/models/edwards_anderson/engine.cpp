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
  const bool plane = is_plane(g);
  const std::string size = text(g.lx) + (plane ? "" : " x " + text(g.ly)) + " x " + text(g.lz);
  if (words != 1 && words != 4 && words != 16) {
    return Objection{"coding.words", "words per site must be 1, 4 or 16, not " + text(words)};
  }
  if (replicas < 1 || replicas > most_replicas) {
    return Objection{"coding.replicas",
                     "there are 1 to " + text(most_replicas) + " replicas of a sample, not " + text(replicas)};
  }
  const bool periodic = g.periodic_x && (g.periodic_y || plane) && g.periodic_z;
  if (!periodic || g.lx % 2 != 0 || (g.ly % 2 != 0 && !plane) || g.lz % 2 != 0) {
    return Objection{"lattice.size",
                     "the spin glass lies on a square or cubic lattice, periodic and of even lengths; the lattice is " +
                         size + (periodic ? "" : ", not periodic along all axes")};
  }
  if (order == "bitwise" && !(power_of_two(g.lx) && power_of_two(g.ly) && power_of_two(g.lz))) {
    return Objection{"coding.order", "the bitwise order needs lengths that are powers of two, not " + size};
  }
  if (order == "sliced" && (g.lx != g.ly || g.ly != g.lz)) {
    return Objection{"coding.order", "the sliced order needs a cube, not " + size};
  }
  if (pair_moves > 0 && replicas < 2) {
    return Objection{"algorithm.update",
                     "\"houdayer\" moves two replicas of a sample at once; ask for coding.replicas = 2 or more"};
  }
  if (pair_moves > 0 && passes < 1) {
    return Objection{"algorithm.update", "\"houdayer\" keeps the energy of two replicas together, and stands beside "
                                         "moves of single spins alone"};
  }
  if (synchronous && order != "standard") {
    return Objection{"coding.order", "synchronous coding has the standard order only"};
  }
  if (synchronous && generator != "philox") {
    return Objection{"coding.generator", "synchronous coding takes its numbers from Philox only"};
  }
  if (synchronous && g.lz % 64 != 0) {
    return Objection{"lattice.size", std::string("synchronous coding needs ") + (plane ? "Ly" : "Lz") +
                                         " to be a multiple of 64; the lattice is " + size};
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
