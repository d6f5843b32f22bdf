// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Lattices of more than 2^32 sites: their numbers, draws and hashes by slabs of a few planes; their memory as pages that nobody
// touches.
#include "testing/spaces.hpp"

#include <neel/lattice/packed_vectors.hpp>
#include <neel/measure/check.hpp>
#include <neel/measure/hash.hpp>
#include <neel/models/fill.hpp>
#include <neel/models/ising.hpp>
#include <neel/simulation/store.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <new>

using namespace neel;
using lattice::Colour, lattice::Geometry;

namespace {

/// 2^34 sites, the most; a plane has 64.
constexpr Geometry longest{8, 8, 1 << 28, true, true, true};
constexpr int planes_for_words = 1 << 26; ///< of 2^32 sites

/// Bytes that take no memory before they are written to.
class Sparse {
public:
  explicit Sparse(std::int64_t size)
      : size_(static_cast<std::size_t>(size)),
        at_(mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    if (at_ == MAP_FAILED) {
      throw std::bad_alloc();
    }
  }
  ~Sparse() { munmap(at_, size_); }
  Sparse(const Sparse&) = delete;
  Sparse& operator=(const Sparse&) = delete;

  template <class Site = models::UpDown>
  lattice::SitePointer<Site, false> sites() const {
    return {{static_cast<std::uint8_t*>(at_)}};
  }

private:
  std::size_t size_;
  void* at_;
};

/// Of as wide a row of site vectors, that at `at`, and what is above it up to plane z, has the place and the neighbours, as far as they are
/// seen, of a column by itself, whose last ones are `words`.
template <int Wide, bool Open, class Halves, class Column>
void compare_wide(Geometry g, Colour c, lattice::SiteVectors::VectorPlace at, int z, const Halves& around,
                  const Column& one, const lattice::Words<1> (&words)[lattice::directions]) {
  constexpr std::uint32_t seen = models::PackedSpins::seen;
  const int of_wide = at.column % Wide;
  at.column /= Wide;
  g.lx /= Wide;
  const lattice::SiteVectors vectors(g);
  lattice::Column<Open, models::UpDown, Wide, seen> wide(vectors, at, c, 0, around.own, around.others);
  lattice::Words<Wide> own{}, others[lattice::directions]{};
  wide.load(vectors, own, others);
  for (; at.z < z; ++at.z) {
    wide.step(vectors);
    wide.load(vectors, own, others);
  }
  CHECK(wide.entry() + static_cast<lattice::Index>(lattice::vector_length * of_wide) == one.entry());
  CHECK(wide.number() + static_cast<std::uint32_t>(2 * of_wide) == one.number());
  for (int d = 0; d < lattice::directions; ++d) {
    CHECK(others[d].at[of_wide] == (words[d].at[0] & seen));
  }
}

/// site vectors at the ends and in the middle of each axis have the neighbours that a look-up finds, and are stored where it finds them.
template <bool Open>
void compare_vectors(const Geometry& g) {
  const Sparse own(g.half_volume()), others(g.half_volume());
  const lattice::Around<models::UpDown, models::NoQuenched> around{own.sites().read(), others.sites().read(),
                                                                   own.sites<models::NoQuenched>().read(),
                                                                   others.sites<models::NoQuenched>().read()};
  const lattice::SiteVectors vectors(g);
  const int last_column = lattice::vectors_x(g) - 1;
  std::uint8_t mark = 0;
  for (const Colour c : {Colour::even, Colour::odd}) {
    for (const int z : {0, 1, g.lz / 2, g.lz - 2, g.lz - 1}) {
      for (const int y : {0, g.ly / 2, g.ly - 1}) {
        for (const int column : {0, last_column / 2, last_column}) {
          const std::int64_t entry = g.entry(lattice::vector_length * column, y, z);
          for (int j = 0; j < lattice::vector_length; ++j) {
            const auto here = lattice::locate(g, c, entry + j, around).at;
            own.sites().store(entry + j, {++mark});
            for (const std::int64_t n : here.neighbour_entry) {
              if (n >= 0) {
                others.sites().store(n, {++mark});
              }
            }
          }
          lattice::SiteVector<models::UpDown, models::NoQuenched> q;
          vectors.load<lattice::vector_length, Open>({column, y, z, true}, 0, c, around, q);
          INFO(column << ", " << y << ", " << z);
          const int below = std::max(z - 1, 0);
          lattice::Column<Open, models::UpDown> upwards(vectors, {column, y, below, true}, c, 0, around.own,
                                                        around.others);
          lattice::Words<1> to_word{}, words[lattice::directions]{};
          for (int at = below; at <= z; ++at) {
            upwards.load(vectors, to_word, words);
            if (at < z) {
              upwards.step(vectors);
            }
          }
          CHECK(upwards.entry() == q.entry);
          CHECK(upwards.number() == q.number);
          compare_wide<2, Open>(g, c, {column, y, below, true}, z, around, upwards, words);
          compare_wide<4, Open>(g, c, {column, y, below, true}, z, around, upwards, words);
          for (int j = 0; j < lattice::vector_length; ++j) {
            const auto here = lattice::locate(g, c, entry + j, around).at;
            CHECK((to_word.at[0] >> 8 * j & 255U) == q.own[j].code);
            for (int d = 0; d < lattice::directions; ++d) {
              CHECK((words[d].at[0] >> 8 * j & 255U) == q.others[d][j].code);
            }
            CHECK(q.own[j].code == here.site().code);
            lattice::for_each_neighbour(here, [&](const models::UpDown& s, const models::NoQuenched&, int d) {
              CHECK(q.others[d][j].code == s.code);
            });
          }
          const models::UpDown to[lattice::vector_length]{{1}, {2}, {3}, {4}};
          vectors.store<lattice::vector_length>(own.sites(), q.entry, q.count, to);
          CHECK(own.sites()[entry + 3].code == 4);
        }
      }
    }
  }
}

struct UpIf {
  KOKKOS_FUNCTION models::UpDown operator()(const models::Place& at) const {
    return models::UpDown::of(random::Stream(3, random::Purpose::start, 0, 0)(at.number).a >> 31 != 0 ? 1 : -1);
  }
};

template <class Exec>
using Spins = lattice::Field<models::UpDown, Exec>;

} // namespace

