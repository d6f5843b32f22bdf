// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The kernel on one site against the Hamiltonian as it is written, and both sweeps against plain loops.

#include "testing/field_ensemble.hpp"
#include "testing/spaces.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

using namespace neel;

namespace {

/// A field on the host, (component, site).
struct Plain {
  lattice::Geometry g;
  int dimensions, components;
  std::vector<float> values;

  std::uint32_t site(int x, int y, int z) const {
    return g.short_number(lattice::wrapped(x, g.lx), lattice::wrapped(y, g.ly), lattice::wrapped(z, g.lz));
  }
  float at(int k, std::uint32_t s) const { return values[static_cast<std::size_t>(k * g.sites() + s)]; }

  /// H, term by term as it is defined.
  double energy(const models::Phi4Parameters& p) const {
    double h = 0;
    for (int z = 0; z < g.lz; ++z) {
      for (int y = 0; y < g.ly; ++y) {
        for (int x = 0; x < g.lx; ++x) {
          double square = 0;
          for (int k = 0; k < components; ++k) {
            const double here = at(k, site(x, y, z));
            double laplacian = 0;
            const int steps[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
            for (int mu = 0; mu < dimensions; ++mu) {
              const auto& s = steps[dimensions == 2 ? 2 * mu : mu];
              const double up = at(k, site(x + s[0], y + s[1], z + s[2])),
                           down = at(k, site(x - s[0], y - s[1], z - s[2]));
              h += (up - here) * (up - here) / 2;
              laplacian += up - 2 * here + down;
            }
            h += p.inverse_cutoff / 2 * laplacian * laplacian;
            square += here * here;
          }
          h += p.mass_squared / 2 * square + p.coupling / 24 * square * square;
        }
      }
    }
    return h;
  }
};

/// A neighbourhood that reads a plain field, on hosts: a device's compiler sees it, too.
template <int N>
struct PlainSite {
  const Plain& f;
  int x, y, z;
  NEEL_FUNCTION lattice::Vector<N> operator()(const lattice::Offset& d) const {
    lattice::Vector<N> v{};
    for (int k = 0; k < N; ++k) {
      KOKKOS_IF_ON_HOST((v.v[k] = f.at(k, f.site(x + d.x, y + d.y, z + d.z));))
    }
    return v;
  }
};

template <class Model>
Plain plain_of(testing::FieldEnsemble<Model, Kokkos::DefaultHostExecutionSpace>& e) {
  return {e.options.geometry, Model::dimensions, Model::components, e.values(0)};
}

/// The change of H/T when a site changes, from its value and corona, against H before and after.
template <class Model>
void check_change(const lattice::Geometry& g, const models::Phi4Parameters& p) {
  testing::FieldEnsemble<Model, Kokkos::DefaultHostExecutionSpace> e(g, 1, p, 0.5);
  Plain f = plain_of(e);
  const auto at = Model::conditions(p, 0.5);
  const double before = f.energy(p) / p.temperature;
  double shares = 0;
  for (int z = 0; z < g.lz; ++z) {
    for (int y = 0; y < g.ly; ++y) {
      for (int x = 0; x < g.lx; ++x) {
        shares += Model::energy(at, PlainSite<Model::components>{f, x, y, z});
      }
    }
  }
  CHECK(shares == Catch::Approx(before).epsilon(1e-5));
  for (const lattice::Offset& o : {lattice::Offset{0, 0, 0}, lattice::Offset{3, 2, 1}, lattice::Offset{5, 5, 3}}) {
    const int y = Model::dimensions == 3 ? o.y : 0;
    const PlainSite<Model::components> n{f, o.x, y, o.z};
    const auto old = n({0, 0, 0});
    const auto corona = Model::corona(at, n);
    const auto local = [&](const lattice::Vector<Model::components>& v) {
      const double square = lattice::dot(v, v);
      return double{at.number[Model::quadratic]} * square - lattice::dot(v, corona) +
             double{at.number[Model::quartic]} * square * square;
    };
    auto to = old;
    for (int k = 0; k < Model::components; ++k) {
      to.v[k] += 0.3F + 0.2F * static_cast<float>(k);
    }
    Plain after = f;
    for (int k = 0; k < Model::components; ++k) {
      after.values[static_cast<std::size_t>(k * g.sites() + f.site(o.x, y, o.z))] = to.v[k];
    }
    CHECK(local(to) - local(old) == Catch::Approx(after.energy(p) / p.temperature - before).epsilon(2e-5).margin(1e-4));
  }
}

/// Sweeps a plain field as grid_sweep does: colour by colour, site by site.
template <class Model>
void plain_visit(Plain& f, const typename Model::Conditions& at, const update::Hits& hits, int x, int y, int z,
                 int system = 0) {
  const std::uint32_t number = f.site(x, y, z);
  const auto done = update::visit<Model>(hits, at, PlainSite<Model::components>{f, x, y, z},
                                         static_cast<std::uint32_t>(system), number);
  for (int k = 0; k < Model::components; ++k) {
    f.values[static_cast<std::size_t>(k * f.g.sites() + number)] = done.value.v[k];
  }
}

/// Of sweeps on tiles; the last of the systems is looked at.
struct OnTiles {
  std::array<int, 3> tile{4, 4, 4};
  int hits = 3, systems = 1;
};

template <class Model, class Exec>
void check_against_plain(const lattice::Geometry& g, const OnTiles& on = {}) {
  const models::Phi4Parameters p{-0.7, 2.5, Model::radius == 2 ? 0.4 : 0.0, 1.3};
  const auto at = Model::conditions(p, 0.6);
  CAPTURE(Model::components, Model::dimensions, Model::radius);
  testing::FieldEnsemble<Model, Exec> colours(g, 1, p, 0.6), tiles(g, on.systems, p, 0.6);
  const int last = on.systems - 1;
  Plain plain{g, Model::dimensions, Model::components, colours.values(0)};
  Plain tiled{g, Model::dimensions, Model::components, tiles.values(last)};
  const lattice::Colouring colouring = colours.options.colouring;
  const bool coloured = colouring.colours > 1; // some lattices can have tiles alone
  CHECK(coloured == (g.lz != 226));
  tiles.make_tiled(on.tile, 3);
  tiles.set_hits(on.hits);
  for (std::uint64_t sweep = 0; sweep < 3; ++sweep) {
    if (coloured) {
      colours.sweep(1);
    }
    tiles.sweep(1);
    for (int c = 0; coloured && c < colouring.colours; ++c) {
      for (int z = 0; z < g.lz; ++z) {
        for (int y = 0; y < g.ly; ++y) {
          for (int x = 0; x < g.lx; ++x) {
            if (colouring(x, y, z) == c) {
              plain_visit<Model>(plain, at, {colours.options.seed, sweep, colours.options.hits, 0}, x, y, z);
            }
          }
        }
      }
    }
    // Tile by tile: all others stand still, so that they may be worked on one after the other, in place.
    const random::Draw draw = random::Stream(tiles.options.seed, random::Purpose::tiles, 0, sweep)(0);
    const lattice::HaloTiles& t = tiles.options.tiles;
    const bool cube = Model::dimensions == 3;
    const auto within = [&](std::uint32_t word, int axis) {
      return static_cast<int>(word % (2 * static_cast<std::uint32_t>(t.size[axis])));
    };
    const lattice::Offset origin{within(draw.a, 0), cube ? within(draw.b, 1) : 0, within(cube ? draw.c : draw.b, 2)};
    for (int sub = 0; sub < t.tile_colours(); ++sub) {
      for (int tile = 0; tile < t.per_tile_colour(); ++tile) {
        const lattice::Offset o = t.corner(sub, tile, origin);
        for (int visit = 0; visit < 3; ++visit) {
          for (int c = 0; c < t.colouring.colours; ++c) {
            for (int z = 0; z < t.size[2]; ++z) {
              for (int y = 0; y < t.size[1]; ++y) {
                for (int x = 0; x < t.size[0]; ++x) {
                  if (t.colouring(x, y, z) == c) {
                    plain_visit<Model>(tiled, at, {tiles.options.seed, sweep, tiles.options.hits, visit},
                                       (o.x + x) % g.lx, (o.y + y) % g.ly, (o.z + z) % g.lz, last);
                  }
                }
              }
            }
          }
        }
      }
    }
  }
  CHECK(colours.values(0) == plain.values);
  CHECK(tiles.values(last) == tiled.values);
}

} // namespace

TEST_CASE("phi4: the change of H from a corona is that of the Hamiltonian", "[phi4]") {
  const models::Phi4Parameters p{-0.8, 3.1, 0.7, 1.4};
  const lattice::Geometry flat{8, 1, 6, true, false, true}, cube{8, 6, 4, true, true, true};
  check_change<models::Phi4<1, 2, true>>(flat, p);
  check_change<models::Phi4<1, 3, true>>(cube, p);
  check_change<models::Phi4<2, 3, true>>(cube, p);
  check_change<models::Phi4<4, 2, true>>(flat, p);
  check_change<models::Phi4<3, 3, false>>(cube, {0.5, 1.0, 0.0, 0.8});
  check_change<models::Phi4<1, 2, false>>(flat, {0.5, 1.0, 0.0, 0.8});
}

TEMPLATE_LIST_TEST_CASE("phi4: both sweeps do what plain loops do", "[phi4]", testing::Spaces) {
  check_against_plain<models::Phi4<1, 3, true>, TestType>({16, 8, 8, true, true, true});
  check_against_plain<models::Phi4<1, 2, true>, TestType>({16, 1, 24, true, false, true});
  check_against_plain<models::Phi4<1, 3, false>, TestType>({8, 16, 8, true, true, true});
  check_against_plain<models::Phi4<2, 2, false>, TestType>({8, 1, 16, true, false, true});
  check_against_plain<models::Phi4<3, 2, true>, TestType>({8, 1, 8, true, false, true});
  check_against_plain<models::Phi4<4, 3, false>, TestType>({8, 8, 8, true, true, true});
}

TEMPLATE_LIST_TEST_CASE("phi4: tiles large and many", "[phi4]", testing::Spaces) {
  using One = models::Phi4<1, 3, false>;
  static_assert((96 + 4) * (113 + 4) == lattice::HaloTiles::most_numbers);
  check_against_plain<models::Phi4<1, 2, true>, TestType>({192, 1, 226, true, false, true}, {{96, 1, 113}});
  const lattice::Geometry cube{16, 16, 16, true, true, true};
  check_against_plain<One, TestType>(cube, {{8, 8, 8}, 15});
  check_against_plain<models::Phi4<2, 3, false>, TestType>(cube, {{8, 8, 8}, 4});
  check_against_plain<models::Phi4<3, 3, false>, TestType>(cube, {{8, 8, 8}, 3});
}

TEMPLATE_LIST_TEST_CASE("phi4: known final configurations", "[phi4][determinism]", testing::Spaces) {
  using Model = models::Phi4<1, 3, true>;
  const models::Phi4Parameters p{-1.2, 6.0, 0.5, 1.0};
  testing::FieldEnsemble<Model, TestType> colours({16, 16, 16, true, true, true}, 3, p, 0.7), tiles = colours.copy();
  tiles.make_tiled({8, 8, 8}, 4);
  colours.sweep(20);
  tiles.sweep(5);
  CHECK(colours.hash() == 0xcdc787b31c0aedda);
  CHECK(tiles.hash() == 0xd3a4821433422887);
  testing::FieldEnsemble<models::Phi4<2, 2, true>, TestType> flat({16, 1, 24, true, false, true}, 2, p, 0.7),
      patches = flat.copy();
  patches.make_tiled({4, 0, 6}, 4);
  flat.sweep(20);
  patches.sweep(5);
  CHECK(flat.hash() == 0xa05a375823dff4c0);
  CHECK(patches.hash() == 0x9f4c05ea07d9796e);
  // Systems do not depend on how many there are.
  testing::FieldEnsemble<Model, TestType> one({16, 16, 16, true, true, true}, 1, p, 0.7);
  one.sweep(20);
  CHECK(one.values(0) == colours.values(0));
}

TEMPLATE_LIST_TEST_CASE("phi4: sums over sites and planes are those of the field", "[phi4][measure]", testing::Spaces) {
  using Model = models::Phi4<2, 3, true>;
  const models::Phi4Parameters p{-1.2, 6.0, 0.5, 1.7};
  const lattice::Geometry g{8, 4, 16, true, true, true};
  testing::FieldEnsemble<Model, TestType> e(g, 3, p, 0.7);
  e.sweep(3);
  const auto all = e.measure();
  for (int s = 0; s < 3; ++s) {
    const Plain f{g, 3, 2, e.values(s)};
    const auto& m = all[static_cast<std::size_t>(s)];
    CHECK(m.energy(p) == Catch::Approx(f.energy(p)).epsilon(1e-9));
    double phi = 0, plane = 0;
    for (std::uint32_t site = 0; site < g.sites(); ++site) {
      phi += f.at(1, site);
      plane += site / 8 % 4 == 2 ? f.at(1, site) : 0;
    }
    CHECK(m.term[1] == Catch::Approx(phi).margin(1e-9));
    CHECK(m.planes[1][8 + 2] == Catch::Approx(plane).margin(1e-9));
    double planes[3] = {0, 0, 0};
    for (std::size_t k = 0; k < 28; ++k) {
      planes[k < 8 ? 0 : (k < 12 ? 1 : 2)] += m.planes[0][k];
    }
    for (const double total : planes) {
      CHECK(total == Catch::Approx(m.term[0]).margin(1e-9));
    }
  }
  double total = 0;
  for (const auto& m : all) {
    total += m.energy(p) / p.temperature;
  }
  CHECK(e.lattice.energy() == Catch::Approx(total).epsilon(1e-6));
}

TEMPLATE_LIST_TEST_CASE("phi4: sums over lines of a plane are those of the field", "[phi4][measure]", testing::Spaces) {
  const lattice::Geometry g{8, 1, 16, true, false, true};
  testing::FieldEnsemble<models::Phi4<2, 2, true>, TestType> e(g, 2, {-1.2, 6.0, 0.5, 1.7}, 0.7);
  e.sweep(3);
  const auto all = e.measure();
  for (int s = 0; s < 2; ++s) {
    const Plain f{g, 2, 2, e.values(s)};
    const auto& m = all[static_cast<std::size_t>(s)];
    for (int k = 0; k < 2; ++k) {
      std::vector<double> lines(8 + 16, 0.0);
      for (std::uint32_t site = 0; site < g.sites(); ++site) {
        lines[site % 8] += f.at(k, site);
        lines[8 + site / 8] += f.at(k, site);
      }
      const auto& found = m.planes[static_cast<std::size_t>(k)];
      REQUIRE(found.size() == lines.size());
      for (std::size_t line = 0; line < lines.size(); ++line) {
        CHECK(found[line] == Catch::Approx(lines[line]).margin(1e-9));
      }
    }
  }
}

TEMPLATE_LIST_TEST_CASE("phi4: a value that is no number, or too large, is found", "[phi4]", testing::Spaces) {
  using Model = models::Phi4<2, 2, false>;
  testing::FieldEnsemble<Model, TestType> e({8, 1, 8, true, false, true}, 2, {1, 1, 0, 1}, 0.5);
  CHECK(measure::first_beyond(e.exec, e.lattice.state(), 10.0F) == measure::no_site);
  for (const float bad : {10.5F, -11.0F, std::numeric_limits<float>::quiet_NaN()}) {
    const auto one = Kokkos::subview(e.lattice.state().field, 1, 1, 19);
    Kokkos::deep_copy(one, bad);
    CHECK(measure::first_beyond(e.exec, e.lattice.state(), 10.0F) == measure::number_of({1, 19}));
  }
}
