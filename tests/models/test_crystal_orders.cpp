// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Order parameters of crystals against sums over their configurations, which are worked out from the places of the sites alone.

#include "model/schedule.hpp"
#include "models/models.hpp"

#include <neel/measure/skyrmion_sums.hpp>
#include <neel/models/spin.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cmath>
#include <numbers>

using namespace neel;
using Vector = std::array<double, 3>;

namespace {

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// A run of the program after a few sweeps: what it measures of a system, and its configuration.
struct Run {
  explicit Run(const std::string& text) {
    input::Reader in = input::Reader::from_text(text, "test");
    model = models::read_input(in, input);
    simulation = models::make_simulation(model, input);
    simulation->set_conditions(input.schedule.temperature.front(), 0);
    for (std::uint64_t n = 0; n < 5; ++n) {
      simulation->sweep(n);
    }
    simulation->measure();
    simulation->collect([&](int, std::span<const double> raw) { measured.emplace_back(raw.begin(), raw.end()); });
  }
  double operator()(const std::string& moment, std::size_t system = 0) const {
    for (std::size_t k = 0; k < model.moments.size(); ++k) {
      if (model.moments[k].name == moment) {
        return measured[system][k];
      }
    }
    FAIL("no moment " << moment);
    return 0;
  }
  /// Spins by site number, and their places.
  std::vector<Vector> spins(int system = 0) const {
    const run::Configuration c = simulation->configuration(system);
    std::vector<Vector> all(c.values.size() / c.components);
    for (std::size_t n = 0; n < all.size(); ++n) {
      for (std::size_t k = 0; k < c.components; ++k) {
        all[n][k] = c.values[c.components * n + k];
      }
    }
    return all;
  }
  Vector place(std::size_t n, const std::array<int, 3>& turn = {0, 0, 0}) const {
    const auto& l = input.lattice;
    const std::size_t cell = n / l.basis.size();
    const int at[] = {static_cast<int>(cell) % l.size[0], static_cast<int>(cell) / l.size[0] % l.size[1],
                      static_cast<int>(cell) / l.size[0] / l.size[1]};
    Vector r{};
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t k = 0; k < 3; ++k) {
        r[k] += (at[a] + turn[a] * l.size[a] + l.basis[n % l.basis.size()][a]) * l.cell[a][k];
      }
    }
    return r;
  }

  input::RunInput input;
  models::Model model;
  std::unique_ptr<run::Simulation> simulation;
  std::vector<std::vector<double>> measured;
};

/// Calls visit(site, other, displacement) for pairs that are so far apart, each of them in one of its directions.
template <class Visit>
void for_each_pair(const Run& run, double distance, const Visit& visit) {
  const auto& l = run.input.lattice;
  const auto sites = static_cast<std::size_t>(l.sites());
  for (std::size_t i = 0; i < sites; ++i) {
    for (std::size_t j = 0; j < sites; ++j) {
      for (int turn = 0; turn < 27; ++turn) {
        const std::array<int, 3> by{turn % 3 - 1, turn / 3 % 3 - 1, turn / 9 - 1};
        const bool inside =
            (by[0] == 0 || l.periodic[0]) && (by[1] == 0 || l.periodic[1]) && (by[2] == 0 || l.periodic[2]);
        const Vector a = run.place(i), b = run.place(j, by), r{b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        const bool ahead = r[2] > 1e-9 || (r[2] > -1e-9 && (r[1] > 1e-9 || (r[1] > -1e-9 && r[0] > 0)));
        if (inside && ahead && std::abs(std::sqrt(dot(r, r)) - distance) < 1e-6) {
          visit(i, j, r);
        }
      }
    }
  }
}

std::string input_of(const std::string& model, const std::string& where, const std::string& more,
                     const char* t = "0.8") {
  return "[model]\nname = \"" + model + "\"\n[lattice]\n" + where + "[schedule]\nT = " + t +
         "\nthermalize = 0\nsweeps = 10\n[algorithm]\nsystems = 3\n" + more;
}

const std::string ferromagnet = "[[couplings.bonds]]\nshell = 1\nJ = -1\n", alloy_bonds = R"(
[[couplings.bonds]]
shell = 1
J = -1.5
ions = ["A", "A"]
[[couplings.bonds]]
shell = 1
J = 0.4
ions = ["A", "B"]
)";

} // namespace

