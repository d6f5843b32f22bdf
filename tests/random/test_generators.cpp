// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "testing/spaces.hpp"

#include <neel/random/stream_array.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <random>
#include <vector>

using namespace neel::random;

namespace {

/// A state of any size, callable from where kernels are compiled.
struct State {
  std::uint32_t word[640] = {};
  NEEL_FUNCTION std::uint32_t& operator[](int k) { return word[k]; }
};

struct Always {
  std::uint32_t value;
  NEEL_FUNCTION std::uint32_t operator()(int) const { return value; }
};

struct Different {
  NEEL_FUNCTION std::uint32_t operator()(int k) const { return static_cast<std::uint32_t>(k + 1) * 2654435769U; }
};

template <class Generator>
std::uint32_t after(State state, int count) {
  std::uint32_t last = 0;
  for (int n = 0; n < count; ++n) {
    last = Generator::next(state);
  }
  return last;
}

} // namespace

TEST_CASE("MINSTD gives its known answer", "[random]") { // Park and Miller: x_10000 from 1
  CHECK(after<Minstd>({{1}}, 10000) == 2 * 1043618065U);
  std::minstd_rand0 reference(987654321);
  State state{{987654321}};
  bool same = true;
  for (int n = 0; n < 100000; ++n) {
    same = same && Minstd::next(state) == 2 * reference();
  }
  CHECK(same);
}

TEST_CASE("MT19937 gives its known answer, and the standard library's numbers", "[random]") {
  State state;
  MersenneTwister::seed(state, Always{5489});
  CHECK(after<MersenneTwister>(state, 10000) == 4123659995U); // [rand.predef] of the C++ standard
  std::mt19937 reference(5489);
  bool same = true;
  for (int n = 0; n < 5000; ++n) {
    same = same && MersenneTwister::next(state) == reference();
  }
  CHECK(same);
}

TEST_CASE("XORWOW gives Marsaglia's numbers", "[random]") {
  State state{{123456789, 362436069, 521288629, 88675123, 5783321, 6615241}}; // as in his paper
  CHECK(Xorwow::next(state) == 246875399U);
  CHECK(Xorwow::next(state) == 3690007200U);
  CHECK(Xorwow::next(state) == 1264581005U);
}

TEST_CASE("Parisi-Rapuano follows its recursion", "[random]") {
  State state;
  ParisiRapuano::seed(state, Different());
  std::vector<std::uint32_t> history(state.word, state.word + ParisiRapuano::ring); // the oldest first
  bool same = true;
  for (int n = 0; n < 1000; ++n) {
    const std::size_t i = history.size();
    history.push_back(history[i - 24] + history[i - 55]);
    same = same && ParisiRapuano::next(state) == (history[i] ^ history[i - 61]);
  }
  CHECK(same);
}

using Generators = std::tuple<Minstd, Xorwow, ParisiRapuano, MersenneTwister>;

namespace {

template <class Generator, class Exec>
void check_bank() {
  const Exec exec;
  constexpr int streams = 100;
  const StreamArrayOf<Generator, Exec> bank(exec, 9, streams);
  const typename StreamArray<Exec>::NumbersView numbers("neel::testing::numbers", 450);
  const auto states = Kokkos::create_mirror(bank.states()); // a copy, on the host too
  Kokkos::deep_copy(states, bank.states());
  for (int time = 0; time < 3; ++time) { // 450 numbers: the last streams give fewer
    bank.deal(exec, numbers);
    const auto here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), numbers);
    bool same = true;
    for (int n = 0; n < 450; ++n) {
      StreamState s{&states(0, static_cast<std::size_t>(n % streams)), streams};
      same = same && here(static_cast<std::size_t>(n)) == Generator::next(s);
    }
    CHECK(same);
  }
}

} // namespace

TEMPLATE_LIST_TEST_CASE("streams go on from their state, in every space", "[random]", Generators) {
  check_bank<TestType, Kokkos::DefaultExecutionSpace>();
  check_bank<TestType, Kokkos::DefaultHostExecutionSpace>();
}

TEMPLATE_LIST_TEST_CASE("streams differ, and fill the unit interval evenly", "[random]", Generators) {
  using Exec = Kokkos::DefaultExecutionSpace;
  const Exec exec;
  const StreamArrayOf<TestType, Exec> bank(exec, 1, 1000);
  const StreamArray<Exec>::NumbersView numbers("neel::testing::numbers", 1'000'000);
  bank.deal(exec, numbers);
  const auto here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), numbers);
  std::vector<int> counts(64);
  double neighbours = 0; // correlation of neighbouring streams
  for (std::size_t n = 0; n < 1'000'000; ++n) {
    ++counts[here(n) >> 26];
    neighbours += n % 1000 == 999 ? 0 : (here(n) * 0x1p-32 - 0.5) * (here(n + 1) * 0x1p-32 - 0.5);
  }
  double chi2 = 0;
  for (const int c : counts) {
    chi2 += (c - 15625.0) * (c - 15625.0) / 15625.0;
  }
  CHECK(chi2 < 63 + 4 * std::sqrt(2 * 63.0));
  CHECK(std::abs(neighbours) < 4 * std::sqrt(999'000.0) / 12);
}

TEST_CASE("generators are known by name", "[random]") {
  const Kokkos::DefaultExecutionSpace exec;
  for (const char* name : {"minstd", "xorwow", "parisi-rapuano", "mt19937"}) {
    CHECK(make_bank(name, exec, 1, 10) != nullptr);
  }
  CHECK(make_bank("philox", exec, 1, 10) == nullptr);
}
