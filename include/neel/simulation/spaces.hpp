// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The execution spaces of a build. Simulations are compiled for each of them and made for the one that is asked for.

#include <neel/core/platform.hpp>
#include <neel/run/simulation.hpp>

#include <type_traits>

namespace neel::simulation {

#ifdef KOKKOS_ENABLE_SERIAL
using SerialSpace = Kokkos::Serial;
#else
using SerialSpace = Kokkos::DefaultHostExecutionSpace;
#endif

/// Returns make(Exec()) for the execution space that is asked for.
template <class Make>
auto in_space(run::Space space, const Make& make) {
  using Default = Kokkos::DefaultExecutionSpace;
  using Host = Kokkos::DefaultHostExecutionSpace;
  if constexpr (!std::is_same_v<Host, Default>) {
    if (space == run::Space::host) {
      return make(Host());
    }
  }
  if constexpr (!std::is_same_v<SerialSpace, Host>) {
    if (space == run::Space::serial) {
      return make(SerialSpace());
    }
  }
  return make(Default()); // on hosts: all that is asked for, where there is one space
}

} // namespace neel::simulation
