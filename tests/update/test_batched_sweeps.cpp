// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Sweeps and measurements that wait until there are several are done before anybody looks.
#include "models/edwards_anderson/engine.hpp"
#include "testing/spaces.hpp"

#include <neel/models/ising.hpp>
#include <neel/simulation/half_lattices.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <bit>
#include <functional>
#include <set>

extern template class neel::simulation::HalfLattices<neel::models::Ising,
                                                     Kokkos::DefaultExecutionSpace>; // the program's

using namespace neel;
using update::Strategy;

namespace {

using Spaces =
    testing::detail::With<Kokkos::DefaultExecutionSpace, std::tuple<Kokkos::DefaultHostExecutionSpace>>::type;

template <class Exec>
std::vector<Strategy> strategies() {
  return runs_on_host<Exec> ? std::vector{Strategy::point_to_point, Strategy::team_per_system}
                            : std::vector{Strategy::graphs, Strategy::point_to_point, Strategy::team_per_system};
}

constexpr std::uint64_t seed = 77;

struct UpDownStart {
  KOKKOS_FUNCTION models::UpDown operator()(const models::Place& at) const {
    return models::UpDown::of(random::Stream(3, random::Purpose::start, 0, 0)(at.number).a >> 31 != 0 ? 1 : -1);
  }
};

template <class Exec>
auto lattice_of(int systems, int held, Strategy strategy) {
  simulation::HalfLattices<models::Ising, Exec> all(
      {{8, 6, 4, true, true, true}, systems, held, 1, {models::Move::metropolis}, seed, strategy}, models::Ising());
  all.place("start", UpDownStart());
  std::vector<models::Ising::Conditions> conditions;
  for (int s = 0; s < systems; ++s) {
    conditions.emplace_back(0.2 - 0.05 * s, 0.1 - 0.1 * s); // disordered, so that no measurement is like another
  }
  all.set_conditions(conditions);
  return all;
}

template <class View>
std::vector<std::int64_t> here(const View& there) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), there);
  return {host.data(), host.data() + host.size()};
}

} // namespace

TEMPLATE_LIST_TEST_CASE("sweeps that wait are done before anybody looks", "[update]", Spaces) {
  const auto make = [](Strategy strategy) { return lattice_of<TestType>(2, 1, strategy); };
  for (const Strategy strategy : strategies<TestType>()) {
    INFO(static_cast<int>(strategy));
    const auto at_once = make(Strategy::launches), asked = make(strategy), waiting = make(strategy);
    std::vector<std::uint64_t> hashes;
    for (const std::uint64_t number : {0, 1, 2, 3, 4, 5, 6, 9, 10}) { // not all one after another
      at_once.sweep(number, nullptr, nullptr);
      asked.sweep(number, nullptr, nullptr);
      waiting.sweep(number, nullptr, nullptr);
      hashes.push_back(asked.hash());
      CHECK(hashes.back() == at_once.hash());
    }
    CHECK(waiting.store().configuration(1, {}).values == asked.store().configuration(1, {}).values);
    waiting.sweep(11, nullptr, nullptr);
    waiting.place("start", UpDownStart());
    CHECK(waiting.hash() == make(strategy).hash());
    CHECK(std::set(hashes.begin(), hashes.end()).size() == hashes.size());
  }
}

TEMPLATE_LIST_TEST_CASE("measurements that wait are those made at once", "[update]", Spaces) {
  constexpr int held = 13;
  for (const int systems : {1, 2}) {
    for (const Strategy strategy : strategies<TestType>()) {
      INFO(systems << " systems, way " << static_cast<int>(strategy));
      const auto expected = lattice_of<TestType>(systems, held, Strategy::launches);
      const auto got = lattice_of<TestType>(systems, held, strategy);
      const Kokkos::View<std::int64_t**, Kokkos::LayoutRight, typename TestType::memory_space> accepted("", held,
                                                                                                        systems),
          counted("", held, systems);
      std::uint64_t number = 0;
      for (int round = 0; round < 2; ++round) { // slots are filled, looked at and filled again
        int slot = 0;
        for (const int before : {2, 2, 2, 2, 2, 2, 2, 3, 3, 0, 0, 70, 2}) { // sweeps
          for (int n = 0; n < before; ++n, ++number) {
            expected.sweep(number, nullptr, nullptr);
            got.sweep(number, nullptr, nullptr);
          }
          std::int64_t* const to = accepted.data() + slot * systems;
          expected.sweep(number, to, to);
          expected.measure(slot);
          got.sweep_and_measure(number, counted.data() + slot * systems, slot);
          ++number;
          ++slot;
        }
        const std::vector<std::int64_t> sums = here(expected.host_sums());
        CHECK(here(got.host_sums()) == sums);
        std::set<std::vector<std::int64_t>> different;
        for (auto one = sums.begin(); one != sums.end(); one += static_cast<std::ptrdiff_t>(sums.size() / held)) {
          different.emplace(one, one + static_cast<std::ptrdiff_t>(sums.size() / held));
        }
        CHECK(different.size() == held);
        expected.clear();
        got.clear();
      }
      CHECK(here(counted) == here(accepted));
      CHECK(got.hash() == expected.hash());
    }
  }
}

