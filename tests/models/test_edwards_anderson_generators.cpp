// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The spin glass with generators that have a state.
#include "testing/plain_glass.hpp"
#include "testing/spaces.hpp"

#include <catch2/catch_template_test_macros.hpp>

using namespace neel;

namespace {

template <class Exec>
struct Banked {
  using NumbersView = typename random::StreamArray<Exec>::NumbersView;
  testing::Glass<4, lattice::Sliced, Exec> glass;
  std::unique_ptr<random::StreamArray<Exec>> bank;
  NumbersView numbers;

  explicit Banked(const std::string& generator)
      : glass(testing::cube(4), 3, 2, 1.1), bank(random::make_bank(generator, glass.exec, 4, 50)),
        numbers("neel::testing::numbers", static_cast<std::size_t>(3 * 32 * 2)) {}

  void sweep(int count) {
    for (int s = 0; s < count; ++s) {
      update::ordered_sweep(glass.exec, glass.model, glass.state, glass.order, *bank, numbers);
    }
  }
};

} // namespace

// The numbers of a half sweep are dealt to replica 0 of every entry of every system, then to replica 1.
TEMPLATE_LIST_TEST_CASE("numbers from memory reach the sites they are meant for", "[edwards-anderson]",
                        testing::Spaces) {
  for (const char* generator : {"minstd", "xorwow", "parisi-rapuano", "mt19937"}) {
    Banked<TestType> here(generator);
    Banked<TestType> again(generator); // whose numbers are looked at one half sweep at a time
    constexpr int system = 2, replica = 1, sample = 77;
    testing::Plain plain = testing::plain_copy(here.glass, system, replica, sample);
    for (int s = 0; s < 30; ++s) {
      std::vector<std::uint32_t> by_site(64);
      for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
        again.bank->deal(again.glass.exec, again.numbers);
        const auto drawn = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), again.numbers);
        for (int entry = 0; entry < 32; ++entry) {
          const lattice::Row row = here.glass.order.row(c, here.glass.order.row_of(entry));
          const std::uint32_t site = here.glass.order.number(row, here.glass.order.place_of(entry, row.index));
          by_site[site] = drawn(static_cast<std::size_t>(replica * 96 + system * 32 + entry));
        }
      }
      plain.sweep(1.1, [&](int site) { return by_site[static_cast<std::size_t>(site)]; });
    }
    here.sweep(30);
    CHECK(plain.spin == testing::plain_copy(here.glass, system, replica, sample).spin);
  }
}

TEMPLATE_LIST_TEST_CASE("a run goes on from spins and the state of its generator", "[edwards-anderson]",
                        testing::Spaces) {
  for (const char* generator : {"minstd", "xorwow", "parisi-rapuano", "mt19937"}) {
    Banked<TestType> whole(generator), first(generator), second(generator);
    whole.sweep(20);
    first.sweep(9);
    for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
      Kokkos::deep_copy(second.glass.state.sites.half(c), first.glass.state.sites.half(c));
    }
    Kokkos::deep_copy(second.bank->states(), first.bank->states());
    second.sweep(11);
    CHECK(second.glass.hash() == whole.glass.hash());
  }
}