TEST_CASE("entries beyond 2^31 are found", "[lattice]") {
  compare_vectors<false>({2048, 2048, 2048, true, true, true}); // 2^32 entries a colour, the most
  compare_vectors<false>(Geometry{2560, 2560, 2560, true, true, true}.part(1280, 2560));
  compare_vectors<true>(Geometry{2560, 2560, 2560, false, true, false}.part(0, 1280));
}

TEST_CASE("sites beyond 2^32 have numbers and names", "[lattice]") {
  const Geometry slab = longest.part(longest.lz - 4, longest.lz);
  const std::uint64_t last = (std::uint64_t{1} << 34) - 1;
  CHECK(slab.site_number(7, 7, 3) == last);
  CHECK(slab.row_number(7, 3) == last / 8);
  const lattice::LargeStandard order(slab);
  CHECK(order.number(order.row(Colour::odd, 7, 3), 3) == last);
  CHECK(lattice::first_vector(slab) == 0xFFFFFFC0U);
  const simulation::OwnSites own = simulation::OwnSites::of(slab);
  CHECK(own.first == last - 255);
  CHECK(own.place(last) == 255);
  CHECK(simulation::place_name(longest, 2, last) == "site (7, 7, 268435455) of system 2");

  const measure::SystemSite many{99'999'999, last}, back = measure::system_site(measure::number_of(many));
  CHECK(back.system == many.system);
  CHECK(back.site == many.site);
  CHECK(measure::number_of({1, 0}) > measure::number_of({0, last}));
}

TEST_CASE("draws of sites beyond 2^32 are their own", "[random]") {
  using random::Purpose, random::Stream;
  const std::uint64_t site = (std::uint64_t{3} << 32) + 12345;
  const philox4x32_ctr_t by_hand =
      philox4x32_R(10, philox4x32_ctr_t{{12345, 0, 5, 1U << 28 | 3}}, philox4x32_key_t{{7, 0}});
  CHECK(Stream(7, Purpose::start, 5, 0)(site).a == by_hand.v[0]);
  CHECK(Stream(7, Purpose::start, 5, 0)(site).a != Stream(7, Purpose::start, 5, 0)(12345).a);
}

TEMPLATE_LIST_TEST_CASE("starts and hashes tell sites apart whose numbers differ by 2^32", "[hash]", testing::Spaces) {
  using Exec = TestType;
  const Exec exec;
  std::vector<std::uint64_t> starts, same;
  for (const int beyond : {0, 1, 3}) {
    const int begin = 40 + beyond * planes_for_words;
    const Geometry slab = longest.part(begin, begin + 4);
    const Spins<Exec> spins("spins", slab, 1);
    models::fill("up_if", exec, slab, 1, spins, UpIf());
    starts.push_back(measure::hash(exec, slab, 1, spins));

    std::uint64_t by_hand = 0;
    for (std::uint64_t n = slab.site_number(0, 0, 0); n <= slab.site_number(7, 7, 3); ++n) {
      const std::uint32_t word = random::Stream(3, random::Purpose::start, 0, 0)(n).a;
      by_hand += measure::site_hash(0, n, models::UpDown::of(word >> 31 != 0 ? 1 : -1));
    }
    CHECK(starts.back() == by_hand);

    const Spins<Exec> zero("zero", slab, 1);
    same.push_back(measure::hash(exec, slab, 1, zero));
  }
  CHECK(starts[0] != starts[1]);
  CHECK(starts[1] != starts[2]);
  CHECK(same[0] != same[1]);
  CHECK(same[1] != same[2]);
}
