// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// From arrays of slabs to those of the whole lattice, and back. Lists by site: own_sites.hpp.

#include <neel/core/copy.hpp>
#include <neel/lattice/geometry.hpp>
#include <neel/run/communicator.hpp>
#include <neel/simulation/saved.hpp>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace neel::simulation {

/// How a slab's arrays lie in those of the whole: its own entries along one axis, or along two that follow one another, as one; in one
/// run or several.
struct Cut {
  using Lengths = std::vector<std::uint64_t>;
  struct Run {
    std::uint64_t first, own; ///< of the slab's entries
    std::uint64_t begin;      ///< where these are in the whole
  };
  std::size_t axis;
  Lengths stored, whole; ///< of the axis, or both
  std::vector<Run> runs; ///< none: the slab is the whole

  /// Of fields on half-lattices: (colour, component, system, z, y, ...).
  static Cut of(const lattice::Geometry& whole, const lattice::Geometry& slab) {
    const auto n = [](int v) { return static_cast<std::uint64_t>(v); };
    return {3, {n(slab.lz), n(slab.ly)}, {n(whole.lz), n(whole.ly)}, own_rows(slab)};
  }
  /// A slab's own rows; none of the whole.
  static std::vector<Run> own_rows(const lattice::Geometry& slab) {
    const auto n = [](int v) { return static_cast<std::uint64_t>(v); };
    std::vector<Run> runs;
    if (slab.halo > 0) {
      runs.push_back({0, n(slab.own_z() * slab.ly), slab.row_number(0, 0)});
    }
    return runs;
  }

  std::uint64_t entries() const { return run::product(stored, 0, stored.size()); }
  std::uint64_t whole_entries() const { return run::product(whole, 0, whole.size()); }
};

namespace detail {

/// Bytes of a rank's own arrays, and where they are in a piece of the whole.
struct RowRange {
  std::uint64_t in_piece, own, bytes;
};

/// Those of a piece. `entry`: bytes of an entry of what is cut.
inline std::vector<RowRange> stretches(const Cut& cut, const std::vector<Cut::Run>& runs, std::uint64_t entry,
                                       const run::Piece& piece) {
  if (runs.empty()) {
    return {{0, piece.begin, piece.end - piece.begin}};
  }
  std::vector<RowRange> all;
  const std::uint64_t whole = cut.whole_entries() * entry, stored = cut.entries() * entry;
  for (std::uint64_t block = piece.begin / whole; block * whole < piece.end; ++block) {
    for (const Cut::Run& r : runs) {
      const std::uint64_t first = block * whole + r.begin * entry;
      const std::uint64_t begin = std::max(first, piece.begin), end = std::min(first + r.own * entry, piece.end);
      if (begin < end) {
        all.push_back({begin - piece.begin, block * stored + r.first * entry + begin - first, end - begin});
      }
    }
  }
  return all;
}

/// The memory of views of one shape, one after another. Copies are for one thread of several that stand for ranks, too.
template <class View>
class Memory {
public:
  explicit Memory(std::initializer_list<View> views) : views_(views) { Kokkos::fence("neel::simulation::memory"); }

  std::vector<std::byte> get(const std::vector<RowRange>& stretches) const {
    std::vector<std::byte> all;
    for (const RowRange& s : stretches) {
      const std::size_t before = all.size();
      all.resize(before + s.bytes);
      each(s.own, std::span(all).subspan(before),
           [](const auto& here, const auto& there) { copy(host_view(here), there); });
    }
    return all;
  }
  void put(const std::vector<RowRange>& stretches, std::span<const std::byte> from) const {
    for (const RowRange& s : stretches) {
      each(s.own, from.first(s.bytes), [](const auto& here, const auto& there) { copy(there, host_view(here)); });
      from = from.subspan(s.bytes);
    }
  }

private:
  template <class To, class From>
  static void copy(const To& to, const From& from) {
    if constexpr (std::is_same_v<typename View::memory_space, Kokkos::HostSpace>) {
      std::memcpy(to.data(), from.data(), to.size());
    } else {
      copy_numbers(to, from);
    }
  }
  /// Calls copy(bytes of the host, those of a view) for bytes from `at` on.
  template <class Host, class Copy>
  void each(std::uint64_t at, Host host, const Copy& copy) const {
    const std::uint64_t size = neel::detail::memory_of(views_.front()).size();
    for (; !host.empty(); at = at / size * size + size) {
      const auto view = neel::detail::memory_of(views_[at / size]);
      const std::uint64_t begin = at % size, count = std::min<std::uint64_t>(host.size(), size - begin);
      copy(host.first(count), Kokkos::subview(view, std::pair(begin, begin + count)));
      host = host.subspan(count);
    }
  }

