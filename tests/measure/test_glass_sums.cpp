// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Sums per sample against their plain definition.
#include "testing/plain_glass.hpp"
#include "testing/spaces.hpp"

#include <neel/measure/glass_sums.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

using namespace neel;
using testing::different;
using testing::Plain;
using testing::plain_copy;
using testing::unsatisfied;

namespace {

int in_plane(const Plain& a, const Plain& b, int axis, int plane) {
  int count = 0;
  for (int n = 0; n < a.g.sites(); ++n) {
    const int at[3] = {n % a.g.lx, n / a.g.lx % a.g.ly, n / (a.g.lx * a.g.ly)};
    const auto here = static_cast<std::size_t>(n);
    count += at[axis] == plane && a.spin[here] != b.spin[here] ? 1 : 0;
  }
  return count;
}

template <ExecutionSpace Exec>
auto on_host(const measure::BitSums<Exec>& sums) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums);
}

template <int W, class Order, class Exec>
void compare(const lattice::Geometry& g) {
  constexpr int systems = 2, R = 3;
  testing::Glass<W, Order, Exec> glass(g, systems, R, 1.5, 0.6);
  glass.sweep(5);
  const auto make = [](int groups) {
    return measure::BitSums<Exec>("neel::testing::sums", static_cast<std::size_t>(groups), 32 * W);
  };
  const int most = g.lx / 2;
  measure::ReplicaPairs pairs;
  pairs.add(0, 1);
  pairs.add(2, 1);
  const auto energies = make(2 * systems), links = make(pairs.count * systems), moved = make(R * systems);
  measure::unsatisfied_bonds(glass.exec, glass.state, glass.order, lattice::Colour::odd, 1, 2, energies);
  measure::different_links(glass.exec, glass.state, glass.order, pairs, links);
  measure::OverlapField<typename decltype(glass)::Model, Exec> field(glass.state, g, false, pairs.count);
  field.take(glass.exec, glass.state, glass.order, pairs);
  const auto energy = on_host<Exec>(energies), link = on_host<Exec>(links);
  const int all = pairs.count * systems;
  const auto far = make(3 * all * most), flat = make(all * (g.lx + g.ly + g.lz));
  field.different(glass.exec, most, far);
  field.planes(glass.exec, flat);
  const auto distant = on_host<Exec>(far), plane = on_host<Exec>(flat);
  for (int axis = 0; axis < 3; ++axis) {
    const int planes = axis == 0 ? g.lx : (axis == 1 ? g.ly : g.lz);
    const int before = all * ((axis > 0 ? g.lx : 0) + (axis > 1 ? g.ly : 0));
    for (int pair = 0; pair < pairs.count; ++pair) {
      for (const int system : {0, 1}) {
        for (const int sample : {0, 7, 32 * W - 1}) {
          const Plain a = plain_copy(glass, system, pairs.a[pair], sample),
                      b = plain_copy(glass, system, pairs.b[pair], sample);
          const auto s = static_cast<std::size_t>(pair * systems + system), bit = static_cast<std::size_t>(sample);
          CHECK(energy(static_cast<std::size_t>(system), bit) == unsatisfied(b)); // of replica 1
          CHECK(link(s, bit) == different(a, b, 0, 1) + different(a, b, 1, 1) + different(a, b, 2, 1));
          for (int p = 0; p < planes; ++p) {
            CHECK(plane(static_cast<std::size_t>(before) + s * static_cast<std::size_t>(planes) +
                            static_cast<std::size_t>(p),
                        bit) == in_plane(a, b, axis, p));
          }
          for (int r = 1; r <= most; ++r) {
            const auto group = static_cast<std::size_t>((axis * all + pair * systems + system) * most + r - 1);
            CHECK(distant(group, bit) == different(a, b, axis, r));
          }
        }
      }
    }
  }
  const Plain last = plain_copy(glass, 1, 2, 7);
  CHECK(energy(2 + 1, 7) == unsatisfied(last)); // of replica 2
  const lattice::Field<typename decltype(glass)::Model::Site, Exec> kept("kept", g, systems * R);
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    Kokkos::deep_copy(glass.exec, kept.half(c), glass.state.sites.half(c));
  }
  glass.sweep(1);
  measure::disagreements(glass.exec, glass.state, kept, moved);
  const Plain now = plain_copy(glass, 1, 2, 7);
  std::int64_t differ = 0;
  for (int p = 0; p < g.lx; ++p) {
    differ += in_plane(last, now, 0, p);
  }
  CHECK(differ > 0);
  CHECK(on_host<Exec>(moved)(2 * systems + 1, 7) == differ);
}

} // namespace

