// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The execution spaces of this build, for TEMPLATE_LIST_TEST_CASE.

#include <Kokkos_Core.hpp>

#include <tuple>
#include <type_traits>

namespace neel::testing {

using Spaces = std::conditional_t<std::is_same_v<Kokkos::DefaultExecutionSpace, Kokkos::DefaultHostExecutionSpace>,
                                  std::tuple<Kokkos::DefaultExecutionSpace>,
                                  std::tuple<Kokkos::DefaultHostExecutionSpace, Kokkos::DefaultExecutionSpace>>;

} // namespace neel::testing
