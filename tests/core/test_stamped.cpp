// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Values in words that say which version they are.
#include <neel/core/backend/stamped.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <algorithm>
#include <array>
#include <tuple>

using neel::Stamped;

namespace {

template <std::size_t N>
using Bytes = std::array<std::uint8_t, N>;

} // namespace

// A byte of an Ising spin, two and three numbers of a rotor and a vector; and sizes that fill words in other ways.
using Values = std::tuple<Bytes<1>, Bytes<5>, Bytes<6>, Bytes<8>, Bytes<12>, Bytes<16>, Bytes<24>>;

TEMPLATE_LIST_TEST_CASE("a tagged value is itself in any version, and no mixture of versions is one", "[core]",
                        Values) {
  constexpr int words = Stamped<TestType>::words;
  using Word = typename Stamped<TestType>::Word;
  TestType value, other;
  for (std::size_t k = 0; k < value.size(); ++k) {
    value[k] = static_cast<std::uint8_t>(37 * k + 201);
    other[k] = static_cast<std::uint8_t>(91 * k + 13);
  }
  for (const std::uint32_t stamp : {0U, 1U, 0x7FFFU, 0xFFFFU, 0x10000U, 0xFFFFFFFFU}) {
    alignas(16) Word memory[words] = {}, next[words] = {};
    Stamped<TestType>(value, stamp).store(memory);
    Stamped<TestType>(other, stamp + 1).store(next);
    const auto got = Stamped<TestType>::load(memory);
    CHECK(got.value() == value);
    CHECK(got.is(stamp));
    CHECK(got.is(stamp + 0x10000U));
    CHECK_FALSE(got.is(stamp + 1));
    for (int w = 0; w < words; ++w) { // one word of the next version among those of this one
      alignas(16) Word mixed[words];
      std::copy(memory, memory + words, mixed);
      mixed[w] = next[w];
      const auto mixture = Stamped<TestType>::load(mixed);
      CHECK_FALSE(mixture.is(stamp));
      CHECK(mixture.is(stamp + 1) == (words == 1));
    }
  }
}
