// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Numbers of the host to where kernels can read them, and back. All as bytes of contiguous views: for numbers of another type, or of
// more axes, Kokkos would compile loops that are never needed, a quarter of a model's code.

#include <neel/core/platform.hpp>

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace neel {

namespace detail {

using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;

template <class Space>
using Bytes = Kokkos::View<std::byte*, Space, Unmanaged>;

/// The memory of a contiguous view.
template <class View>
auto memory_of(const View& view) {
  using Number = typename View::non_const_value_type;
  static_assert(std::is_trivially_copyable_v<Number>);
  if (!view.span_is_contiguous()) {
    throw std::logic_error("neel::memory_of: the view is not contiguous");
  }
  return Bytes<typename View::memory_space>(reinterpret_cast<std::byte*>(const_cast<Number*>(view.data())),
                                            view.size() * sizeof(Number));
}

template <class To, class From>
concept SameNumbers =
    std::is_same_v<typename To::value_type, typename From::non_const_value_type> &&
    (std::is_same_v<typename To::array_layout, typename From::array_layout> || (To::rank() <= 1 && From::rank() <= 1));

} // namespace detail

/// Numbers of the host as a view.
template <class T>
auto host_view(std::span<T> numbers) {
  return Kokkos::View<T*, Kokkos::HostSpace, detail::Unmanaged>(numbers.data(), numbers.size());
}
template <class T>
auto host_view(const std::vector<T>& numbers) {
  return host_view(std::span<const T>(numbers));
}

/// All numbers of a contiguous view to another one of its shape, once all work is done.
template <class To, class From>
  requires detail::SameNumbers<To, From>
void copy_numbers(const To& to, const From& from) {
  Kokkos::deep_copy(detail::memory_of(to), detail::memory_of(from));
}
/// The same in turn with other work of `exec`: what is the host's may not change before that is done.
template <ExecutionSpace Exec, class To, class From>
  requires detail::SameNumbers<To, From>
void copy_numbers(const Exec& exec, const To& to, const From& from) {
  Kokkos::deep_copy(exec, detail::memory_of(to), detail::memory_of(from));
}

/// Zeros.
template <ExecutionSpace Exec, class View>
void set_zero(const Exec& exec, const View& view) {
  Kokkos::deep_copy(exec, detail::memory_of(view), std::byte{0});
}

/// The numbers of a contiguous view where the host can read them: the view itself where it can.
template <class View>
auto on_host(const View& view) {
  const auto host =
      Kokkos::create_mirror_view(Kokkos::view_alloc(Kokkos::HostSpace(), Kokkos::WithoutInitializing), view);
  if (static_cast<const void*>(host.data()) != static_cast<const void*>(view.data())) {
    copy_numbers(host, view);
  } else {
    Kokkos::fence("neel::on_host");
  }
  return host;
}

/// A list of the host where kernels can read it.
template <class T, ExecutionSpace Exec>
using DeviceList = Kokkos::View<T*, typename Exec::memory_space>;

template <ExecutionSpace Exec, class T>
DeviceList<T, Exec> device_list(const std::string& label, const std::vector<T>& values) {
  const DeviceList<T, Exec> there(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), values.size());
  copy_numbers(there, host_view(values));
  return there;
}
/// The inverse, of any contiguous view.
template <class View>
auto host_list(const View& view) {
  std::vector<typename View::non_const_value_type> all(view.size());
  Kokkos::deep_copy(detail::memory_of(host_view(std::span(all))), detail::memory_of(view));
  return all;
}

} // namespace neel
