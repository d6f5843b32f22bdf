// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Bytes of words, as every execution space moves them.
#include "testing/spaces.hpp"

#include <neel/core/backend/bytes.hpp>

#include <catch2/catch_template_test_macros.hpp>

using namespace neel;

namespace {

/// What joined() and of_signs() make of some words.
template <class Exec>
struct Bytes {
  Kokkos::View<std::uint32_t[5], typename Exec::memory_space> to{"to"};
  std::uint32_t low, high;

  KOKKOS_FUNCTION void operator()(int /*index*/) const {
    to(0) = bytes::joined<0>(low, high);
    to(1) = bytes::joined<1>(low, high);
    to(2) = bytes::joined<2>(low, high);
    to(3) = bytes::joined<3>(low, high);
    const auto number = [](std::uint32_t bits) { return Kokkos::bit_cast<float>(bits); };
    to(4) = bytes::of_signs({number(low), number(high), number(~low), number(low << 16)});
  }
};

} // namespace

TEMPLATE_LIST_TEST_CASE("bytes of words are joined, and made of signs", "[core]", testing::Spaces) {
  for (const std::uint32_t low : {0U, 0x80000000U, 0x7FFFFFFFU, 0xFF804001U, 0x12349678U}) {
    for (const std::uint32_t high : {0U, 0x7F7F7F7FU, 0x04000400U, 0x01234567U}) {
      Bytes<TestType> kernel;
      kernel.low = low;
      kernel.high = high;
      Kokkos::parallel_for("neel::test::bytes", Kokkos::RangePolicy<TestType>(0, 1), kernel);
      const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), kernel.to);
      INFO(std::hex << low << ", " << high);
      const auto byte = [](std::uint32_t word, int j) { return word / (j == 0 ? 1U : 1U << 8 * j) % 256; };
      for (int j = 0; j < 4; ++j) {
        CHECK(found(j) == byte(low, j) + 256 * byte(high, j));
      }
      const std::uint32_t numbers[]{low, high, ~low, low << 16};
      for (int j = 0; j < 4; ++j) {
        CHECK(byte(found(4), j) == (numbers[j] >= 0x80000000U ? 255U : 0U));
      }
    }
  }
}
