// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The stationary laws of both sweeps against exact results.

#include "testing/field_ensemble.hpp"
#include "testing/sigma.hpp"
#include "testing/spaces.hpp"

#include <neel/statistics/correlation_length.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <numbers>

using namespace neel;
using testing::check_sigma;

namespace {

/// Sums over momenta of the free field, g = 0, where <|phi_p|^2> = 1/(p^2 + mu^2 + p^4/Lambda), p^2 = sum (2 - 2 cos p_mu):
/// <phi^2>, <(grad phi)^2>, <(laplacian phi)^2>, and <|phi_p|^2> at p = 2 pi/L along x.
struct Free {
  double squared = 0, gradient = 0, laplacian = 0, lowest = 0;

  Free(const lattice::Geometry& g, const models::Phi4Parameters& p) {
    const auto part = [](int n, int l) { return 2 - 2 * std::cos(2 * std::numbers::pi * n / l); };
    const auto two_point = [&](double k) { return 1 / (k + p.mass_squared + p.inverse_cutoff * k * k); };
    for (int z = 0; z < g.lz; ++z) {
      for (int y = 0; y < g.ly; ++y) {
        for (int x = 0; x < g.lx; ++x) {
          const double k = part(x, g.lx) + part(y, g.ly) + part(z, g.lz);
          squared += two_point(k) / static_cast<double>(g.sites());
          gradient += k * two_point(k) / static_cast<double>(g.sites());
          laplacian += k * k * two_point(k) / static_cast<double>(g.sites());
        }
      }
    }
    lowest = two_point(part(1, g.lx));
  }
};

template <class Model, class Exec>
void check_free(const lattice::Geometry& g, double mass_squared, double inverse_cutoff, int systems, int thermalize,
                int measurements, double tabulated = 0) {
  const models::Phi4Parameters p{mass_squared, 0, inverse_cutoff, 1};
  const Free exact(g, p);
  if (tabulated > 0) {
    CHECK(std::abs(exact.squared - tabulated) < 1e-9);
  }
  using Field = typename testing::FieldEnsemble<Model, Exec>::Field;
  const double v = static_cast<double>(g.sites());
  for (const bool tiled : {false, true}) {
    testing::FieldEnsemble<Model, Exec> e(g, systems, p, Model::radius == 2 ? 0.35 : 1.2);
    e.set_hits(8);
    if (tiled) {
      e.make_tiled({0, 0, 0}, 2);
    }
    const auto m = e.average(tiled ? thermalize / 2 : thermalize, measurements, tiled ? 5 : 10,
                             {[v](const Field& f) { return f.term[Model::phi_squared] / v; },
                              [v](const Field& f) { return f.term[Model::gradient_squared] / v; },
                              [v](const Field& f) { return f.term[Model::laplacian_squared] / v; },
                              [v, n = static_cast<std::size_t>(g.lx)](const Field& f) {
                                return statistics::mode(std::span(f.planes[0]).first(n), 1) / v;
                              }});
    const std::string where = std::string(tiled ? "tiles" : "colours") + ", " + std::to_string(g.lx) + " x " +
                              std::to_string(g.ly) + " x " + std::to_string(g.lz);
    check_sigma("phi^2, " + where, m[0], exact.squared, 0.02 * exact.squared, 0, 3);
    check_sigma("(grad phi)^2, " + where, m[1], exact.gradient, 0.01 * exact.gradient, 0, 3);
    check_sigma("(laplacian phi)^2, " + where, m[2], exact.laplacian, 0.01 * exact.laplacian, 0, 3);
    check_sigma("lowest mode, " + where, m[3], exact.lowest, 0.3 * exact.lowest, 0, 3);
  }
}

/// (<(grad phi)^2> + mu^2 <phi^2> + g/6 <phi^4> + <(laplacian phi)^2>/Lambda)/(N T) = 1, since the sum of phi dH/dphi over all
/// sites and components averages to one T each.
template <class Model, class Exec>
void check_virial(const lattice::Geometry& g, const models::Phi4Parameters& p, double width) {
  using Field = typename testing::FieldEnsemble<Model, Exec>::Field;
  const double v = static_cast<double>(g.sites());
  const auto virial = [&](const Field& f) {
    return (f.term[Model::gradient_squared] + p.mass_squared * f.term[Model::phi_squared] +
            p.coupling / 6 * f.term[Model::phi_fourth] + p.inverse_cutoff * f.term[Model::laplacian_squared]) /
           (v * Model::components * p.temperature);
  };
  for (const bool tiled : {false, true}) {
    testing::FieldEnsemble<Model, Exec> e(g, 32, p, width);
    e.set_hits(4);
    if (tiled) {
      e.make_tiled({0, 0, 0}, 3);
    }
    const auto m = e.average(200, 160, 4, {virial});
    check_sigma(std::string("virial, ") + (tiled ? "tiles" : "colours"), m[0], 1, 4e-3, 0, 3);
  }
}

lattice::Geometry box(int x, int y, int z) { return {x, y, z, true, true, true}; }
lattice::Geometry box(int x, int y) { return box(x, 1, y); }

} // namespace