  std::vector<View> views_;
};

/// An array for such views of a rank, as it is of the whole, to be taken in pieces; and the bytes of an entry of what is cut.
template <class View>
std::pair<run::Array, std::uint64_t> whole_array(const std::string& name, std::initializer_list<View> views,
                                                 const Cut& cut, std::uint64_t most) {
  run::Array all = array_for(name, *views.begin(), views.size());
  if (!cut.runs.empty()) {
    std::copy(cut.whole.begin(), cut.whole.end(), all.sizes.begin() + static_cast<std::ptrdiff_t>(cut.axis));
  }
  const std::size_t behind = cut.runs.empty() ? all.sizes.size() : cut.axis + cut.whole.size();
  all.pieces = run::pieces_of(all.sizes, run::size_of(all.number), behind - 1, most);
  return {all, run::size_of(all.number) * run::product(all.sizes, behind, all.sizes.size())};
}

/// Those of each rank.
inline std::vector<std::vector<Cut::Run>> runs_of_all(const std::vector<Cut::Run>& own, run::Communicator& ranks) {
  std::vector<std::vector<Cut::Run>> all;
  ranks.gather(std::as_bytes(std::span(own)), [&](int /*rank*/, std::span<const std::byte> runs) {
    all.emplace_back(runs.size() / sizeof(Cut::Run));
    std::memcpy(all.back().data(), runs.data(), runs.size());
  });
  return all;
}

} // namespace detail

/// Contiguous views of one shape as an array of shape (view, ...), without that axis if there is one only: of the whole lattice, and on
/// rank 0, in pieces of `most` bytes or less.
template <class View>
run::Array in_pieces(const std::string& name, std::initializer_list<View> views, const Cut& cut,
                     run::Communicator& ranks, std::uint64_t most = run::most_in_piece) {
  const auto expected = detail::whole_array(name, views, cut, most);
  run::Array all = expected.first;
  const std::uint64_t entry = expected.second;
  const auto piece = [head = all](std::uint64_t number) { return run::piece_of(head, number); };
  const detail::Memory<View> memory(views);
  if (cut.runs.empty()) {
    all.pieces.take = [=](std::uint64_t number) { return memory.get(detail::stretches({}, {}, 1, piece(number))); };
    return all;
  }
  all.pieces.take = [=, of_rank = detail::runs_of_all(cut.runs, ranks), &ranks](std::uint64_t number) {
    const run::Piece p = piece(number);
    const std::vector<std::byte> mine = memory.get(detail::stretches(cut, cut.runs, entry, p));
    std::vector<std::byte> whole(ranks.rank() == 0 ? p.end - p.begin : 0);
    std::size_t rank = 0; // a rehearsal has one rank, whatever its number
    ranks.gather_at_first(mine, [&](int /*rank*/, std::span<const std::byte> its) {
      const std::vector<Cut::Run>& runs = of_rank[rank++];
      for (const detail::RowRange& s :
           whole.empty() ? std::vector<detail::RowRange>() : detail::stretches(cut, runs, entry, p)) {
        std::memcpy(whole.data() + s.in_piece, its.data(), s.bytes);
        its = its.subspan(s.bytes);
      }
    });
    return whole;
  };
  return all;
}

