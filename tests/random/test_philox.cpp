// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "testing/spaces.hpp"

#include <neel/random/philox_lanes.hpp>
#include <neel/random/uniform.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <vector>

using neel::random::Draw;
using neel::random::Purpose;
using neel::random::Stream;

namespace {

bool same(const Draw& x, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  return x.a == a && x.b == b && x.c == c && x.d == d;
}

} // namespace

// Known answers of Random123 for philox4x32-10 (its kat_vectors), with counters that spell our own fields.
TEST_CASE("Philox4x32-10 gives its known answers", "[random]") {
  CHECK(same(Stream(0, Purpose::update, 0, 0)(0), 0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8));
  CHECK(same(Stream(~0ULL, static_cast<Purpose>(15), ~0U, 0xFFFFFFFFFFFFULL, 0xFFF)(~0U), 0x408F276D, 0x41C83B0E,
             0xA20BC7C6, 0x6D5451FD));
  CHECK(same(Stream(0x299F31D0A4093822ULL, Purpose::update, 0x13198A2E, 0x734485A308D3ULL, 0x370)(0x243F6A88),
             0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1));
}

TEST_CASE("streams of different purpose, system, sweep, number or site differ", "[random]") {
  const std::uint32_t base = Stream(7, Purpose::update, 1, 2, 3)(4).a;
  CHECK(Stream(8, Purpose::update, 1, 2, 3)(4).a != base);
  CHECK(Stream(7, Purpose::start, 1, 2, 3)(4).a != base);
  CHECK(Stream(7, Purpose::update, 2, 2, 3)(4).a != base);
  CHECK(Stream(7, Purpose::update, 1, 3, 3)(4).a != base);
  CHECK(Stream(7, Purpose::update, 1, 2 + (1ULL << 32), 3)(4).a != base);
  CHECK(Stream(7, Purpose::update, 1, 2, 4)(4).a != base);
  CHECK(Stream(7, Purpose::update, 1, 2, 3)(5).a != base);
}

TEST_CASE("uniform numbers keep to their intervals", "[random]") {
  using namespace neel::random;
  CHECK(uniform(0) == 0x1p-33F);
  CHECK(uniform(~0U) == 1.0F);
  CHECK(uniform_symmetric(0x80000000U) >= -1.0F);
  CHECK(uniform_symmetric(0x7FFFFFFFU) == 1.0F);
  CHECK(uniform_inside(0x80000000U, 1.0F) > -1.0F);
  CHECK(uniform_inside(0x7FFFFFFFU, -1.0F) > -1.0F);
}

TEST_CASE("a word decides with the probability that it is asked for", "[random]") {
  using namespace neel::random;
  for (const double x : {0.0, 1e-4, 0.3, 1.0, 7.5, 20.0, 22.0}) {
    const float scaled = static_cast<float>(x) * acceptance_scale(1.0);
    std::uint64_t below = 0, above = std::uint64_t{1} << 32; // words that are accepted: those below some number
    while (above - below > 1) {
      const std::uint64_t middle = (below + above) / 2;
      (accepted(static_cast<std::uint32_t>(middle), scaled) ? below : above) = middle;
    }
    const double probability = static_cast<double>(above) * 0x1p-32;
    INFO("x = " << x << " " << probability);
    CHECK(std::abs(probability / std::exp(-x) - 1) < 3e-6 + 0x1p-32 * std::exp(x));
    CHECK(accepted(0, scaled));
  }
  CHECK(accepted(~0U, 0.0F));
  CHECK(accepted(~0U, -1e30F));
  CHECK_FALSE(accepted(0, 24 * acceptance_scale(1.0)));
  CHECK_FALSE(accepted(0, 1e30F));
}

TEST_CASE("the highest word that decides for a move is known beforehand", "[random]") {
  std::vector<std::uint32_t> words{0, 1, 2, 0xFFFFFFFFU, 0xFFFFFF7FU};
  for (int bit = 1; bit < 32; ++bit) {
    for (std::uint32_t off = 0; off < 5; ++off) {
      words.push_back((1U << bit) + off - 2);
    }
    words.push_back(0x9E3779B9U >> bit);
  }
  for (const std::uint32_t w : words) {
    const float limit = static_cast<float>(w) + 0.5F; // with which w just decides for it, or just not
    for (const float acceptance :
         {0.0F, 1e-30F, limit, std::nextafter(limit, 0.0F), std::nextafter(limit, 1e30F), 0x1.8p33F}) {
      const float highest = neel::random::highest_that_happens(acceptance);
      for (const std::uint32_t other : words) {
        if ((static_cast<float>(other) <= highest) != neel::random::happens(other, acceptance)) {
          FAIL(other << " with an acceptance of " << acceptance);
        }
      }
    }
  }
}

