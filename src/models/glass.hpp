// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Edwards-Anderson samples on their lattice, as the program drives them: coding, storage order and generator are chosen
// when they are made, and the rest of the program does not see them.

#include <neel/lattice/geometry.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace neel::models {

struct GlassOptions {
  lattice::Geometry geometry{};     ///< periodic, even
  double positive = 0.5;            ///< probability of J = +1
  bool synchronous = false;         ///< the bits of a word are sites of one sample, not samples
  int words = 4;                    ///< 32-bit words per site and replica: 1, 4 or 16 (asynchronous coding)
  int replicas = 4;                 ///< per sample: 1, 2 or 4
  int systems = 1;                  ///< coded systems side by side
  std::string order = "standard";   ///< "standard", "bitwise" or "sliced"
  std::string generator = "philox"; ///< or "minstd", "xorwow", "parisi-rapuano", "mt19937"
  int streams = 1 << 16;            ///< of a generator with a state
  std::uint64_t seed = 1, disorder_seed = 1;
  bool random_start = true; ///< else all spins up

  int samples() const { return synchronous ? systems : 32 * words * systems; }
  /// Proposals per sweep.
  std::int64_t proposals() const { return geometry.sites() * replicas * samples(); }
  /// Bytes of spins and couplings.
  std::int64_t bytes() const { return proposals() / replicas * (replicas + 6) / 8; }
  /// What is wrong with them, or nothing.
  std::string objection() const;
};

class Glass {
public:
  /// One number per sample.
  using Counts = std::vector<std::int64_t>;

  virtual ~Glass() = default;
  virtual void set_temperature(double temperature) = 0;
  /// One sweep of all samples, the `number`-th of the run. May return before it is done.
  virtual void sweep(std::uint64_t number) = 0;
  virtual void wait() = 0;
  /// Of all spins.
  virtual std::uint64_t hash() = 0;

  /// Unsatisfied bonds of a replica: E = 2 u - bonds.
  virtual Counts unsatisfied(int replica) = 0;
  /// Sites where two replicas disagree: N (1 - q) / 2.
  virtual Counts disagreements(int a, int b) = 0;
  /// The overlaps of two replicas in space, per sample.
  struct Correlations {
    /// different[axis][r - 1]: sites whose overlap differs from that r further along the axis, r = 1 ... L / 2.
    std::array<std::vector<Counts>, 3> different;
    /// planes[axis][p]: disagreements in the plane p normal to the axis.
    std::array<std::vector<Counts>, 3> planes;
  };
  virtual Correlations correlations(int a, int b) = 0;
  /// Keeps the present spins for since().
  virtual void remember() = 0;
  /// Sites that differ from the n-th kept spins in a replica: N (1 - C(t, t_w)) / 2.
  virtual Counts since(int n, int replica) = 0;
};

/// Builds lattice, couplings and start configuration on the default device; the options must be free of objections.
std::unique_ptr<Glass> make_glass(const GlassOptions& options);

} // namespace neel::models
