// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Ising spins as bits: against their definition, site by site, and against transfer matrices.
#include "testing/averages.hpp"
#include "testing/sigma.hpp"
#include "testing/spaces.hpp"
#include "validate/exact.hpp"

#include <neel/random/source.hpp>
#include <neel/simulation/bit_lattice.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>

extern template class neel::simulation::BitLattice<Kokkos::DefaultExecutionSpace>; // the program's

using namespace neel;
using lattice::Colour, lattice::Geometry;
using models::Ising, models::Move;

namespace {

struct RandomUpDown {
  KOKKOS_FUNCTION models::UpDown operator()(const models::Place& at) const {
    const random::Draw d =
        random::Stream(11, random::Purpose::start, static_cast<std::uint32_t>(at.system), 0)(at.number);
    return models::UpDown::of(d.a >> 31 != 0 ? 1 : -1);
  }
};

const Seed seed = 77;

/// One system, site by site, as the header says.
class Definition {
public:
  Definition(const Geometry& g, int number, float coupling, double temperature, std::vector<float> spins)
      : lattice_(g), system_(static_cast<std::uint32_t>(number)), coupling_(coupling), temperature_(temperature),
        spins_(std::move(spins)) {}

  const std::vector<float>& spins() const { return spins_; }

  /// Returns the accepted proposals.
  std::int64_t sweep(std::uint64_t number, const std::vector<Move>& moves) {
    std::int64_t accepted = 0;
    for (std::uint32_t k = 0; k < moves.size(); ++k) {
      for (const Colour c : {Colour::even, Colour::odd}) {
        for (std::int64_t g = 0; g < lattice_.sites() / 256; ++g) {
          accepted += move_group(moves[k], c, number, k, static_cast<std::uint32_t>(g));
        }
      }
    }
    return accepted;
  }

private:
  static constexpr int group = 128;
  struct Site {
    std::size_t index;
    float value;          ///< unless the outcome says otherwise
    std::uint64_t chance; ///< 64 digits of that
    bool decided = false, outcome = false;
    int digits = 0; ///< that it has used
  };

  std::size_t index(int x, int y, int z) const {
    const auto wrapped = [](int v, int n) { return (v + n) % n; };
    return static_cast<std::size_t>(
        lattice_.site_number(wrapped(x, lattice_.lx), wrapped(y, lattice_.ly), wrapped(z, lattice_.lz)));
  }

  Site site(Move m, Colour c, std::int64_t entry) const {
    const int half = lattice_.lx / 2, y = static_cast<int>(entry / half % lattice_.ly),
              z = static_cast<int>(entry / half / lattice_.ly),
              x = 2 * static_cast<int>(entry % half) + Geometry::first_x(c, y, z);
    float sum = spins_[index(x - 1, y, z)] + spins_[index(x + 1, y, z)];
    if (lattice_.ly > 1) {
      sum += spins_[index(x, y - 1, z)] + spins_[index(x, y + 1, z)];
    }
    if (lattice_.lz > 1) {
      sum += spins_[index(x, y, z - 1)] + spins_[index(x, y, z + 1)];
    }
    const std::size_t i = index(x, y, z);
    const double field = double{coupling_} * double{sum}, beta = double{static_cast<float>(1 / temperature_)};
    const auto digits = [](double p) { return static_cast<std::uint64_t>(p * 0x1p64); };
    if (m == Move::metropolis) {
      const double cost = 2 * double{spins_[i]} * field;
      return cost <= 0 ? Site{i, -spins_[i], 0, true} : Site{i, spins_[i], digits(math::exp_clamped(-cost * beta))};
    }
    return Site{i, field > 0 ? 1.0F : -1.0F, digits(1 / (1 + math::exp_clamped(2 * beta * std::abs(field))))};
  }

