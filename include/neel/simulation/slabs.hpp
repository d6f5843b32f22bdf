// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Values in memory, of a whole lattice or of a slab of it, as the arrays of checkpoints, and back. Lists by site: own_sites.hpp.
// src/storage compiles what does not depend on types.

#include <neel/core/copy.hpp>
#include <neel/lattice/field.hpp>
#include <neel/run/array.hpp>
#include <neel/run/communicator.hpp>

#include <initializer_list>
#include <string>
#include <vector>

namespace neel::simulation {

/// Contiguous arrays of one shape, one or several, in the memory of the host or of a device, as bytes.
struct Values {
  run::Array::Number number;
  std::vector<std::uint64_t> sizes; ///< of each
  bool on_host;
  std::vector<std::byte*> parts;

  std::uint64_t bytes() const { return run::size_of(number) * run::product(sizes, 0, sizes.size()); } ///< of each
};

namespace detail {

/// The numbers that a component of a site is made of: itself, or the words of a Word.
template <class T>
struct Plain {
  static_assert(std::is_same_v<T, float> || (std::is_unsigned_v<T> && sizeof(T) != 2));
  static constexpr run::Array::Number number = std::is_same_v<T, float> ? run::Array::Number::f32
                                               : sizeof(T) == 1         ? run::Array::Number::u8
                                               : sizeof(T) == 4         ? run::Array::Number::u32
                                                                        : run::Array::Number::u64;
  static constexpr std::size_t count = 1;
};
template <class T>
  requires requires { T::words; }
struct Plain<T> {
  static constexpr run::Array::Number number = run::Array::Number::u32;
  static constexpr std::size_t count = T::words;
};

} // namespace detail

template <class View>
Values values_of(std::initializer_list<View> views) {
  using Number = detail::Plain<typename View::value_type>;
  Values v{Number::number, {}, std::is_same_v<typename View::memory_space, Kokkos::HostSpace>, {}};
  for (std::size_t d = 0; d < View::rank(); ++d) {
    v.sizes.push_back(views.begin()->extent(d));
  }
  if (Number::count > 1) {
    v.sizes.push_back(Number::count);
  }
  for (const View& view : views) {
    v.parts.push_back(neel::detail::memory_of(view).data());
  }
  return v;
}
/// Of shape (component, system, z, y, x / 2[, word]), for each colour.
template <lattice::SiteValue S, ExecutionSpace Exec>
Values values_of(const lattice::Field<S, Exec>& field) {
  return values_of({field.half(lattice::Colour::even), field.half(lattice::Colour::odd)});
}

/// Bytes of a part of values to the host, or from it. Unlike Kokkos' copies they are for one thread of several that stand for ranks, too.
void copy_bytes(bool on_host, std::byte* to, const std::byte* from, std::size_t count, bool to_host);

/// How a slab's arrays lie in those of the whole: its own entries along one axis, or along two that follow one another, as one; in one
/// run or several.
struct Cut {
  using Lengths = std::vector<std::uint64_t>;
  struct Run {
    std::uint64_t first, own; ///< of the slab's entries
    std::uint64_t begin;      ///< where these are in the whole
  };
  std::size_t axis = 0;
  Lengths stored, whole; ///< of the axis, or both
  std::vector<Run> runs; ///< none: the slab is the whole

  /// Of fields on half-lattices: (colour, component, system, z, y, ...). `turned`: the planes are rows of a lattice of one plane.
  static Cut of(const lattice::Geometry& whole, const lattice::Geometry& slab, bool turned = false);
  std::uint64_t entries() const { return run::product(stored, 0, stored.size()); }
  std::uint64_t whole_entries() const { return run::product(whole, 0, whole.size()); }
};

/// Values as an array of shape (part, ...), without that axis if there is one only: of the whole lattice, and on rank 0, in pieces of
/// `most` bytes or less. The values must stay.
run::Array in_pieces(const std::string& name, const Values& values, const Cut& cut = {},
                     run::Communicator& ranks = run::alone(), std::uint64_t most = run::most_in_piece);
/// The inverse, but for halos; where the lattice is cut, the first rank alone need have the bytes. Throws std::invalid_argument, on all
/// ranks, if there is no such array or it does not fit.
void from_pieces(std::vector<run::Array>& arrays, const std::string& name, const Values& values, const Cut& cut = {},
                 run::Communicator& ranks = run::alone(), std::uint64_t most = run::most_in_piece);

/// Numbers of the host to a view of as many; the host's may change next.
template <ExecutionSpace Exec, class View, class T>
void copy_in(const Exec& exec, const View& there, const std::vector<T>& here) {
  copy_numbers(exec, there, host_view(here));
  exec.fence("neel::simulation::copy_in");
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
