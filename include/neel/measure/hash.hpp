// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A number that stands for a whole configuration: equal hashes mean equal bits on every site. It is a sum over sites of a
// scrambled (system, site, component, bits), so it depends neither on storage nor on the order of addition.

#include <neel/core/word.hpp>
#include <neel/lattice/order.hpp>
#include <neel/lattice/row_parts.hpp>
#include <neel/models/state.hpp>

namespace neel::measure {

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection of 64-bit words that scrambles all bits.
NEEL_FUNCTION std::uint64_t scramble(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

namespace detail {

NEEL_FUNCTION std::uint64_t hash_word(float v) { return Kokkos::bit_cast<std::uint32_t>(v); }
template <int W>
NEEL_FUNCTION std::uint64_t hash_word(const Word<W>& v) {
  std::uint64_t sum = 0;
  for (int w = 0; w < W; ++w) {
    sum += scramble(std::uint64_t{static_cast<unsigned>(w)} << 32 | v[w]);
  }
  return sum;
}
template <class Integer>
NEEL_FUNCTION std::uint64_t hash_word(Integer v) {
  return static_cast<std::uint64_t>(v);
}

template <class S, int... K>
NEEL_FUNCTION std::uint64_t site_hash(std::uint64_t site, const S& s, std::integer_sequence<int, K...>) {
  return (scramble(site + ((std::uint64_t{K} + 1) << 56) + hash_word(s.template component<K>())) + ...);
}

} // namespace detail

/// The numbers of systems that are some of all: `first` and following, in each of several rows (replicas) of `part` of them.
struct SystemNumbers {
  int first = 0, part = 1, all = 1;

  static SystemNumbers of(int systems) { return {0, systems, systems}; }
  NEEL_FUNCTION std::uint32_t operator()(int system) const {
    const int row = system / part;
    return static_cast<std::uint32_t>(row * all + first + system - row * part);
  }
};

/// What a site adds to the hash.
template <lattice::SiteValue S>
NEEL_FUNCTION std::uint64_t site_hash(std::uint32_t system, std::uint64_t number, const S& s) {
  const std::uint64_t low = number & 0xFFFFFFFFU, high = scramble(number >> 32); // scramble(0) is 0
  return detail::site_hash(scramble((std::uint64_t{system} << 32 | low) + high), s,
                           std::make_integer_sequence<int, S::components>{});
}

/// Adds up the hash of one colour of a field: on devices an entry for an index, on hosts a row or a part of it.
template <lattice::SiteValue S, ExecutionSpace Exec, class Order>
class FieldHash {
public:
  FieldHash(const lattice::Geometry& g, const lattice::Field<S, Exec>& field, lattice::Colour c, const Order& order,
            const SystemNumbers& number)
      : geometry_(g), field_(field), colour_(c), order_(order), number_(number) {}

  auto policy(const Exec& exec, int systems) const {
    const std::int64_t each =
        runs_on_host<Exec> ? lattice::RowParts(order_.length()).size(order_.rows()) : geometry_.half_volume();
    return Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, systems * each);
  }

  KOKKOS_FUNCTION void operator()(std::int64_t flat, std::uint64_t& sum) const {
    KOKKOS_IF_ON_HOST((add_row(flat, sum);))
    KOKKOS_IF_ON_DEVICE((add_entry(flat, sum);))
  }

private:
  using Sites = lattice::SitePointer<S, false>;

  void add_row(std::int64_t index, std::uint64_t& sum) const {
    const int rows = order_.rows(), length = order_.length();
    const lattice::RowParts::Part part = lattice::RowParts(length)(index);
    const int system = static_cast<int>(part.row / rows);
    const lattice::Row row = order_.row(colour_, static_cast<int>(part.row % rows));
    const Sites sites = field_.sites(colour_, system);
    for (int i = part.begin; i < part.end; ++i) {
      add(sites, system, row, i, std::int64_t{row.index} * length + i, sum);
    }
  }
  NEEL_FUNCTION void add_entry(std::int64_t flat, std::uint64_t& sum) const {
    const lattice::Entry e = lattice::entry_at(order_, flat);
    add(field_.sites(colour_, e.system), e.system, order_.row(colour_, e.row), e.i, e.number, sum);
  }
  NEEL_FUNCTION void add(const Sites& sites, int system, const lattice::Row& row, int i, std::int64_t entry,
                         std::uint64_t& sum) const {
    const lattice::Position at = order_.position(row, i);
    if (at.x < geometry_.lx && entry < geometry_.own_half_volume()) {
      sum += site_hash(number_(system), order_.number(row, i), sites[entry]);
    }
  }

  lattice::Geometry geometry_;
  lattice::Field<S, Exec> field_;
  lattice::Colour colour_;
  Order order_;
  SystemNumbers number_;
};

/// The hash of all systems and both colours.
template <lattice::SiteValue S, ExecutionSpace Exec, class Order>
std::uint64_t hash(const Exec& exec, const lattice::Geometry& g, int systems, const lattice::Field<S, Exec>& field,
                   const Order& order, const SystemNumbers& number) {
  std::uint64_t total = 0;
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    std::uint64_t sum = 0;
    const FieldHash<S, Exec, Order> kernel(g, field, c, order, number);
    Kokkos::parallel_reduce("neel::measure::hash", kernel.policy(exec, systems), kernel, sum);
    total += sum;
  }
  return total;
}

/// In the standard order.
template <lattice::SiteValue S, ExecutionSpace Exec>
std::uint64_t hash(const Exec& exec, const lattice::Geometry& g, int systems, const lattice::Field<S, Exec>& field) {
  return hash(exec, g, systems, field, lattice::LargeStandard(g), SystemNumbers::of(systems));
}

} // namespace neel::measure
