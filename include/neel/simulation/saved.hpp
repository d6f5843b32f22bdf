// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Views and fields as the arrays of checkpoints, and back.

#include <neel/core/copy.hpp>
#include <neel/lattice/field.hpp>
#include <neel/run/array.hpp>

#include <initializer_list>

namespace neel::simulation {

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

/// An array of the right shape for `count` views like this one, without bytes.
template <class View>
run::Array array_for(const std::string& name, const View& view, std::size_t count) {
  using Number = Plain<typename View::value_type>;
  run::Array a{name, Number::number, {}, {}};
  if (count > 1) {
    a.sizes.push_back(count);
  }
  for (std::size_t d = 0; d < View::rank(); ++d) {
    a.sizes.push_back(view.extent(d));
  }
  if (Number::count > 1) {
    a.sizes.push_back(Number::count);
  }
  return a;
}

} // namespace detail

/// Contiguous views of one shape as an array of shape (view, ...); without that axis if there is one only.
template <class View>
run::Array to_array(const std::string& name, std::initializer_list<View> views) {
  run::Array a = detail::array_for(name, *views.begin(), views.size());
  a.bytes.resize(views.size() * neel::detail::memory_of(*views.begin()).size());
  std::span<std::byte> to(a.bytes);
  for (const View& view : views) {
    const auto from = neel::detail::memory_of(view);
    copy_numbers(host_view(to.first(from.size())), from);
    to = to.subspan(from.size());
  }
  return a;
}

/// A component of a site as files show it.
template <class S>
float shown(typename S::Component value) {
  if constexpr (requires { S::shown(value); }) {
    return S::shown(value);
  } else {
    return value;
  }
}
/// The inverse, of any number.
template <class S>
typename S::Component stored(float value) {
  if constexpr (requires { S::stored(value); }) {
    return S::stored(value);
  } else {
    return value;
  }
}

/// Numbers of the host to a view of as many; the host's may change next.
template <ExecutionSpace Exec, class View, class T>
void copy_in(const Exec& exec, const View& there, const std::vector<T>& here) {
  copy_numbers(exec, there, host_view(here));
  exec.fence("neel::simulation::copy_in");
}

/// The inverse. Throws std::invalid_argument if the array does not fit the views.
template <class View>
void from_array(std::vector<run::Array>& arrays, const std::string& name, std::initializer_list<View> views) {
  const run::Array expected = detail::array_for(name, *views.begin(), views.size());
  std::span<const std::byte> from(run::find_array(arrays, name, expected.number, expected.sizes).bytes);
  for (const View& view : views) {
    const auto to = neel::detail::memory_of(view);
    copy_numbers(to, host_view(from.first(to.size())));
    from = from.subspan(to.size());
  }
}

/// A field as an array of shape (colour, component, system, z, y, x/2[, word]).
template <lattice::SiteValue S, ExecutionSpace Exec>
run::Array to_array(const std::string& name, const lattice::Field<S, Exec>& field) {
  return to_array(name, {field.half(lattice::Colour::even), field.half(lattice::Colour::odd)});
}
template <lattice::SiteValue S, ExecutionSpace Exec>
void from_array(std::vector<run::Array>& arrays, const std::string& name, const lattice::Field<S, Exec>& field) {
  from_array(arrays, name, {field.half(lattice::Colour::even), field.half(lattice::Colour::odd)});
}

} // namespace neel::simulation