TEST_CASE("twists of bonds are those of the configuration", "[crystal]") {
  struct Case {
    const char *model, *where;
    double volume;
    std::size_t axes; ///< x, y, z that periodic ones lead along
    bool alloy;
  };
  const double area = std::sqrt(0.75);
  for (const Case& c : {Case{"heisenberg", "kind = \"triangular\"\nsize = [5, 6]\n", 30 * area, 2, false},
                        Case{"heisenberg", "kind = \"honeycomb\"\nsize = [4, 5]\nboundary = [\"periodic\", \"open\"]\n",
                             20 * area, 1, true},
                        Case{"heisenberg", "kind = \"bcc\"\nconstant = 2\nsize = [3, 4, 3]\n", 36 * 8, 3, true},
                        Case{"xy", "kind = \"kagome\"\nsize = [3, 5]\n", 15 * area, 2, false}}) {
    INFO(c.model << "\n" << c.where);
    const bool vectors = std::string(c.model) == "heisenberg";
    const std::string ions = c.alloy ? "[material]\nions = [\"A\", \"B\"]\nfractions = {A = 0.6, B = 0.4}\n"
                                     : "[material]\nions = [\"A\"]\n";
    const Run run(
        input_of(c.model, c.where,
                 (vectors ? ions : "") + "[measure]\nstiffness = true\n" + (c.alloy ? alloy_bonds : ferromagnet)));
    const std::vector<Vector> s = run.spins(2);
    const std::vector<std::uint8_t> species = run.simulation->configuration(2).labels;
    double shortest = 10;
    for (std::size_t n = 1; n < s.size(); ++n) {
      const Vector a = run.place(0), b = run.place(n), r{b[0] - a[0], b[1] - a[1], b[2] - a[2]};
      shortest = std::min(shortest, std::sqrt(dot(r, r)));
    }
    for (std::size_t e = 0; e < c.axes; ++e) {
      double curvature = 0;
      Vector slope{};
      for_each_pair(run, shortest, [&](std::size_t i, std::size_t j, const Vector& r) {
        const int kinds = c.alloy ? species[i] + species[j] : 0;
        const double sign = vectors ? 1 : -1; // of J in the energy
        const double g = sign * (c.alloy ? (kinds == 0 ? -1.5 : (kinds == 1 ? 0.4 : 0)) : -1);
        curvature -= g * r[e] * r[e] * dot(s[i], s[j]) * (vectors ? 2.0 / 3 : 1);
        const Vector turn = cross(s[i], s[j]);
        for (std::size_t k = 0; k < 3; ++k) {
          slope[k] += g * r[e] * turn[k];
        }
      });
      const std::string axis(1, "xyz"[e]);
      CHECK(run("twist_curvature_" + axis, 2) == Catch::Approx(curvature / c.volume).epsilon(1e-5).margin(1e-6));
      CHECK(run("twist_slope_squared_" + axis, 2) ==
            Catch::Approx(dot(slope, slope) / c.volume / (vectors ? 3 : 1)).epsilon(1e-4).margin(1e-6));
    }
  }
}

TEST_CASE("the stiffness of a ferromagnet at T = 0 is J, 2/3 of it where spins have three components", "[crystal]") {
  struct Case {
    const char *model, *kind;
    double stiffness;
  };
  for (const Case& c : {Case{"xy", "square", 1.0}, Case{"xy", "triangular", std::sqrt(3.0)}, Case{"xy", "cubic", 1.0},
                        Case{"heisenberg", "square", 2.0 / 3},
                        Case{"heisenberg", "bcc", 2.0 / 3 * 2}}) { // bcc: 2 sites, 4 bonds each, (1/2)^2
    INFO(c.model << ", " << c.kind);
    const bool vectors = std::string(c.model) == "heisenberg",
               flat = std::string(c.kind) == "square" || std::string(c.kind) == "triangular";
    std::string text =
        input_of(c.model, std::string("kind = \"") + c.kind + "\"\nsize = " + (flat ? "[6, 4]" : "[4, 4, 3]") + "\n",
                 (vectors ? "[material]\nions = [\"A\"]\n" : "") + std::string("[measure]\nstiffness = true\n") +
                     (vectors ? ferromagnet : "[[couplings.bonds]]\nshell = 1\nJ = 1\n"));
    text.replace(text.find("[schedule]\n"), 11, "[schedule]\nstart = \"up\"\n");
    input::Reader in = input::Reader::from_text(text, "test");
    input::RunInput input;
    const models::Model m = models::read_input(in, input);
    const auto simulation = models::make_simulation(m, input);
    simulation->set_conditions(1, 0);
    simulation->measure();
    std::vector<double> raw;
    simulation->collect([&](int, std::span<const double> all) { raw.assign(all.begin(), all.end()); });
    int seen = 0;
    for (const models::Observable& o : m.observables) {
      if (o.name.starts_with("stiffness_")) {
        CHECK(o.derive(raw, 1.0) == Catch::Approx(c.stiffness).epsilon(1e-6));
        ++seen;
      }
    }
    CHECK(seen == (flat ? 2 : 3));
  }
}

