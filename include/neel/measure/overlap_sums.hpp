// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Overlaps of pairs of systems with the same couplings, q_uv(i) = S_u(i) S'_v(i) on site i, u and v components of spins: their
// Fourier modes sum_i q_uv(i) w_b exp(-ik.r_i), and the link overlap, (S(i).S(j)) (S'(i).S'(j)) added up over bonds. Terms are integers, so
// the sums do not depend on their order.

#include <neel/measure/mode_sums.hpp>

namespace neel::measure {

/// The sums of pairs, on the host.
template <int Components>
struct OverlapsOfPairs {
  static constexpr int terms = 2 * Components * Components;

  std::vector<std::int64_t> sums; ///< (pair, mode or bonds, term)
  std::size_t modes = 0;
  FixedPoint format;

  /// |sum_i q(i) exp(-ik.r_i)|^2, all products of components added up.
  double square(std::size_t pair, std::size_t mode) const {
    double sum = 0;
    for (std::size_t k = 0; k < terms; ++k) {
      const double part = format.value(sums[(pair * (modes + 1) + mode) * terms + k]);
      sum += part * part;
    }
    return sum;
  }
  /// The first product, at k = 0: that of Ising spins.
  double first(std::size_t pair) const { return format.value(sums[pair * (modes + 1) * terms]); }
  /// The mean over bonds; 0 where there are none.
  double link(std::size_t pair) const {
    const std::int64_t* const s = &sums[(pair * (modes + 1) + modes) * terms];
    return s[1] == 0 ? 0 : format.value(s[0]) / static_cast<double>(s[1]);
  }
};

template <models::GraphPhysics P, ExecutionSpace Exec>
class OverlapSums {
public:
  static constexpr int components = P::vector_components;
  using Host = OverlapsOfPairs<components>;
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  /// The first mode is that of k = 0.
  OverlapSums(const models::GraphState<P, Exec>& state, const ModeTables<Exec>& tables, int pairs)
      : contents_(state.contents()), tables_(tables),
        sums_("neel::measure::overlap_sums", pairs, tables.count() + 1, terms), pairs_(pairs),
        rows_(tables.count() + 1), chunks_((contents_.graph.entries + chunk - 1) / chunk), by_chunks_(chunks_),
        by_rows_(rows_), row_length_(contents_.graph.rows > 0 ? contents_.graph.vacuum / contents_.graph.rows : 1) {}

  /// Adds to zeroed sums. `pairs`: two systems each, where kernels can read them.
  void launch(const Exec& exec, const int* pairs) {
    set_zero(exec, sums_);
    result_ = sums_.data();
    systems_ = pairs;
    const std::int64_t items = std::int64_t{pairs_} * rows_ * chunks_;
    Kokkos::parallel_for("neel::measure::overlap_sums",
                         Kokkos::TeamPolicy<Exec>(exec, static_cast<int>(items), runs_on_host<Exec> ? 1 : 128), *this);
  }
  Host host() const { return {host_list(sums_), static_cast<std::size_t>(tables_.count()), format_}; }

  /// A chunk of the entries of a pair, for one mode or the bonds.
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int of = by_chunks_.quotient(team.league_rank()), first = (team.league_rank() - of * chunks_) * chunk;
    const int pair = by_rows_.quotient(of), row = of - pair * rows_;
    const models::GraphContents<P> a = contents_.from(systems_[2 * pair]), b = contents_.from(systems_[2 * pair + 1]);
    Sums<terms> total;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, first, Kokkos::min(first + chunk, a.graph.entries)),
        [&](int entry, Sums<terms>& sum) {
          const std::uint32_t number = a.graph.number[entry];
          if (number == crystal::Tables::no_site || a.occupant[entry] == 0) {
            return;
          }
          if (row < tables_.count()) {
            add_products(a.sites[entry], b.sites[entry], tables_(row, number), sum);
          } else {
            add_links(a, b, entry, sum);
          }
        },
        Kokkos::Sum<Sums<terms>>(total));
    Kokkos::single(Kokkos::PerTeam(team), [&]() {
      for (int k = 0; k < terms; ++k) {
        Kokkos::atomic_add(&result_[of * terms + k], total.value[k]);
      }
    });
  }

private:
  using Site = typename P::Site;
  static constexpr int terms = Host::terms;
  static constexpr int chunk = 4096; ///< entries

  NEEL_FUNCTION void add_products(const Site& s, const Site& t, const typename ModeTables<Exec>::Factor& factor,
                                  Sums<terms>& sum) const {
    for (int u = 0; u < components; ++u) {
      for (int v = 0; v < components; ++v) {
        const float q = P::vector_component(s, u) * P::vector_component(t, v);
        sum.value[2 * (u * components + v)] += format_(q * factor.re);
        sum.value[2 * (u * components + v) + 1] += format_(q * factor.im);
      }
    }
  }
  /// Each bond is met at both of its ends.
  NEEL_FUNCTION void add_links(const models::GraphContents<P>& a, const models::GraphContents<P>& b, int entry,
                               Sums<terms>& sum) const {
    a.graph.for_each_bond(entry, row_length_, [&](int /*k*/, int other, std::int64_t kind) {
      if (a.occupant[other] != 0 && !models::is_none(a.couplings[kind])) {
        sum.value[0] += format_(dot(a.sites[entry], a.sites[other]) * dot(b.sites[entry], b.sites[other]));
        sum.value[1] += 1;
      }
    });
  }
  static NEEL_FUNCTION float dot(const Site& s, const Site& t) {
    float sum = 0;
    for (int k = 0; k < components; ++k) {
      sum += P::vector_component(s, k) * P::vector_component(t, k);
    }
    return sum;
  }

  models::GraphContents<P> contents_;
  ModeTables<Exec> tables_;
  FixedPoint format_{1.0001F};
  Kokkos::View<std::int64_t***, Kokkos::LayoutRight, typename Exec::memory_space> sums_; ///< (pair, row, term)
  int pairs_, rows_, chunks_; ///< rows: the modes, and the bonds
  Divisor by_chunks_, by_rows_;
  int row_length_; ///< entries of a row of the graph
  const int* systems_ = nullptr;
  std::int64_t* result_ = nullptr;
};

} // namespace neel::measure