TEMPLATE_LIST_TEST_CASE("phi4: free field in two dimensions", "[phi4][statistics]", testing::Spaces) {
  check_free<models::Phi4<1, 2, true>, TestType>(box(16, 16), 0.25, 2, 64, 800, 100, 0.1373368579);
  check_free<models::Phi4<1, 2, false>, TestType>(box(16, 16), 1, 0, 64, 100, 100, 0.2540498788);
  check_free<models::Phi4<1, 2, true>, TestType>(box(24, 20), 0.5, 1, 32, 400, 100);
}

TEMPLATE_LIST_TEST_CASE("phi4: free field in three dimensions", "[phi4][statistics][long]", testing::Spaces) {
  check_free<models::Phi4<1, 3, true>, TestType>(box(8, 8, 8), 1, 0.5, 32, 300, 60, 0.0681663963);
  check_free<models::Phi4<1, 3, true>, TestType>(box(32, 32, 32), 0.25, 2, 8, 300, 10, 0.0384112340);
  check_free<models::Phi4<1, 3, false>, TestType>(box(8, 12, 16), 0.3, 0, 16, 200, 60);
}

TEMPLATE_LIST_TEST_CASE("phi4: virial of interacting fields", "[phi4][statistics][long]", testing::Spaces) {
  check_virial<models::Phi4<1, 2, false>, TestType>(box(16, 16), {-1.0, 2.0, 0.0, 1.0}, 1.0);
  check_virial<models::Phi4<1, 3, true>, TestType>(box(8, 8, 8), {-2.0, 6.0, 0.5, 1.5}, 0.5);
  check_virial<models::Phi4<2, 2, false>, TestType>(box(16, 16), {-0.5, 1.0, 0.0, 0.7}, 0.7);
  check_virial<models::Phi4<3, 3, false>, TestType>(box(8, 8, 8), {-0.5, 3.0, 0.0, 1.0}, 0.5);
  check_virial<models::Phi4<4, 2, true>, TestType>(box(8, 8), {-0.5, 3.0, 0.3, 1.0}, 0.5);
}

TEMPLATE_LIST_TEST_CASE("phi4: one interacting point, 8 x 8", "[phi4][statistics]", testing::Spaces) {
  using Model = models::Phi4<1, 2, false>;
  using Field = testing::FieldEnsemble<Model, TestType>::Field;
  for (const bool tiled : {false, true}) {
    testing::FieldEnsemble<Model, TestType> e(box(8, 8), 256, {1, 1, 0, 1}, 1.2);
    if (tiled) {
      e.make_tiled({4, 0, 4}, 2);
    }
    const auto m = e.average(200, 300, 3,
                             {[](const Field& f) { return f.term[Model::phi_squared] / 64; },
                              [](const Field& f) { return f.term[Model::phi_fourth] / 64; }});
    check_sigma("phi^2", m[0], 0.24394, 2e-4, 6e-5, 3);
    check_sigma("phi^4", m[1], 0.17523, 4e-4, 9e-5, 3);
  }
}