TEST_CASE("the topological charge is the sum of the triangles' areas", "[crystal]") {
  const auto area = [](const Vector& a, const Vector& b, const Vector& c) { // Berg and Luescher
    return 2 * std::atan2(dot(a, cross(b, c)), 1 + dot(a, b) + dot(b, c) + dot(c, a)) / (4 * std::numbers::pi);
  };
  for (const bool blunt : {false, true}) { // cells of 60 and of 120 degrees
    const std::string where = blunt ? "cell = [[1, 0, 0], [-0.5, 0.8660254037844386, 0], [0, 0, 1]]\nbasis = [{name = "
                                      "\"A\", position = [0, 0, 0]}]\n"
                                    : "kind = \"triangular\"\n";
    const Run run(input_of("heisenberg", where + "size = [7, 6, 2]\n",
                           "[material]\nions = [\"A\"]\n[measure]\nskyrmions = true\n" + ferromagnet, "50"));
    double most = 0;
    for (int system = 0; system < 3; ++system) {
      const std::vector<Vector> s = run.spins(system);
      double charge = 0;
      for (int z = 0; z < 2; ++z) {
        for (int y = 0; y < 6; ++y) {
          for (int x = 0; x < 7; ++x) {
            const auto at = [&](int i, int j) {
              return s[static_cast<std::size_t>((x + i) % 7 + 7 * ((y + j) % 6 + 6 * z))];
            };
            charge += blunt ? area(at(0, 0), at(1, 0), at(1, 1)) + area(at(0, 0), at(1, 1), at(0, 1))
                            : area(at(0, 0), at(1, 0), at(0, 1)) + area(at(1, 0), at(1, 1), at(0, 1));
          }
        }
      }
      CHECK(std::abs(charge - std::round(charge)) < 1e-5);
      CHECK(run("skyrmion_charge", static_cast<std::size_t>(system)) == std::round(charge) / 2);
      most = std::max(most, std::abs(charge));
    }
    CHECK(most > 0.5); // or nothing was compared
  }
}

TEST_CASE("a skyrmion covers the sphere once, a skyrmion's mirror image minus once", "[crystal]") {
  using models::Spin;
  constexpr int length = 24;
  for (const float mirrored : {1.0F, -1.0F}) {
    const auto spin = [&](int x, int y) {
      const double dx = (x + length) % length - 11.3, dy = (y + length) % length - 12.1,
                   r = std::sqrt(dx * dx + dy * dy);
      const double polar = std::numbers::pi * std::max(0.0, 1 - r / 10); // up at the edge, down in the middle
      return Spin{static_cast<float>(std::sin(polar) * dx / r), mirrored * static_cast<float>(std::sin(polar) * dy / r),
                  static_cast<float>(std::cos(polar))};
    };
    int charge = 0;
    for (int y = 0; y < length; ++y) {
      for (int x = 0; x < length; ++x) {
        charge += measure::coverage(spin(x, y), spin(x + 1, y), spin(x, y + 1)) +
                  measure::coverage(spin(x + 1, y), spin(x + 1, y + 1), spin(x, y + 1));
      }
    }
    CHECK(charge == (mirrored > 0 ? -1 : 1));
  }
}

TEST_CASE("starts by a wave vector turn as they say", "[crystal]") {
  const std::string start = "[schedule]\nstart = \"wave\"\nq = [0.25, 0.5, 0.0]\n",
                    material = "[material]\nions = [\"A\"]\naxes = {anisotropy = [0, 0, 1]}\n";
  for (const std::string model : {"heisenberg", "xy", "ising"}) {
    const bool vectors = model == "heisenberg";
    std::string text =
        input_of(model, "kind = \"honeycomb\"\nsize = [4, 4]\n", (vectors ? material : "") + ferromagnet);
    text.replace(text.find("[schedule]\n"), 11, start + (vectors ? "normal = [0, 1, 1]\n" : ""));
    input::Reader in = input::Reader::from_text(text, "test");
    input::RunInput input;
    const models::Model m = models::read_input(in, input);
    const run::Configuration c = models::make_simulation(m, input)->configuration(1);
    for (std::size_t n = 0; n < 32; ++n) {
      const double third = n % 2 == 0 ? 0 : 1.0 / 3, x = static_cast<double>(n / 2 % 4) + third,
                   y = static_cast<double>(n / 8) + third, angle = 2 * std::numbers::pi * (0.25 * x + 0.5 * y);
      const float* const s = &c.values[c.components * n];
      if (vectors) { // from the part of z that lies in the plane over x
        CHECK(s[0] == Catch::Approx(std::sin(angle)).margin(1e-6));
        CHECK(s[1] == Catch::Approx(-std::cos(angle) / std::numbers::sqrt2).margin(1e-6));
        CHECK(s[2] == Catch::Approx(std::cos(angle) / std::numbers::sqrt2).margin(1e-6));
      } else if (model == "xy") {
        CHECK(s[0] == Catch::Approx(std::cos(angle)).margin(1e-6));
        CHECK(s[1] == Catch::Approx(std::sin(angle)).margin(1e-6));
      } else if (std::abs(std::cos(angle)) > 1e-6) {
        CHECK(s[0] == (std::cos(angle) > 0 ? 1.0F : -1.0F));
      }
    }
  }
}
