// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Words side by side, in as many registers as they take, against plain words.
#include <neel/core/word.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <tuple>

namespace {

using neel::Word;

std::uint32_t plain(int n) { return 0x9E3779B9U * static_cast<std::uint32_t>(n + 1) ^ 0x85EBCA6BU >> (n % 13); }

/// result[w] = expected(w) for all w.
template <int W, class Expected>
bool equal(const Word<W>& result, const Expected& expected) {
  for (int w = 0; w < W; ++w) {
    if (result[w] != expected(w)) {
      return false;
    }
  }
  return true;
}

} // namespace

using Words = std::tuple<Word<1>, Word<4>, Word<16>>;

TEMPLATE_LIST_TEST_CASE("words are combined bit by bit, each for itself", "[core]", Words) {
  constexpr int count = TestType::words;
  const TestType a = TestType::each([](int w) { return plain(w); });
  const TestType b = TestType::each([](int w) { return plain(w + 100); });
  CHECK(equal(a, [](int w) { return plain(w); }));
  CHECK(equal(TestType::filled(0xDEADBEEFU), [](int) { return 0xDEADBEEFU; }));
  CHECK(equal(a & b, [](int w) { return plain(w) & plain(w + 100); }));
  CHECK(equal(a | b, [](int w) { return plain(w) | plain(w + 100); }));
  CHECK(equal(a ^ b, [](int w) { return plain(w) ^ plain(w + 100); }));
  CHECK(equal(~a, [](int w) { return ~plain(w); }));
  CHECK(equal(a << 7, [](int w) { return plain(w) << 7; }));
  CHECK(equal(a >> 7, [](int w) { return plain(w) >> 7; }));
  CHECK(equal(a & 0xFF00U, [](int w) { return plain(w) & 0xFF00U; }));
  CHECK(equal(a | 0xFF00U, [](int w) { return plain(w) | 0xFF00U; }));
  CHECK_FALSE(TestType::filled(0).any());
  for (int one = 0; one < count; ++one) {
    CHECK(TestType::each([&](int w) { return w == one ? 0x80000000U : 0U; }).any());
  }
}
