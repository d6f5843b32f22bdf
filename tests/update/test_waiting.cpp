// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Sweeps and measurements that wait until there are several are done before anybody looks.
#include "testing/spaces.hpp"

#include <neel/models/ising.hpp>
#include <neel/simulation/half_lattices.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <set>

extern template class neel::simulation::HalfLattices<neel::models::Ising,
                                                     Kokkos::DefaultExecutionSpace>; // the program's

using namespace neel;
using update::Way;

namespace {

using Spaces =
    testing::detail::With<Kokkos::DefaultExecutionSpace, std::tuple<Kokkos::DefaultHostExecutionSpace>>::type;

template <class Exec>
std::vector<Way> ways() {
  return runs_on_host<Exec> ? std::vector{Way::systems} : std::vector{Way::graphs, Way::together, Way::systems};
}

constexpr std::uint64_t seed = 77;

struct UpDownStart {
  KOKKOS_FUNCTION models::UpDown operator()(const models::Place& at) const {
    return models::UpDown::of(random::Stream(3, random::Purpose::start, 0, 0)(at.number).a >> 31 != 0 ? 1 : -1);
  }
};

template <class Exec>
auto lattice_of(int systems, int held, Way way) {
  simulation::HalfLattices<models::Ising, Exec> all(
      {{8, 6, 4, true, true, true}, systems, held, 1, {models::Move::metropolis}, seed, way}, models::Ising());
  all.place("start", UpDownStart());
  std::vector<models::Ising::Conditions> conditions;
  for (int s = 0; s < systems; ++s) {
    conditions.emplace_back(0.4 - 0.1 * s, 0.1 - 0.1 * s);
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
  const auto make = [](Way way) { return lattice_of<TestType>(2, 1, way); };
  for (const Way way : ways<TestType>()) {
    INFO(static_cast<int>(way));
    const auto at_once = make(Way::launches), asked = make(way), waiting = make(way);
    std::vector<std::uint64_t> hashes;
    for (const std::uint64_t number : {0, 1, 2, 3, 4, 5, 6, 9, 10}) { // not all one after another
      at_once.sweep(number, nullptr, nullptr);
      asked.sweep(number, nullptr, nullptr);
      waiting.sweep(number, nullptr, nullptr);
      hashes.push_back(asked.hash());
      CHECK(hashes.back() == at_once.hash());
    }
    CHECK(waiting.configuration(1, {}).values == asked.configuration(1, {}).values);
    waiting.sweep(11, nullptr, nullptr);
    waiting.place("start", UpDownStart());
    CHECK(waiting.hash() == make(way).hash());
    CHECK(std::set(hashes.begin(), hashes.end()).size() == hashes.size());
  }
}

TEMPLATE_LIST_TEST_CASE("measurements that wait are those made at once", "[update]", Spaces) {
  constexpr int held = 9;
  for (const int systems : {1, 2}) {
    for (const Way way : ways<TestType>()) {
      INFO(systems << " systems, way " << static_cast<int>(way));
      const auto expected = lattice_of<TestType>(systems, held, Way::launches);
      const auto got = lattice_of<TestType>(systems, held, way);
      const Kokkos::View<std::int64_t**, Kokkos::LayoutRight, typename TestType::memory_space> accepted("", held,
                                                                                                        systems),
          counted("", held, systems);
      std::uint64_t number = 0;
      int slot = 0;
      for (const int before : {2, 2, 2, 3, 3, 0, 0, 70, 2}) { // sweeps
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
      CHECK(here(counted) == here(accepted));
      CHECK(got.hash() == expected.hash());
      CHECK(std::set(sums.begin(), sums.end()).size() > held);
    }
  }
}