TEST_CASE("whoever looks at a spin glass, or changes it, finds all of its sweeps done", "[glass]") {
  using Glass = models::EdwardsAndersonEngine;
  using Numbers = std::vector<std::int64_t>; // what is seen
  const std::vector<double> other{2.0, 0.6};
  const std::pair pair(0, 1);
  const std::vector<Glass::Exchange> samples{{1, 3}, {0, 7}};
  const std::vector<std::function<Numbers(Glass&)>> looks{
      [](Glass& g) { return Numbers{static_cast<std::int64_t>(g.hash())}; },
      [](Glass& g) {
        g.remember("now");
        return Numbers{static_cast<std::int64_t>(g.hash())};
      },
      [&](Glass& g) {
        g.set_temperatures(other);
        return Numbers{};
      },
      [&](Glass& g) {
        g.exchange(samples);
        return Numbers{};
      },
      [](Glass& g) {
        const Glass::Counts u = g.unsatisfied().back();
        return Numbers(u.begin(), u.end());
      },
      [&](Glass& g) {
        Numbers all;
        const Glass::Measured now = g.measure({&pair, 1}, 2);
        for (const std::span<const double> numbers : {now.unsatisfied, now.pairs, now.correlations}) {
          for (const double x : numbers) {
            all.push_back(std::bit_cast<std::int64_t>(x));
          }
        }
        return all;
      },
      [](Glass& g) {
        Numbers all;
        for (const float s : g.spins(5, 1)) {
          all.push_back(static_cast<std::int64_t>(s));
        }
        return all;
      },
      [](Glass& g) {
        g.make_room();
        g.keep(std::vector<Glass::Exchange>{{1, 2}});
        Numbers all;
        g.kept([&](int sample, const std::vector<float>& s) {
          if (sample == 2) { // nothing was kept of the others
            for (const float spin : s) {
              all.push_back(static_cast<std::int64_t>(spin));
            }
          }
        });
        return all;
      },
      [](Glass& g) {
        std::vector<run::Array> arrays = run::completed(g.save());
        Numbers all;
        for (const std::byte b : arrays.front().bytes) {
          all.push_back(std::to_integer<std::int64_t>(b));
        }
        CHECK(!all.empty());
        g.sweep(7);
        g.load(arrays);
        return all;
      }};
  for (std::size_t k = 0; k < looks.size(); ++k) {
    CAPTURE(k);
    models::EdwardsAndersonOptions o;
    o.geometry = {6, 6, 6, true, true, true};
    o.words = 1;
    o.replicas = 2;
    o.systems = 2;
    o.rungs = 2;
    const auto waits = models::make_edwards_anderson(o), at_once = models::make_edwards_anderson(o);
    Numbers seen[2];
    for (const auto& glass : {std::ref(*waits), std::ref(*at_once)}) {
      const bool one_by_one = &glass.get() == at_once.get();
      const auto sweep = [&](std::uint64_t number) {
        glass.get().sweep(number);
        if (one_by_one) {
          glass.get().wait();
        }
      };
      glass.get().set_temperature(1.1);
      for (const std::uint64_t n : {0, 1, 2}) {
        sweep(n);
      }
      seen[one_by_one ? 1 : 0] = looks[k](glass);
      sweep(3);
      sweep(4);
    }
    CHECK(seen[0] == seen[1]);
    CHECK(waits->hash() == at_once->hash());
  }
}
