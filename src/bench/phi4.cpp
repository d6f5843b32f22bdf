// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel bench phi4: nanoseconds per proposal against size, dimension and sweep, and a fit of the model of time of Bialas,
// Kowal and Strzelecki (eq. 9 of their paper, docs/phi4.md) to tiled sweeps: t per site and global sweep
// = c + N_loc (d + N_hit e).

#include "models/phi4/phi4.hpp"
#include "backend/backend.hpp"
#include "bench/bench.hpp"
#include "files/fingerprint.hpp"
#include "files/print.hpp"

#include <neel/models/phi4_start.hpp>

#include <Eigen/Cholesky>

#include <cstdio>

namespace neel::bench {

namespace {

using models::Phi4Options;

/// The case that their paper times: g = 0, mu^2 = 1/4, 1/Lambda = 2, eps = 1/2; without cut-off term where not `wide`.
Phi4Options field(int dimensions, int l, bool wide) {
  Phi4Options o;
  o.dimensions = dimensions;
  o.geometry = {l, l, dimensions == 3 ? l : 1, true, true, dimensions == 3};
  o.groups = {{0.25, 0, wide ? 2.0 : 0.0, 1}};
  o.wide = wide;
  o.acceptance = 0;
  o.modes = 1;
  o.start = "random";
  o.bound = models::field_bound(o.groups.front());
  return o;
}

Phi4Options tiled(Phi4Options o, int local_sweeps, int hits) {
  o.tiled = true;
  o.local_sweeps = local_sweeps;
  o.hits = hits;
  o.tiles = lattice::make_tiles(o.geometry, o.dimensions, o.radius(), {0, 0, 0});
  return o;
}

Phi4Options coloured(Phi4Options o, int hits) {
  o.hits = hits;
  o.colouring = lattice::smallest_colouring(lattice::stencil(o.dimensions, o.radius()),
                                            {o.geometry.lx, o.geometry.ly, o.geometry.lz})
                    .value_or(lattice::Colouring{});
  return o;
}

struct FieldRow {
  std::string name;
  double nanoseconds, least, most; ///< per proposal
  double per_site;                 ///< nanoseconds per site and sweep
  double roof;                     ///< nanoseconds per proposal that memory alone would take
  std::string hash;
};

FieldRow bench_case(const Phi4Options& o, double bandwidth, int repetitions) {
  const auto made = models::make_phi4<1>(o, models::Phi4Measures(o), run::Space::standard);
  run::Simulation& simulation = *made;
  simulation.set_conditions(1, 0);
  std::uint64_t number = 0;
  const auto sweeps = [&](std::int64_t count) {
    for (std::int64_t s = 0; s < count; ++s) {
      simulation.sweep(number++);
    }
    simulation.wait();
  };
  sweeps(2);
  const std::string hash = files::hex(simulation.hash()); // after 2 sweeps: the same on every machine
  const Timed t = timed_each(repetitions, 1, sweeps);
  const auto ns = [&](double seconds) { return seconds / o.proposals() * 1e9; };
  // A tile is read with its halo and written; a colour reads all sites around it, so that each is read once per colour.
  const auto& tile = o.tiles;
  const double bytes =
      o.tiled ? 4.0 * (tile.haloed_sites() + tile.sites()) / tile.sites() : 4.0 * o.colouring.colours + 4;
  const double hits_per_site = o.hits * (o.tiled ? o.local_sweeps : 1);
  const std::string way = o.tiled ? fmt::format("tiles   N_loc={:<3}", o.local_sweeps) : "colours          ";
  return {fmt::format("{}D L={:<4} 1/Lambda={:<3g} {} N_hit={}", o.dimensions, o.geometry.lx,
                      o.groups[0].inverse_cutoff, way, o.hits),
          ns(t.median),
          ns(t.least),
          ns(t.most),
          ns(t.median) * hits_per_site,
          bytes / hits_per_site / bandwidth * 1e9,
          hash};
}

/// Least squares of relative deviations: c, d, e of t = c + N_loc d + N_loc N_hit e.
Eigen::Vector3d fit(const std::vector<Phi4Options>& cases, const std::vector<FieldRow>& rows) {
  Eigen::Matrix3d matrix = Eigen::Matrix3d::Zero();
  Eigen::Vector3d sums = Eigen::Vector3d::Zero();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double n = cases[r].local_sweeps;
    const Eigen::Vector3d terms = Eigen::Vector3d(1, n, n * cases[r].hits) / rows[r].per_site;
    matrix += terms * terms.transpose();
    sums += terms;
  }
  return matrix.ldlt().solve(sums);
}

JsonRow json(const FieldRow& r) {
  return {r.name,
          {{"ns_per_update", r.nanoseconds}, {"least", r.least}, {"most", r.most}, {"roof_ns_per_update", r.roof}},
          r.hash};
}

FieldRow show(const Phi4Options& o, double bandwidth, int repetitions, std::vector<JsonRow>& all) {
  const FieldRow r = bench_case(o, bandwidth, repetitions);
  files::print("{:54} {:>9.4g} {:>9.4g} .. {:<8.4g} {:>9.4g} {:>18}\n", r.name, r.nanoseconds, r.least, r.most, r.roof,
               r.hash);
  std::fflush(stdout);
  all.push_back(json(r));
  return r;
}

} // namespace