TEST_CASE("angles of a word are spread evenly over the circle", "[random]") {
  using namespace neel::random;
  double worst = 0, sum[2] = {0, 0};
  constexpr std::uint32_t step = 257;
  for (std::uint32_t place = 0; place < (1U << 23); place += step) {
    for (const std::uint32_t upper : {0U, 0x80000000U}) {
      const auto angle = uniform_on_circle(upper | place);
      const double exact = 3.141592653589793 * (static_cast<double>(place) * 0x1p-23 - 0.5);
      const double side = upper == 0 ? std::cos(exact) : -std::cos(exact);
      worst = std::max({worst, std::abs(static_cast<double>(angle.sin) - std::sin(exact)),
                        std::abs(static_cast<double>(angle.cos) - side)});
      sum[0] += static_cast<double>(angle.cos);
      sum[1] += static_cast<double>(angle.sin);
    }
  }
  CHECK(worst < 1.8e-7);
  CHECK(std::abs(sum[0]) + std::abs(sum[1]) < 10); // of 65 000
}

TEST_CASE("site vectors draw what their streams do", "[random]") {
  using namespace neel::random;
  const std::uint64_t sweep = 0x123456789AULL;
  const VectorStream stream({77, 3}, Purpose::update);
  bool same = true;
  for (std::uint32_t q = 0; q < 100; ++q) {
    Draw of[vector_length];
    draw_vector<4>(stream, stream.of(sweep, 9), 2, 1000003 * q, of);
    for (int k = 0; k < 4; ++k) {
      const Draw d = Stream(77, Purpose::update, 5, sweep, 36 + static_cast<std::uint32_t>(k))(1000003 * q);
      const auto part = [&](const Draw& site) { return k == 0 ? site.a : k == 1 ? site.b : k == 2 ? site.c : site.d; };
      same = same && part(of[0]) == d.a && part(of[1]) == d.b && part(of[2]) == d.c && part(of[3]) == d.d;
    }
  }
  CHECK(same);
}

TEST_CASE("sixteen draws at once are those of their streams", "[random]") {
  using namespace neel::random;
  std::uint32_t system[lanes], site[lanes], word[4][lanes];
  bool same = true;
  for (std::uint32_t n = 0; n < 100; ++n) {
    const std::uint64_t seed = 0x9E3779B97F4A7C15ULL * n, sweep = seed >> 16;
    for (std::uint32_t k = 0; k < lanes; ++k) {
      system[k] = 0xB5297A4DU * (n + k);
      site[k] = 0x68E31DA4U * (n * lanes + k) + k;
    }
    draw_lanes({seed, n}, Purpose::swap, sweep, n, system, site, {word[0], word[1], word[2], word[3]});
    for (int k = 0; k < lanes; ++k) {
      const Draw d = Stream(seed, Purpose::swap, n + system[k], sweep, n)(site[k]);
      same = same && word[0][k] == d.a && word[1][k] == d.b && word[2][k] == d.c && word[3][k] == d.d;
    }
  }
  CHECK(same);
}

namespace {

struct WordSum {
  KOKKOS_FUNCTION void operator()(int i, std::uint64_t& sum) const {
    const Draw d = Stream(11, Purpose::update, 5, static_cast<std::uint64_t>(i))(static_cast<std::uint32_t>(3 * i));
    sum += d.a ^ (static_cast<std::uint64_t>(d.b) << 7) ^ (static_cast<std::uint64_t>(d.c) << 13) ^
           (static_cast<std::uint64_t>(d.d) << 29);
  }
};

} // namespace

TEMPLATE_LIST_TEST_CASE("every space draws the same numbers", "[random]", neel::testing::Spaces) {
  std::uint64_t sum = 0, expected = 0;
  Kokkos::parallel_reduce("neel::testing::word_sum", Kokkos::RangePolicy<TestType>(0, 100'000), WordSum{}, sum);
  for (int i = 0; i < 100'000; ++i) {
    WordSum{}(i, expected);
  }
  CHECK(sum == expected);
}
