// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Slabs: together they are the lattice, and sites find in halos what they would find beyond; lists and arrays of them come together.

#include <neel/lattice/order.hpp>
#include <neel/lattice/site_vector.hpp>
#include <neel/simulation/halo.hpp>
#include <neel/simulation/own_sites.hpp>
#include <neel/simulation/slabs.hpp>

#include <catch2/catch_test_macros.hpp>

#include <barrier>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

using namespace neel;
using lattice::Colour;
using lattice::Direction;
using lattice::Geometry;

namespace {

class SomeCommunicator : public run::Communicator {
public:
  SomeCommunicator(int rank, int size) : rank_(rank), size_(size) {}
  int rank() const override { return rank_; }
  int size() const override { return size_; }

private:
  int rank_, size_;
};

/// A thread each.
class ThreadCommunicator : public SomeCommunicator {
public:
  struct Table {
    explicit Table(int size) : bytes(static_cast<std::size_t>(size)), meet(size) {}
    std::vector<std::vector<std::byte>> bytes;
    std::barrier<> meet;
  };
  ThreadCommunicator(int rank, int size, Table& table) : SomeCommunicator(rank, size), table_(&table) {}

  std::int64_t least(std::int64_t mine) override {
    gather(std::as_bytes(std::span(&mine, 1)), [&](int /*rank*/, std::span<const std::byte> its) {
      std::int64_t value = 0;
      std::memcpy(&value, its.data(), its.size());
      mine = std::min(mine, value);
    });
    return mine;
  }
  void gather(std::span<const std::byte> mine,
              const std::function<void(int, std::span<const std::byte>)>& receive) override {
    table_->bytes[static_cast<std::size_t>(rank())].assign(mine.begin(), mine.end());
    table_->meet.arrive_and_wait();
    for (int r = 0; r < size(); ++r) {
      receive(r, table_->bytes[static_cast<std::size_t>(r)]);
    }
    table_->meet.arrive_and_wait();
  }
  void gather_at_first(std::span<const std::byte> mine,
                       const std::function<void(int, std::span<const std::byte>)>& receive) override {
    gather(mine, rank() == 0 ? receive : [](int, std::span<const std::byte>) {});
  }
  std::vector<std::byte> from_first(const std::function<std::vector<std::byte>(int)>& give) override {
    for (int r = 0; rank() == 0 && r < size(); ++r) {
      table_->bytes[static_cast<std::size_t>(r)] = give(r);
    }
    table_->meet.arrive_and_wait();
    std::vector<std::byte> mine = table_->bytes[static_cast<std::size_t>(rank())];
    table_->meet.arrive_and_wait();
    return mine;
  }

private:
  Table* table_;
};

/// Calls work(ranks) by each of them.
template <class Work>
void on_ranks(int size, const Work& work) {
  ThreadCommunicator::Table table(size);
  std::vector<std::jthread> all;
  for (int rank = 0; rank < size; ++rank) {
    all.emplace_back([&, rank] {
      ThreadCommunicator ranks(rank, size, table);
      work(ranks);
    });
  }
}

/// The z of a slab's plane in a lattice of `size` planes; of halos beyond an open edge, -1 or `size`.
int in_lattice(const Geometry& slab, int plane, int size, bool periodic) {
  const int z = plane == slab.own_z() + 1 ? slab.begin_z - 1 : slab.begin_z + plane;
  return periodic ? (z + size) % size : z;
}

} // namespace

TEST_CASE("slabs share out all planes, begin at even ones, and none is empty", "[slab]") {
  for (int planes = 2; planes < 40; ++planes) {
    for (int ranks = 1; ranks <= (planes + 1) / 2; ++ranks) {
      int end = 0;
      for (int r = 0; r < ranks; ++r) {
        const auto [begin, next] = simulation::slab_of(planes, r, ranks);
        CHECK(begin == end);
        CHECK(begin % 2 == 0);
        CHECK(next > begin);
        end = next;
      }
      CHECK(end == planes);
    }
  }
}