void phi4(const Options& options) {
  std::vector<int> sizes = options.sizes;
  if (sizes.empty()) {
    sizes = backend::on_device() ? std::vector<int>{64, 128, 256, 512} : std::vector<int>{32, 64};
  }
  const double bandwidth = copy_bandwidth(options.repetitions);
  files::print(
      "phi4, Metropolis, one component, one system, g = 0, mu^2 = 1/4, eps = 1/2, periodic; {}; {} repetitions after "
      "warm-up\ncopy bandwidth {:.4g} GB/s; roof: the time that the bytes which must cross memory take\n",
      backend::name(), options.repetitions, bandwidth * 1e-9);
  files::print("{:54} {:>9} {:>21} {:>9} {:>18}\n", "case", "ns/update", "least..most", "roof", "hash after 2");
  std::vector<JsonRow> all;
  for (const int dimensions : {3, 2}) {
    for (const int size : sizes) {
      const int l = dimensions == 3 ? size : 8 * size; // as many sites as 3D has, about
      const Phi4Options wide = field(dimensions, l, true);
      std::vector<Phi4Options> cases;
      for (const auto& [local_sweeps, hits] :
           {std::pair{1, 2}, std::pair{1, 8}, std::pair{5, 2}, std::pair{10, 8}, std::pair{50, 2}, std::pair{50, 8}}) {
        cases.push_back(tiled(wide, local_sweeps, hits));
      }
      std::vector<FieldRow> rows;
      for (const Phi4Options& o : cases) {
        rows.push_back(show(o, bandwidth, options.repetitions, all));
      }
      show(tiled(field(dimensions, l, false), 50, 8), bandwidth, options.repetitions, all);
      for (const bool with_cutoff : {true, false}) {
        for (const int hits : {1, 8}) {
          show(coloured(field(dimensions, l, with_cutoff), hits), bandwidth, options.repetitions, all);
        }
      }
      const Eigen::Vector3d fitted = fit(cases, rows);
      const double t = rows.back().nanoseconds * 8; // of a visit; operations as that paper counts them
      files::print("  t = c + N_loc (d + N_hit e): c = {:.4g}, d = {:.4g}, e = {:.4g} ns; "
                   "N_loc=50, N_hit=8: {:.4g} Gop/s, {:.4g} Gexp/s\n",
                   fitted[0], fitted[1], fitted[2], (26 + 8 * 64) / t, 8 / t);
    }
  }
  write_json(options, bandwidth, all);
}

} // namespace neel::bench
