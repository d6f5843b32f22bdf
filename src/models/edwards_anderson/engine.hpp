// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Edwards-Anderson samples on their lattice, as the program drives them: coding, storage order and generator are chosen
// when they are made, and the rest of the program does not see them.

#include <neel/core/seed.hpp>
#include <neel/lattice/geometry.hpp>
#include <neel/models/edwards_anderson.hpp>
#include <neel/run/simulation.hpp>
#include <neel/update/sample_masks.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace neel::models {

/// Couplings of samples that are not drawn.
struct GivenSamples {
  /// 1 where J = -1: (word, axis, site), of the bond from a site one step forward along an axis. Bit b of word w is sample
  /// 32 w + b; with synchronous coding, w is the sample, and bit b belongs to the site b Lz/32 planes above.
  std::vector<std::uint32_t> bits;
  bool alike = false; ///< one sample in all places: (axis, site)
};

struct EdwardsAndersonOptions {
  lattice::Geometry geometry{};     ///< periodic, even; of a square lattice rows are planes (Geometry::tall)
  double positive = 0.5;            ///< probability of J = +1
  bool synchronous = false;         ///< the bits of a word are sites of one sample, not samples
  int passes = 1;                   ///< Metropolis steps of each site in a sweep
  int pair_moves = 0;               ///< of two replicas, behind them (Houdayer)
  int words = 4;                    ///< 32-bit words per site and replica: 1, 4 or 16 (asynchronous coding)
  int replicas = 4;                 ///< per sample
  int systems = 1;                  ///< coded systems side by side
  int rungs = 1;                    ///< of tempering: system s and s + chains(), ... have the same couplings
  std::string order = "standard";   ///< "standard", "bitwise" or "sliced"
  std::string generator = "philox"; ///< or "minstd", "xorwow", "parisi-rapuano", "mt19937"
  int streams = 1 << 16;            ///< of a generator with a state
  Seed seed = 1;                    ///< of start and trajectory
  std::uint64_t disorder_seed = 1;  ///< of the couplings
  bool random_start = true;         ///< else all spins up
  std::shared_ptr<const GivenSamples> given = {}; ///< else drawn

  static constexpr int most_replicas = 32;

  /// Samples of one coded system.
  int samples_per_system() const { return synchronous ? 1 : 32 * words; }
  int samples() const { return systems * samples_per_system(); }
  int chains() const { return systems / rungs; }
  /// 2 or 3. Axis n of the input's lattice is axis(n) of `geometry`.
  int dimensions() const { return is_plane(geometry) ? 2 : 3; }
  int axis(int n) const { return is_plane(geometry) ? 2 * n : n; }
  /// Along the axes of the input's lattice.
  std::vector<int> sizes() const {
    return is_plane(geometry) ? std::vector{geometry.lx, geometry.lz}
                              : std::vector{geometry.lx, geometry.ly, geometry.lz};
  }
  /// Proposals per sweep.
  std::int64_t proposals() const { return spins() * passes; }
  std::int64_t spins() const { return geometry.sites() * replicas * samples(); }
  /// Bytes of spins and couplings.
  std::int64_t bytes() const { return spins() / replicas * (replicas + 6) / 8; }

  struct Objection {
    std::string key; ///< of the input
    std::string text;
  };
  /// What is wrong with them, if anything.
  std::optional<Objection> objection() const;
};

/// What the names of kept spins begin with.
inline constexpr const char* kept_prefix = "spins_at_";

class EdwardsAndersonEngine {
public:
  /// One number per sample.
  using Counts = std::vector<std::int64_t>;
  /// Sums that such counts are made of take so many bytes at most, and overlaps as many, unless those of one pair of replicas take more.
  static constexpr std::size_t most_bytes = 16 << 20;
  static constexpr std::size_t most_pairs = 64;
  /// Pairs of replicas that are compared at the same time: of so many, each with sums and overlaps of so many bytes.
  static constexpr std::size_t pairs_at_once(std::size_t pairs, std::size_t sums, std::size_t overlaps) {
    return std::clamp<std::size_t>(most_bytes / std::max(sums, overlaps), 1,
                                   std::clamp<std::size_t>(pairs, 1, most_pairs));
  }