  std::int64_t move_group(Move m, Colour c, std::uint64_t sweep, std::uint32_t number, std::uint32_t g) {
    std::vector<Site> sites;
    for (int k = 0; k < group; ++k) {
      sites.push_back(site(m, c, std::int64_t{g} * group + k));
    }
    const auto word = [&](std::uint32_t draw, int j) {
      const random::Draw d = random::Stream(seed, random::Purpose::update, system_, sweep,
                                            64 * number + draw)(2 * g + static_cast<std::uint32_t>(c));
      return random::word(d, j);
    };
    const auto use = [](Site& s, bool digit) {
      if (!s.decided && !digit) {
        s.decided = true;
        s.outcome = (s.chance >> (63 - s.digits) & 1U) != 0;
      }
      ++s.digits;
    };
    for (int k = 0; k < group; ++k) { // digits of their own
      for (std::uint32_t d = 0; d < 5; ++d) {
        use(sites[static_cast<std::size_t>(k)], (word(d, k / 32) >> k % 32 & 1U) != 0);
      }
    }
    for (int b = 0; b < 32; ++b) { // shared ones
      for (int j = 0; j < 4; ++j) {
        Site& s = sites[static_cast<std::size_t>(32 * j + b)];
        if (!s.decided) {
          for (int d = 0; d < 4; ++d) {
            use(s, (word(5, d) >> b & 1U) != 0);
          }
          break;
        }
      }
    }
    for (int j = 0; j < 4; ++j) { // one by one
      std::uint32_t draw = 6;
      for (int b = 0; b < 32; ++b) {
        if (Site& s = sites[static_cast<std::size_t>(32 * j + b)]; !s.decided) {
          s.outcome = word(draw++, j) < static_cast<std::uint32_t>(s.chance << s.digits >> 32);
        }
      }
    }
    std::int64_t accepted = m == Move::heat_bath ? group : 0;
    for (const Site& s : sites) {
      const float value = s.outcome ? -s.value : s.value;
      accepted += m == Move::metropolis && value != spins_[s.index] ? 1 : 0;
      spins_[s.index] = value;
    }
    return accepted;
  }

  Geometry lattice_;
  std::uint32_t system_;
  float coupling_;
  double temperature_;
  std::vector<float> spins_;
};

Geometry torus(int x, int y, int z) { return {x, y, z, true, true, z > 1}; }

template <class Exec>
simulation::BitLattice<Exec> make(const Geometry& g, int systems, float coupling, const std::vector<Move>& moves) {
  simulation::HalfLatticeOptions o;
  o.geometry = g;
  o.systems = systems;
  o.held = 2;
  o.moves = moves;
  o.seed = seed;
  simulation::BitLattice<Exec> lattice(o, Ising{coupling});
  lattice.place("start", RandomUpDown());
  return lattice;
}

} // namespace

TEMPLATE_LIST_TEST_CASE("Ising bits: each sweep is that of the definition", "[ising][bits]", testing::Spaces) {
  struct Case {
    Geometry g;
    float coupling;
  };
  for (const Case& c : {Case{torus(64, 4, 1), 1.0F}, Case{torus(64, 2, 2), -1.0F}, Case{torus(128, 6, 2), 0.7F},
                        Case{torus(256, 4, 1), -1.3F}, Case{torus(256, 2, 4), 1.0F}, Case{torus(320, 4, 1), 1.0F},
                        Case{torus(768, 4, 2), 1.0F}}) {
    const std::vector<Move> moves{Move::metropolis, Move::heat_bath, Move::metropolis};
    const double temperature[] = {0.7, 2.9};
    auto lattice = make<TestType>(c.g, 2, c.coupling, moves);
    lattice.set_conditions({models::Conditions(1 / temperature[0], 0), models::Conditions(1 / temperature[1], 0)});
    const Kokkos::View<std::int64_t*, typename TestType::memory_space> accepted("accepted", 2);
    std::vector<Definition> all;
    for (int s = 0; s < 2; ++s) {
      all.emplace_back(c.g, s, c.coupling, temperature[s], lattice.store().configuration(s, {}).values);
    }
    std::int64_t moved[2] = {0, 0};
    for (std::uint64_t n = 0; n < 6; ++n) {
      const bool counts = n % 2 == 1;
      lattice.sweep(n, counts ? accepted.data() : nullptr, nullptr);
      for (int s = 0; s < 2; ++s) {
        const std::int64_t here = all[static_cast<std::size_t>(s)].sweep(n, moves);
        moved[s] += counts ? here : 0;
      }
    }
    CAPTURE(c.g.lx, c.g.ly, c.g.lz);
    const auto counted = on_host(accepted);
    for (int s = 0; s < 2; ++s) {
      CHECK(lattice.store().configuration(s, {}).values == all[static_cast<std::size_t>(s)].spins());
      CHECK(counted(s) == moved[s]);
    }
    lattice.measure(1); // popcounts against bytes
    const auto sums = lattice.host_sums();
    double energy = 0;
    for (int s = 0; s < 2; ++s) {
      energy -= double{c.coupling} * lattice.sums(sums, 1, s)(0, Colour::even, Ising::bonds);
      float up = 0;
      for (const float v : all[static_cast<std::size_t>(s)].spins()) {
        up += v;
      }
      CHECK(lattice.sums(sums, 1, s)(0, Colour::even, Ising::spin) +
                lattice.sums(sums, 1, s)(0, Colour::odd, Ising::spin) ==
            double{up});
    }
    CHECK(std::abs(energy - lattice.energy()) < 1e-5 * static_cast<double>(c.g.sites()));
  }
}

