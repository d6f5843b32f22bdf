// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The only source that sees Kokkos Kernels.

#include "structure/structured.hpp"

#include <neel/simulation/spaces.hpp>
#include <neel/structure/product.hpp>
#include <neel/structure/structured.hpp>

#ifdef NEEL_KOKKOS_KERNELS
#include <KokkosBlas3_gemm.hpp>
#endif

namespace neel::structure {

namespace {

Options to_options(const Request& r) {
  return {{r.field, r.waves, r.tensor, r.per_basis, r.correlations}, r.positions, r.every, r.systems, r.disordered};
}

#ifdef NEEL_KOKKOS_KERNELS
constexpr bool library = true;
/// Rows of ours are columns of the library's: c^T = b^T a^T.
template <ExecutionSpace Exec>
void product(const Exec& exec, const Matrix<Exec>& a, const Matrix<Exec>& b, const Matrix<Exec>& c) {
  const auto turned = [](const Matrix<Exec>& m) {
    return Kokkos::View<double**, Kokkos::LayoutLeft, typename Exec::device_type,
                        Kokkos::MemoryTraits<Kokkos::Unmanaged>>(m.data(), m.extent(1), m.extent(0));
  };
  KokkosBlas::gemm(exec, "N", "N", 1.0, turned(b), turned(a), 0.0, turned(c));
}
#else
constexpr bool library = false;
template <ExecutionSpace Exec>
void product(const Exec& exec, const Matrix<Exec>& a, const Matrix<Exec>& b, const Matrix<Exec>& c) {
  tiled_product(exec, a, b, c);
}
#endif

} // namespace

bool uses_kokkos_kernels() { return library; }

Bytes bytes(const Request& r) {
  const Options o = to_options(r);
  const int slots = r.systems * r.rungs;
  return {Sums<Kokkos::DefaultExecutionSpace>::bytes(o.layout, slots), o.bytes(slots)};
}

double bytes_of_point(const Request& r) {
  const Layout l = to_options(r).layout;
  const auto sites = static_cast<double>(l.cells() * l.basis() * l.basis());
  return sizeof(double) * (2 * static_cast<double>(l.of_waves()) + (r.correlations ? 4 * sites : 0));
}

std::unique_ptr<run::Simulation> structured(std::unique_ptr<run::Simulation> inner, const Request& request,
                                            run::Space space) {
  return simulation::in_space(space, [&]<class Exec>(const Exec&) -> std::unique_ptr<run::Simulation> {
    return std::make_unique<Structured<Exec>>(std::move(inner), to_options(request), product<Exec>);
  });
}

} // namespace neel::structure