TEMPLATE_LIST_TEST_CASE("energies, overlaps and their correlations are counted right", "[measure]", testing::Spaces) {
  compare<1, lattice::Standard, TestType>({6, 10, 4, true, true, true});
  compare<4, lattice::Sliced, TestType>(testing::cube(8));
  compare<16, lattice::Bitwise, TestType>(testing::cube(4));
}

namespace {

/// Adds up to 7 per bit and step, as many steps as asked for.
struct Steps {
  static constexpr int words = 4;
  int count;
  NEEL_FUNCTION int groups() const { return 3; }
  NEEL_FUNCTION int steps() const { return count; }
  NEEL_FUNCTION ThreeBits<Word<4>> at(int group, int step) const {
    const auto digit = [&](int k) NEEL_INLINE_LAMBDA {
      return Word<4>::each([&](int w) NEEL_INLINE_LAMBDA {
        return static_cast<std::uint32_t>(step * 2654435761U + static_cast<std::uint32_t>(w * 77 + k * 31 + group)) *
               0x9E3779B9U;
      });
    };
    return {digit(0), digit(1), digit(2)};
  }
};

} // namespace

TEST_CASE("counters of a team add up to as much as its threads can have", "[measure]") {
  using Bits = Word<4>;
  using Team = measure::TeamCounter<Bits>;
  Team all;
  std::int64_t expected[2] = {};
  for (int thread = 0; thread < Team::threads; ++thread) {
    measure::BitCounter<Bits> one(Bits::filled(0));
    for (int n = 0; n < measure::BitCounter<Bits>::most_steps; ++n) {
      const std::uint32_t some = thread % 3 == n % 2 ? 1 : 0; // of bit 0 of each word; the others have all there can be
      one.add({Bits::filled(0xFFFFFFFEU | some), Bits::filled(0xFFFFFFFFU), Bits::filled(0xFFFFFFFFU)});
      expected[0] += 6 + some;
      expected[1] += 7;
    }
    all += Team(one);
  }
  CHECK(expected[1] == 8064);
  for (const int bit : {0, 1, 31, 32, 63, 96, 127}) {
    CHECK(all.sum(bit) == expected[bit % 32 == 0 ? 0 : 1]);
  }
}

TEMPLATE_LIST_TEST_CASE("bit sums are exact for any number of steps", "[measure]", testing::Spaces) {
  for (const int count : {1, 35, 36, 37, 1000, 30000, 2000000}) { // a thread of a device counts up to 36 of the last

    const measure::BitSums<TestType> sums("neel::testing::sums", 3, 128);
    const Steps steps{count};
    measure::count_bits(TestType(), steps, sums);
    const auto counted = on_host<TestType>(sums);
    bool exact = true;
    for (const int group : {0, 1, 2}) {
      for (const int bit : {0, 31, 32, 77, 127}) {
        std::int64_t expected = 0;
        for (int s = 0; s < count; ++s) {
          const auto n = steps.at(group, s);
          const auto digit = [&](const Word<4>& d) { return d[bit / 32] >> (bit % 32) & 1U; };
          expected += digit(n.low) + 2 * digit(n.middle) + 4 * digit(n.high);
        }
        exact = exact && counted(static_cast<std::size_t>(group), static_cast<std::size_t>(bit)) == expected;
      }
    }
    CHECK(exact);
  }
}