  virtual ~EdwardsAndersonEngine() = default;
  /// Of each coded system, or one for all.
  virtual void set_temperatures(std::span<const double> each) = 0;
  void set_temperature(double temperature) { set_temperatures({&temperature, 1}); }
  /// One sweep of all samples, the `number`-th of the run. May return before it is done.
  virtual void sweep(std::uint64_t number) = 0;
  virtual void wait() = 0;
  /// Of all spins.
  virtual std::uint64_t hash() = 0;
  /// See run::Simulation; of coded systems.
  virtual void be_part(int first, int all) = 0;

  /// Unsatisfied bonds of each replica, each seen from its site of colour `from`: E = 2 u - bonds. They stay until anything is counted.
  virtual const std::vector<Counts>& unsatisfied(lattice::Colour from = lattice::Colour::even) = 0;
  /// A sample of a replica, and the same one rung further.
  using Exchange = update::SampleOfReplica;
  /// Exchanges their spins, for each; no two may have a sample in common.
  virtual void exchange(std::span<const Exchange> pairs) = 0;
  using Pair = std::pair<int, int>;
  /// (0, 1), (0, 2), (1, 2), (0, 3) ...
  static std::vector<Pair> all_pairs(int replicas) {
    std::vector<Pair> pairs;
    for (int b = 1; b < replicas; ++b) {
      for (int a = 0; a < b; ++a) {
        pairs.emplace_back(a, b);
      }
    }
    return pairs;
  }
  /// Numbers of a measurement, which stand until the next one (measure::PairMomentRows).
  struct Measured {
    std::size_t samples;
    std::span<const double> unsatisfied;  ///< (replica, sample): bonds
    std::span<const double> pairs;        ///< (pair; disagreements, links, mode; sample)
    std::span<const double> correlations; ///< (r - 1, sample), r = 1 ... most

    std::span<const double> disagreements(std::size_t pair) const { return row(3 * pair); } ///< sites: N (1 - q) / 2
    std::span<const double> links(std::size_t pair) const { return row(3 * pair + 1); } ///< bonds: 3 N (1 - q_link) / 2
    std::span<const double> modes(std::size_t pair) const { return row(3 * pair + 2); }
    std::span<const double> row(std::size_t n) const { return pairs.subspan(n * samples, samples); }
  };
  /// Measures these pairs of replicas, and the energies of all. `most` may be 0. Otherwise ranks tell one another all overlaps, which takes
  /// long.
  virtual Measured measure(std::span<const Pair> pairs, int most) = 0;
  /// Those of all pairs of replicas of a sample as fields, (pair, site), of the whole lattice: measure::sample_overlaps.
  virtual void overlaps(int sample, double* to) = 0;
  /// Keeps the present spins, under a name that begins with kept_prefix, for since().
  virtual void remember(const std::string& name) = 0;
  /// Sites of each replica that differ from the spins kept under a name: N (1 - C(t, t_w)) / 2.
  virtual std::vector<Counts> since(const std::string& name) = 0;
  /// +1 and -1 of one sample and replica, in natural order; on rank 0 of those that share it.
  virtual std::vector<float> spins(int sample, int replica) = 0;
  /// The inverse, before the first sweep: what is above 0 is up.
  virtual void set_spins(int sample, int replica, std::span<const float> natural) = 0;

  /// Makes room for a configuration of each sample (of one rung), which save() holds from now on, too.
  virtual void make_room() = 0;
  /// Copies spins to their samples' rooms; no two to one.
  virtual void keep(std::span<const update::SampleOfReplica> all) = 0;
  /// Hands over what is there, as spins() does, sample by sample.
  virtual void kept(const std::function<void(int sample, std::vector<float>)>& receive) = 0;

  /// All that the next sweep depends on beyond options and number, and what is kept.
  virtual std::vector<run::Array> save() = 0;
  /// Throws std::invalid_argument if the arrays do not fit.
  virtual void load(std::vector<run::Array>& arrays) = 0;
};

/// Builds lattice, couplings and start configuration; the options must be free of objections.
std::unique_ptr<EdwardsAndersonEngine> make_edwards_anderson(const EdwardsAndersonOptions& options,
                                                             run::ExecutionContext where = {});

} // namespace neel::models
