// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What compilers for devices without CUDA (HIP, SYCL) see of the kernels: the branches of devices, of everything. The host's
// compiler reads it, so that no vendor's is needed; nothing of it runs.
#define NEEL_HOST_AS_DEVICE
#include <Kokkos_Core.hpp>
#undef KOKKOS_IF_ON_DEVICE
#undef KOKKOS_IF_ON_HOST
#define KOKKOS_IF_ON_DEVICE(CODE) {KOKKOS_IMPL_STRIP_PARENS(CODE)}
#define KOKKOS_IF_ON_HOST(CODE)                                                                                        \
  {                                                                                                                    \
  }

#include <neel/expression/site_averages.hpp>
#include <neel/models/heisenberg.hpp>
#include <neel/models/heisenberg_graph.hpp>
#include <neel/models/ising.hpp>
#include <neel/models/phi4.hpp>
#include <neel/simulation/field_lattice.hpp>
#include <neel/simulation/graph_lattice.hpp>
#include <neel/simulation/half_lattices.hpp>
#include <neel/structure/sums.hpp>

namespace neel {

using Device = Kokkos::DefaultExecutionSpace;

template class simulation::HalfLattices<models::Ising, Device>;
template class simulation::HalfLattices<models::Heisenberg<2>, Device>;
template class simulation::GraphLattice<models::HeisenbergGraph<models::BondTerms::biquadratic, true>, Device>;
template class simulation::FieldLattice<Device, models::Phi4<2, 3, true>>;
template class expression::SiteAverages<Device>;
template class structure::Sums<Device>;

} // namespace neel