namespace detail {

/// A piece of an array that has its bytes, or pieces like these.
inline std::vector<std::byte> bytes_of(const run::Array& a, std::uint64_t number, const run::Piece& piece) {
  if (a.pieces.take) {
    return a.pieces.take(number);
  }
  const auto from = a.bytes.begin();
  return {from + static_cast<std::ptrdiff_t>(piece.begin), from + static_cast<std::ptrdiff_t>(piece.end)};
}

} // namespace detail

/// The inverse, but for halos; the first rank alone need have the bytes. Throws std::invalid_argument, on all ranks, if there is no such
/// array or it does not fit.
template <class View>
void from_pieces(std::vector<run::Array>& arrays, const std::string& name, std::initializer_list<View> views,
                 const Cut& cut, run::Communicator& ranks, std::uint64_t most = run::most_in_piece) {
  const auto [expected, entry] = detail::whole_array(name, views, cut, most);
  const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const run::Array& a) { return a.name == name; });
  const bool there = found != arrays.end() && found->number == expected.number && found->sizes == expected.sizes;
  if (there && (found->pieces.axis != expected.pieces.axis || found->pieces.each != expected.pieces.each)) {
    run::complete(*found);
  }
  const std::uint64_t bytes = run::size_of(expected.number) * run::product(expected.sizes, 0, expected.sizes.size());
  const bool good = there && ((found->fetch && ranks.rank() > 0) || found->pieces.take || found->bytes.size() == bytes);
  if (ranks.least(good ? 1 : 0) == 0) {
    throw std::invalid_argument("the array " + name +
                                (found == arrays.end() ? " is missing" : " has another shape than this lattice"));
  }
  const auto of_rank = cut.runs.empty() ? std::vector<std::vector<Cut::Run>>() : detail::runs_of_all(cut.runs, ranks);
  const detail::Memory<View> memory(views);
  for (std::uint64_t number = 0; number < run::count_pieces(expected); ++number) {
    const run::Piece p = run::piece_of(expected, number);
    std::vector<std::byte> piece = ranks.rank() == 0 ? detail::bytes_of(*found, number, p) : std::vector<std::byte>();
    if (!cut.runs.empty()) {
      piece = ranks.from_first([&](int rank) {
        std::vector<std::byte> its;
        for (const detail::RowRange& s : detail::stretches(cut, of_rank[static_cast<std::size_t>(rank)], entry, p)) {
          const auto from = piece.begin() + static_cast<std::ptrdiff_t>(s.in_piece);
          its.insert(its.end(), from, from + static_cast<std::ptrdiff_t>(s.bytes));
        }
        return its;
      });
    }
    memory.put(detail::stretches(cut, cut.runs, entry, p), piece);
  }
}

/// Of a field.
template <lattice::SiteValue S, ExecutionSpace Exec>
run::Array in_pieces(const std::string& name, const lattice::Field<S, Exec>& field, const Cut& cut,
                     run::Communicator& ranks) {
  return in_pieces(name, {field.half(lattice::Colour::even), field.half(lattice::Colour::odd)}, cut, ranks);
}
template <lattice::SiteValue S, ExecutionSpace Exec>
void from_pieces(std::vector<run::Array>& arrays, const std::string& name, const lattice::Field<S, Exec>& field,
                 const Cut& cut, run::Communicator& ranks) {
  from_pieces(arrays, name, {field.half(lattice::Colour::even), field.half(lattice::Colour::odd)}, cut, ranks);
}

/// Sums of a device or a host on the host, of all ranks; a copy where there are others, whose sums these must not become.
template <class View>
auto of_all_ranks(const View& here, run::Communicator& ranks) {
  const auto host = ranks.size() > 1 ? Kokkos::create_mirror(Kokkos::HostSpace(), here)
                                     : Kokkos::create_mirror_view(Kokkos::HostSpace(), here);
  copy_numbers(host, here);
  ranks.add(std::span<std::int64_t>(host.data(), host.size()));
  return host;
}

} // namespace neel::simulation
