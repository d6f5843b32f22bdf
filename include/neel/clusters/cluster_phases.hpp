// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What cluster moves work with, and the phases that they consist of (cluster_kernels.hpp).

#include <neel/clusters/mirror.hpp>

namespace neel::clusters {

enum class ClusterMove { swendsen_wang, wolff };

inline constexpr std::uint32_t no_site = 0xFFFFFFFFU; ///< no site

/// Of a system: 1/T, and twice the largest energy of a spin in the field.
struct ClusterConditions {
  float inverse_temperature = 1, twice_field = 0;
};

/// What one move of some systems works with. Arrays are of (system, site number).
struct ClusterArrays {
  Mirror* mirror;        ///< (system)
  std::uint32_t* chosen; ///< (system): the site that Wolff's cluster grows from
  float* along;          ///< S.r
  std::uint32_t* parent; ///< UnionFind; the highest bit of a root: its cluster is reflected
  std::uint8_t* active;  ///< bonds, as bits, where there are few
  std::int64_t* sum;     ///< of each root: its cluster's sum, if one is asked for
};

/// What sums over clusters are of: nothing, S.r times the weight in the field, or |S.r|.
enum class ClusterSum { none, field, magnitude };

/// Sums over clusters that a team adds up.
struct ClusterPowers {
  std::int64_t square = 0, fourth = 0;
  KOKKOS_FUNCTION ClusterPowers& operator+=(const ClusterPowers& o) {
    square += o.square;
    fourth += o.fourth;
    return *this;
  }
};

struct DrawMirrors {};
struct Choose {};
struct Separate {};
struct Project {};
struct Activate {};
struct JoinActive {};
struct Join {};
struct Flatten {};
struct Decide {};
struct Reflect {};

} // namespace neel::clusters

template <>
struct Kokkos::reduction_identity<neel::clusters::ClusterPowers> {
  KOKKOS_FUNCTION static neel::clusters::ClusterPowers sum() { return {}; }
};