TEST_CASE("sites of a slab have the numbers and neighbours that they have in the lattice", "[slab]") {
  for (const bool periodic : {true, false}) {
    const Geometry whole{5, 3, periodic ? 8 : 9, false, false, periodic};
    for (int rank = 0; rank < 3; ++rank) {
      const Geometry slab = simulation::part_of(whole, SomeCommunicator(rank, 3));
      REQUIRE(slab.lz == slab.own_z() + 2);
      for (int z = 0; z < slab.own_z(); ++z) {
        for (int y = 0; y < slab.ly; ++y) {
          for (const Colour c : {Colour::even, Colour::odd}) {
            const int s = Geometry::first_x(c, y, z), there = slab.begin_z + z;
            REQUIRE(s == Geometry::first_x(c, y, there));
            CHECK(slab.site_number(s, y, z) == whole.site_number(s, y, there));
            const lattice::LargeStandard order(slab);
            CHECK(order.number(order.row(c, y, z), 0) == whole.site_number(s, y, there));
            const auto first_in_row = [&](const Geometry& g, int of_z) {
              return lattice::first_vector(g) +
                     2 * static_cast<std::uint32_t>((of_z * g.ly + y) * lattice::vectors_x(g));
            };
            CHECK(first_in_row(slab, z) == first_in_row(whole, there));
            for (const auto& [d, step] : {std::pair(Direction::z_minus, -1), std::pair(Direction::z_plus, 1)}) {
              const auto plane = static_cast<int>(slab.neighbour(d, 0, y, z, s) / (slab.half_x() * slab.ly));
              const int expected = periodic ? (there + step + whole.lz) % whole.lz : there + step;
              CHECK(in_lattice(slab, plane, whole.lz, periodic) == expected);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("the edges and the inside of a slab are its planes", "[slab]") {
  for (int own = 1; own < 8; ++own) {
    const Geometry slab = Geometry{4, 4, 40, true, true, true}.part(2, 2 + own);
    std::vector<int> seen(static_cast<std::size_t>(own), 0);
    for (const lattice::Planes& planes : {lattice::Planes::edges(slab.own_z()), lattice::Planes::inner(slab.own_z())}) {
      for (int k = 0; k < planes.count; ++k) {
        ++seen.at(static_cast<std::size_t>(planes[k]));
      }
    }
    CHECK(seen == std::vector<int>(static_cast<std::size_t>(own), 1));
  }
}

namespace {

/// An array of the whole lattice comes to the parts, in pieces, and together again; one of another lattice is refused by all.
bool there_and_back(const Geometry& whole, const Geometry& part, run::Communicator& ranks, std::uint64_t most) {
  using View =
      Kokkos::View<std::uint32_t*****, Kokkos::LayoutRight, Kokkos::HostSpace>; // (component, system, z, y, x / 2)
  constexpr std::size_t components = 1, systems = 3;
  run::Array array{"spins", run::Array::Number::u32, {2, components, systems}, {}};
  for (const int n : {whole.lz, whole.ly, whole.half_x()}) {
    array.sizes.push_back(static_cast<std::uint64_t>(n));
  }
  std::vector<std::uint32_t> numbers(run::product(array.sizes, 0, array.sizes.size()));
  std::iota(numbers.begin(), numbers.end(), 7U);
  const auto bytes = std::as_bytes(std::span(numbers));
  if (ranks.rank() == 0) {
    array.bytes.assign(bytes.begin(), bytes.end());
  }
  if (ranks.size() > 1) {
    array.fetch = [](run::Array&) { throw std::logic_error("a slab is not asked for as a whole"); };
  }
  const auto view = [&] {
    return View("neel::testing::slab", components, systems, static_cast<std::size_t>(part.lz),
                static_cast<std::size_t>(part.ly), static_cast<std::size_t>(part.half_x()));
  };
  const View even = view(), odd = view();
  const simulation::Cut cut = simulation::Cut::of(whole, part);
  const simulation::Values values = simulation::values_of({even, odd});
  std::vector<run::Array> arrays{array};
  simulation::from_pieces(arrays, "spins", values, cut, ranks, most);
  run::Array again = simulation::in_pieces("spins", values, cut, ranks, most);
  const std::uint64_t pieces = run::count_pieces(again);
  run::complete(again);
  bool right = again.sizes == array.sizes && (ranks.rank() == 0 ? again.bytes == array.bytes : again.bytes.empty()) &&
               pieces >= array.bytes.size() / std::max<std::uint64_t>(most, 12); // a row of six has three entries
  for (int z = 0; z < part.own_z(); ++z) {                                       // each rank has what is its own
    for (int y = 0; y < part.ly; ++y) {
      const auto row =
          static_cast<std::uint32_t>(part.row_number(y, z)) + static_cast<std::uint32_t>(whole.ly * whole.lz) * 5;
      right = right && odd(0, 2, static_cast<std::size_t>(z), static_cast<std::size_t>(y), 0) == 7 + 3 * row;
    }
  }
  arrays = {array};
  arrays.front().sizes[3] += 2;
  try {
    simulation::from_pieces(arrays, "spins", values, cut, ranks, most);
    return false;
  } catch (const std::invalid_argument&) {
    return right;
  }
}

} // namespace

TEST_CASE("what parts have comes together on the first rank, and is taken apart again", "[slab]") {
  const Geometry whole{6, 8, 10, true, true, false};
  for (const int size : {1, 3, 4}) {
    std::vector<int> good(static_cast<std::size_t>(size)); // Catch2's macros are for one thread
    on_ranks(size, [&](run::Communicator& ranks) {
      const Geometry part = simulation::part_of(whole, ranks);
      const simulation::OwnSites own = simulation::OwnSites::of(part);
      const auto all = static_cast<std::size_t>(whole.sites());

      std::vector<std::uint32_t> expected(2 * all), mine(2 * own.count);
      std::iota(expected.begin(), expected.end(), 0U);
      for (int z = 0; z < part.own_z(); ++z) {
        for (int y = 0; y < part.ly; ++y) {
          for (int x = 0; x < part.lx; ++x) {
            const std::uint64_t site = part.site_number(x, y, z);
            mine[2 * own.place(site)] = static_cast<std::uint32_t>(2 * site);
            mine[2 * own.place(site) + 1] = static_cast<std::uint32_t>(2 * site + 1);
          }
        }
      }
      const bool first = ranks.rank() == 0;
      const auto joined = [&](const run::SiteRange& range) {
        const auto some = simulation::OwnPart::of(range, all, own);
        const auto begin = mine.begin() + static_cast<std::ptrdiff_t>(2 * some.begin());
        return simulation::joined_sites(std::vector(begin, begin + static_cast<std::ptrdiff_t>(2 * some.count())), 2,
                                        some, ranks);
      };
      bool right = true;
      for (const auto& [from, count] :
           {std::pair(0UL, all), {0UL, 1UL}, {5UL, 50UL}, {47UL, 2UL}, {48UL, 96UL}, {all - 7, 7UL}, {100UL, 0UL}}) {
        const auto begin = expected.begin() + static_cast<std::ptrdiff_t>(2 * from);
        right = right &&
                joined({from, count}) == (first ? std::vector(begin, begin + static_cast<std::ptrdiff_t>(2 * count))
                                                : std::vector<std::uint32_t>());
      }

      const auto within_rows = [&](const run::SiteRange& range) { // stored rows have the own sites, and these alone
        const auto some = simulation::OwnPart::of(range, all, own);
        const auto begin = static_cast<int>(some.first_row()), end = begin + static_cast<int>(some.rows());
        std::uint64_t sites = 0;
        bool own_ones = true;
        for (int row = begin; row < end; ++row) {
          for (int x = 0; x < part.lx; ++x, ++sites) {
            own_ones = own_ones && some.own.place(part.site_number(x, row % part.ly, row / part.ly)) < some.count();
          }
        }
        return own_ones && sites == some.count();
      };
      right = right && within_rows({}) && within_rows({5, 50}) && within_rows({47, 2}) && within_rows({100, 6}) &&
              within_rows({100, 0});

      for (const std::uint64_t most :
           {8, 100, 1000, 1 << 24}) { // bytes of a piece: of a row, some rows, some planes, all
        right = right && there_and_back(whole, part, ranks, most);
      }
      good[static_cast<std::size_t>(ranks.rank())] = right ? 1 : 0;
    });
    CHECK(good == std::vector<int>(good.size(), 1));
  }
}
