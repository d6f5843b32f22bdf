// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Averages of expressions over the sites of a system. Sites are added up in chunks of a fixed size, and chunks in their order, so that
// the result depends on neither threads nor backend.

#include <neel/core/copy.hpp>
#include <neel/core/divisor.hpp>
#include <neel/expression/evaluate.hpp>

#include <string>

namespace neel::expression {

template <ExecutionSpace Exec>
class SiteAverages {
public:
  explicit SiteAverages(const run::UserMoments& of)
      : programs_(of.site_averages.size()), components_(of.components), lx_(of.size[0]), ly_(of.size[1]),
        vacancies_(of.vacancies), cells_(of.cells()), sites_(of.sites()), by_x_(lx_), by_y_(ly_),
        chunks_(static_cast<int>((sites_ + chunk - 1) / chunk)),
        fields_("neel::expression::fields", static_cast<std::size_t>(components_ * sites_)),
        sums_("neel::expression::sums", programs_ + 1, static_cast<std::size_t>(chunks_)) {
    std::vector<Step> all;
    std::vector<int> first{0};
    for (const Program& p : of.site_averages) {
      all.insert(all.end(), p.begin(), p.end());
      first.push_back(static_cast<int>(all.size()));
    }
    steps_ = device_list<Exec>("neel::expression::steps", all);
    first_ = device_list<Exec>("neel::expression::first", first);
  }

  /// Bytes of memory, where it runs.
  static std::size_t bytes(const run::UserMoments& of) {
    const auto sites = static_cast<std::size_t>(of.sites());
    return sizeof(double) *
           (static_cast<std::size_t>(of.components) * sites + (of.site_averages.size() + 1) * (sites / chunk + 1));
  }

  /// Where the values of the system go, in memory of Exec.
  double* fields() const { return fields_.data(); }
  /// The numbers of ions, (basis site, z, y, x), for expressions that ask for them.
  void set_ions(const std::uint8_t* ions) { ions_ = ions; }

  /// The average of each program over the sites of the system in fields().
  std::vector<double> average(const Exec& exec) const {
    Kokkos::parallel_for("neel::expression::site_averages",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, chunks_), *this);
    const auto sums = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums_);
    std::vector<double> all(programs_ + 1);
    for (std::size_t p = 0; p <= programs_; ++p) {
      for (std::size_t c = 0; c < static_cast<std::size_t>(chunks_); ++c) {
        all[p] += sums(p, c);
      }
    }
    const double sites = all.back();
    all.pop_back();
    for (double& a : all) {
      a /= sites;
    }
    return all;
  }

  KOKKOS_FUNCTION void operator()(int c) const {
    constexpr int lanes = runs_on_host<Exec> ? chunk : 1;
    const std::int64_t begin = std::int64_t{c} * chunk, sites = sites_;
    for (std::size_t p = 0; p <= programs_; ++p) {
      double sum = 0;
      for (std::int64_t from = begin; from < begin + chunk && from < sites; from += lanes) {
        double value[lanes];
        const auto site = [&](int lane) NEEL_INLINE_LAMBDA { return Kokkos::min(from + lane, sites - 1); };
        if (p < programs_) {
          evaluate<lanes>(
              steps_.data() + first_(p), first_(p + 1) - first_(p),
              [&](int variable, int lane) NEEL_INLINE_LAMBDA { return load(variable, site(lane)); }, value);
        }
        for (int l = 0; l < lanes; ++l) {
          sum += from + l < sites && exists(from + l) ? (p < programs_ ? value[l] : 1.0) : 0.0;
        }
      }
      sums_(p, c) = sum;
    }
  }

private:
  static constexpr int chunk = 64; ///< sites that are added up one after another

  NEEL_FUNCTION bool exists(std::int64_t site) const {
    bool zero = vacancies_;
    for (int k = 0; k < components_ && zero; ++k) {
      zero = fields_(static_cast<std::size_t>(k * sites_ + site)) == 0;
    }
    return !zero;
  }
  NEEL_FUNCTION double load(int variable, std::int64_t site) const {
    if (variable < components_) {
      return fields_(static_cast<std::size_t>(variable * sites_ + site));
    }
    const auto basis = static_cast<int>(site / cells_), cell = static_cast<int>(site - basis * cells_);
    const int row = by_x_.quotient(cell), plane = by_y_.quotient(row);
    switch (static_cast<run::SiteVariable>(variable - components_)) {
    case run::SiteVariable::x:
      return cell - row * lx_;
    case run::SiteVariable::y:
      return row - plane * ly_;
    case run::SiteVariable::z:
      return plane;
    case run::SiteVariable::basis:
      return basis + 1;
    default:
      return ions_[site];
    }
  }

  std::size_t programs_;
  int components_, lx_, ly_;
  bool vacancies_;
  std::int64_t cells_, sites_;
  Divisor by_x_, by_y_;
  int chunks_;
  Kokkos::View<double*, typename Exec::memory_space> fields_;
  Kokkos::View<double**, Kokkos::LayoutRight, typename Exec::memory_space> sums_; ///< (program, chunk); last: sites
  Kokkos::View<const Step*, typename Exec::memory_space> steps_;
  Kokkos::View<const int*, typename Exec::memory_space> first_; ///< step of each program
  const std::uint8_t* ions_ = nullptr;
};

} // namespace neel::expression
