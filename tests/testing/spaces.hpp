// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The execution spaces of this build, for TEMPLATE_LIST_TEST_CASE.

#include <neel/simulation/spaces.hpp>

#include <tuple>
#include <type_traits>

namespace neel::testing {

namespace detail {

/// The tuple with one more space, unless it is there.
template <class Space, class Tuple>
struct With;
template <class Space, class... Others>
struct With<Space, std::tuple<Others...>> {
  using type =
      std::conditional_t<(std::is_same_v<Space, Others> || ...), std::tuple<Others...>, std::tuple<Others..., Space>>;
};

} // namespace detail

using Spaces = typename detail::With<
    simulation::SerialSpace,
    typename detail::With<Kokkos::DefaultExecutionSpace, std::tuple<Kokkos::DefaultHostExecutionSpace>>::type>::type;

} // namespace neel::testing
