// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include <neel/simulation/slabs.hpp>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace neel::simulation {

namespace {

/// Bytes of a rank's own arrays, and where they are in a piece of the whole.
struct ByteRange {
  std::uint64_t in_piece, own, bytes;
};

/// Those of a piece. `entry`: bytes of an entry of what is cut.
std::vector<ByteRange> ranges_of(const Cut& cut, const std::vector<Cut::Run>& runs, std::uint64_t entry,
                                 const run::Piece& piece) {
  if (runs.empty()) {
    return {{0, piece.begin, piece.end - piece.begin}};
  }
  std::vector<ByteRange> all;
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

/// Copies bytes of values, as if their parts followed one another, to the host, or from it.
void copy_ranges(const Values& values, const std::vector<ByteRange>& ranges, std::byte* host, bool to_host) {
  Kokkos::fence("neel::simulation::copy_ranges");
  const std::uint64_t size = values.bytes();
  for (const ByteRange& r : ranges) {
    for (std::uint64_t at = r.own, here = 0; at < r.own + r.bytes; at += here, host += here) {
      std::byte* const there = values.parts[at / size] + at % size;
      here = std::min(r.own + r.bytes - at, size - at % size);
      copy_bytes(values.on_host, to_host ? host : there, to_host ? there : host, here, to_host);
    }
  }
}
std::vector<std::byte> taken(const Values& values, const std::vector<ByteRange>& ranges) {
  std::uint64_t bytes = 0;
  for (const ByteRange& r : ranges) {
    bytes += r.bytes;
  }
  std::vector<std::byte> all(bytes);
  copy_ranges(values, ranges, all.data(), true);
  return all;
}

/// An array for such values of a rank, as it is of the whole, to be taken in pieces; and the bytes of an entry of what is cut.
std::pair<run::Array, std::uint64_t> whole_array(const std::string& name, const Values& values, const Cut& cut,
                                                 std::uint64_t most) {
  run::Array all{name, values.number, values.sizes, {}};
  if (values.parts.size() > 1) {
    all.sizes.insert(all.sizes.begin(), values.parts.size());
  }
  if (!cut.runs.empty()) {
    std::copy(cut.whole.begin(), cut.whole.end(), all.sizes.begin() + static_cast<std::ptrdiff_t>(cut.axis));
  }
  const std::size_t behind = cut.runs.empty() ? all.sizes.size() : cut.axis + cut.whole.size();
  all.pieces = run::pieces_of(all.sizes, run::size_of(all.number), behind - 1, most);
  return {all, run::size_of(all.number) * run::product(all.sizes, behind, all.sizes.size())};
}

/// Those of each rank.
std::vector<std::vector<Cut::Run>> runs_of_all(const std::vector<Cut::Run>& own, run::Communicator& ranks) {
  std::vector<std::vector<Cut::Run>> all;
  ranks.gather(std::as_bytes(std::span(own)), [&](int /*rank*/, std::span<const std::byte> runs) {
    all.emplace_back(runs.size() / sizeof(Cut::Run));
    std::memcpy(all.back().data(), runs.data(), runs.size());
  });
  return all;
}

/// A piece of an array that has its bytes, or pieces like these.
std::vector<std::byte> bytes_of(const run::Array& a, std::uint64_t number, const run::Piece& piece) {
  if (a.pieces.take) {
    return a.pieces.take(number);
  }
  const auto from = a.bytes.begin();
  return {from + static_cast<std::ptrdiff_t>(piece.begin), from + static_cast<std::ptrdiff_t>(piece.end)};
}

} // namespace

void copy_bytes(bool on_host, std::byte* to, const std::byte* from, std::size_t count, bool to_host) {
  using There = neel::detail::Bytes<Kokkos::DefaultExecutionSpace::memory_space>;
  using ThereToRead =
      Kokkos::View<const std::byte*, Kokkos::DefaultExecutionSpace::memory_space, neel::detail::Unmanaged>;
  if (on_host) {
    std::memcpy(to, from, count);
  } else if (to_host) {
    Kokkos::deep_copy(host_view(std::span(to, count)), ThereToRead(from, count));
  } else {
    Kokkos::deep_copy(There(to, count), host_view(std::span(from, count)));
  }
}

Cut Cut::of(const lattice::Geometry& whole, const lattice::Geometry& slab, bool turned) {
  const auto n = [](int v) { return static_cast<std::uint64_t>(v); };
  Cut cut{3, {n(slab.lz), n(slab.ly)}, {n(whole.lz), n(whole.ly)}, {}};
  if (turned) {
    std::swap(cut.whole[0], cut.whole[1]);
  }
  if (slab.halo > 0) {
    cut.runs.push_back({0, n(slab.own_z() * slab.ly), slab.row_number(0, 0)});
  }
  return cut;
}

run::Array in_pieces(const std::string& name, const Values& values, const Cut& cut, run::Communicator& ranks,
                     std::uint64_t most) {
  const auto expected = whole_array(name, values, cut, most);
  run::Array all = expected.first;
  const std::uint64_t entry = expected.second;
  const auto piece = [head = all](std::uint64_t number) { return run::piece_of(head, number); };
  if (cut.runs.empty()) {
    all.pieces.take = [=](std::uint64_t number) { return taken(values, ranges_of({}, {}, 1, piece(number))); };
    return all;
  }
  all.pieces.take = [=, of_rank = runs_of_all(cut.runs, ranks), &ranks](std::uint64_t number) {
    const run::Piece p = piece(number);
    const std::vector<std::byte> mine = taken(values, ranges_of(cut, cut.runs, entry, p));
    std::vector<std::byte> whole(ranks.rank() == 0 ? p.end - p.begin : 0);
    std::size_t rank = 0; // a rehearsal has one rank, whatever its number
    ranks.gather_at_first(mine, [&](int /*rank*/, std::span<const std::byte> its) {
      const std::vector<Cut::Run>& runs = of_rank[rank++];
      for (const ByteRange& r : whole.empty() ? std::vector<ByteRange>() : ranges_of(cut, runs, entry, p)) {
        std::memcpy(whole.data() + r.in_piece, its.data(), r.bytes);
        its = its.subspan(r.bytes);
      }
    });
    return whole;
  };
  return all;
}

void from_pieces(std::vector<run::Array>& arrays, const std::string& name, const Values& values, const Cut& cut,
                 run::Communicator& ranks, std::uint64_t most) {
  const auto [expected, entry] = whole_array(name, values, cut, most);
  const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const run::Array& a) { return a.name == name; });
  const bool there = found != arrays.end() && found->number == expected.number && found->sizes == expected.sizes;
  if (there && cut.runs.empty() && found->fetch) {
    std::exchange(found->fetch, nullptr)(*found);
  }
  if (there && (found->pieces.axis != expected.pieces.axis || found->pieces.each != expected.pieces.each)) {
    run::complete(*found);
  }
  const std::uint64_t bytes = run::size_of(expected.number) * run::product(expected.sizes, 0, expected.sizes.size());
  const bool good = there && ((found->fetch && ranks.rank() > 0) || found->pieces.take || found->bytes.size() == bytes);
  if (ranks.least(good ? 1 : 0) == 0) {
    throw std::invalid_argument("the array " + name +
                                (found == arrays.end() ? " is missing" : " has another shape than this lattice"));
  }
  const auto of_rank = cut.runs.empty() ? std::vector<std::vector<Cut::Run>>() : runs_of_all(cut.runs, ranks);
  for (std::uint64_t number = 0; number < run::count_pieces(expected); ++number) {
    const run::Piece p = run::piece_of(expected, number);
    std::vector<std::byte> piece = ranks.rank() == 0 ? bytes_of(*found, number, p) : std::vector<std::byte>();
    if (!cut.runs.empty()) {
      piece = ranks.from_first([&](int rank) {
        std::vector<std::byte> its;
        for (const ByteRange& r : ranges_of(cut, of_rank[static_cast<std::size_t>(rank)], entry, p)) {
          const auto from = piece.begin() + static_cast<std::ptrdiff_t>(r.in_piece);
          its.insert(its.end(), from, from + static_cast<std::ptrdiff_t>(r.bytes));
        }
        return its;
      });
    }
    copy_ranges(values, ranges_of(cut, cut.runs, entry, p), piece.data(), false);
  }
}

} // namespace neel::simulation