TEMPLATE_LIST_TEST_CASE("Ising bits: a tube by transfer matrices", "[ising][bits][statistics]", testing::Spaces) {
  for (const double temperature : {6.0, 3.5}) {
    for (const Move move : {Move::metropolis, Move::heat_bath}) {
      for (const int length : {64, 256}) {
        auto lattice = make<TestType>(torus(length, 2, 2), 64, -1.0F, {move}); // bipartite: the energy of J = 1
        lattice.set_conditions(std::vector(64, models::Conditions(1 / temperature, 0)));
        std::uint64_t number = 0;
        const auto next = [&] {
          for (int n = 0; n < 4; ++n) {
            lattice.sweep(number++, nullptr, nullptr);
          }
          lattice.measure(0);
          const auto sums = lattice.host_sums();
          std::vector<double> energies;
          for (int s = 0; s < 64; ++s) {
            energies.push_back(lattice.sums(sums, 0, s)(0, Colour::even, Ising::bonds) / (4 * length));
          }
          lattice.clear();
          return energies;
        };
        for (int n = 0; n < 100; ++n) {
          next();
        }
        const auto mean = testing::average<double>(300, next, {[](const double& e) { return e; }});
        CAPTURE(temperature, static_cast<int>(move), length);
        testing::check_sigma("energy", mean[0], validate::ising_tube_energy(length, temperature), 0.005);
      }
    }
  }
}

TEMPLATE_LIST_TEST_CASE("Ising bits: the same bits everywhere", "[ising][bits][determinism]", testing::Spaces) {
  auto lattice = make<TestType>(torus(192, 8, 6), 3, 0.8F, {Move::metropolis, Move::heat_bath});
  lattice.set_conditions(std::vector(3, models::Conditions(1 / 3.1, 0)));
  for (std::uint64_t n = 0; n < 20; ++n) {
    lattice.sweep(n, nullptr, nullptr);
  }
  CHECK(lattice.hash() == 0x110705a7729f3f20ULL);
  std::vector<run::Array> saved{lattice.saved().save()};
  run::complete(saved.front());
  auto other = make<TestType>(torus(192, 8, 6), 3, 0.8F, {Move::metropolis, Move::heat_bath});
  other.saved().load(saved);
  other.values_changed();
  CHECK(other.hash() == lattice.hash());

  const std::vector<float> last = lattice.store().configuration(2, {}).values;
  const std::vector<std::pair<int, int>> to_first{{2, 0}};
  lattice.store().make_room(1);
  lattice.store().keep(to_first);
  lattice.saved().copy(to_first);
  CHECK(lattice.store().kept(0).values == last);
  CHECK(lattice.store().configuration(0, {}).values == last);
  CHECK(lattice.store().configuration(1, {}).values != last);
}
