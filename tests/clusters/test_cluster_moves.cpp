// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Cluster moves: the same bits in each execution space, whatever the threads; clusters as a plain search finds them; inputs that
// are refused. Averages against exact ones are rows of `neel validate` (validate/cases_cluster_moves.cpp).

#include "model/schedule.hpp"
#include "models/models.hpp"

#include <neel/clusters/mirror.hpp>
#include <neel/clusters/union_find.hpp>
#include <neel/core/copy.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <map>
#include <numeric>

namespace neel {

namespace {

struct ClusterRun {
  const char *name, *input;
  std::uint64_t hash; ///< after 12 sweeps, "golden"
};

const ClusterRun runs[] = {
    {"ising", R"(
[model]
name = "ising"
[lattice]
size = [8, 6, 4]
boundary = ["periodic", "open", "periodic"]
[schedule]
thermalize = 0
sweeps = 12
T = 4.4
field = 0.1
[algorithm]
update = ["metropolis", "cluster", "wolff:2"]
systems = 3
)",
     0x9df76a20cace270f},
    {"xy", R"(
[model]
name = "xy"
[lattice]
size = [16, 8]
[schedule]
thermalize = 0
sweeps = 12
T = 0.9
[algorithm]
update = ["cluster:2"]
systems = 2
)",
     0x841a14025cfd5bc3},
    {"heisenberg", R"(
[model]
name = "heisenberg"
[lattice]
size = [6, 4, 4]
[material]
ions = ["Fe", "Cr"]
fractions = {Cr = 0.3}
exchange = {Fe-Fe = 1.0, Fe-Cr = 0.5, Cr-Cr = 0.3}
moment = {Fe = 1, Cr = 0.6}
anisotropy = 0.1
[schedule]
thermalize = 0
sweeps = 12
T = 0.9
field = 0.2
[algorithm]
update = ["heatbath", "cluster", "wolff"]
systems = 2
)",
     0xea8f1763d0f17ea2},
    {"crystal with vacancies", R"(
[model]
name = "heisenberg"
[lattice]
kind = "bcc"
size = [4, 4, 3]
[material]
ions = ["A", "V"]
fractions = {V = 0.3}
moment = {A = 1, V = 0}
[schedule]
thermalize = 0
sweeps = 12
T = 1.5
[algorithm]
update = ["cluster", "wolff"]
systems = 2
[[couplings.bonds]]
shell = 1
J = 1.0
[[couplings.bonds]]
shell = 2
J = -0.5
)",
     0x69ab6d75d7ec4af1},
    {"phi4", R"(
[model]
name = "phi4"
[lattice]
size = [8, 8]
[couplings]
mass_squared = -1
g = 6
[field]
components = 3
[schedule]
thermalize = 0
sweeps = 12
[algorithm]
update = ["metropolis", "cluster", "wolff"]
systems = 2
)",
     0x4bb2a9834372bb02},
};

std::uint64_t hash_after(const ClusterRun& r, run::Space space, int sweeps) {
  input::Reader in = input::Reader::from_text(r.input, r.name);
  input::RunInput run;
  const models::Model model = models::read_input(in, run);
  REQUIRE(in.errors() == 0);
  const auto simulation = model.make(space);
  simulation->set_conditions(run.schedule.temperature.front(), run.schedule.field.front());
  for (int n = 0; n < sweeps; ++n) {
    n % 3 == 2 ? simulation->sweep_and_measure(static_cast<std::uint64_t>(n))
               : simulation->sweep(static_cast<std::uint64_t>(n));
  }
  return simulation->hash();
}

std::string errors_of(const std::string& text) {
  input::Reader in = input::Reader::from_text(text, "test.toml");
  input::RunInput run;
  try {
    models::read_input(in, run);
  } catch (const std::exception& e) {
    return e.what();
  }
  return {};
}

} // namespace

TEST_CASE("cluster moves leave the same bits in each space", "[clusters]") {
  for (const ClusterRun& r : runs) {
    INFO(r.name);
    for (const run::Space space : {run::Space::default_space, run::Space::host, run::Space::serial}) {
      CHECK(hash_after(r, space, 12) == r.hash);
    }
  }
}

TEST_CASE("the root of a set does not depend on the order of joins", "[clusters]") {
  const std::pair<std::uint32_t, std::uint32_t> bonds[] = {{7, 3}, {3, 9}, {1, 8}, {9, 8}, {2, 5}, {6, 5}};
  const auto earliest = [](std::initializer_list<std::uint32_t> all) {
    return *std::min_element(all.begin(), all.end(), [](std::uint32_t a, std::uint32_t b) {
      return clusters::UnionFind::place(a) < clusters::UnionFind::place(b);
    });
  };
  const std::uint32_t large = earliest({1, 3, 7, 8, 9}), small = earliest({2, 5, 6});
  const std::uint32_t roots[] = {0, large, small, large, 4, small, small, large, large, large};
  std::vector<std::size_t> order(std::size(bonds));
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    std::vector<std::uint32_t> parent(10);
    std::iota(parent.begin(), parent.end(), 0U);
    const clusters::UnionFind sets(parent.data());
    for (const std::size_t k : order) {
      sets.join(bonds[k].first, bonds[k].second);
    }
    for (std::uint32_t site = 0; site < 10; ++site) {
      REQUIRE(sets.root(site) == roots[site]);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("many threads join sets as one does", "[clusters]") {
  using Exec = Kokkos::DefaultExecutionSpace;
  constexpr int sites = 20'000, bonds = 19'000;
  const random::Stream draw({5}, random::Purpose::clusters, 0, 0);
  const auto identity = [&] {
    std::vector<std::uint32_t> all(sites);
    std::iota(all.begin(), all.end(), 0U);
    return all;
  };
  std::vector<std::uint32_t> plain = identity();
  const clusters::UnionFind one_by_one(plain.data());
  for (int k = 0; k < bonds; ++k) {
    const random::Draw d = draw(static_cast<std::uint64_t>(k));
    one_by_one.join(d.a % sites, d.b % sites);
  }
  std::vector<std::uint32_t> start = identity();
  const Kokkos::View<std::uint32_t*, Exec::memory_space> parent = device_list<Exec>("parent", start);
  Kokkos::parallel_for(
      "test", Kokkos::RangePolicy<Exec>(0, bonds), KOKKOS_LAMBDA(int k) {
        const random::Draw d = draw(static_cast<std::uint64_t>(k));
        clusters::UnionFind(parent.data()).join(d.a % sites, d.b % sites);
      });
  Kokkos::fence();
  const auto host = on_host(parent);
  const clusters::UnionFind sets(host.data());
  for (std::uint32_t s = 0; s < sites; ++s) {
    REQUIRE(sets.root(s) == one_by_one.root(s));
  }
}

TEST_CASE("reflections keep lengths, and energies of what they must not change", "[clusters]") {
  const std::array<double, 3> axis{2.0 / 3, -1.0 / 3, 2.0 / 3};
  const clusters::Mirrors any(3), uniaxial(axis);
  const models::Spin k{2.0F / 3, -1.0F / 3, 2.0F / 3};
  const random::Stream draw({3}, random::Purpose::clusters, 0, 0);
  int normal = 0;
  constexpr int tries = 4000;
  double mean[3] = {0, 0, 0}, squares[3] = {0, 0, 0};
  for (std::uint64_t n = 0; n < tries; ++n) {
    const random::Draw d = draw(n);
    const models::Spin s = models::uniform_on_sphere(d.c, d.d);
    for (const clusters::Mirrors& of : {any, uniaxial}) {
      const clusters::Mirror m = of.draw(d);
      const models::Spin r = clusters::normal_of(m), t = clusters::image(s, m);
      CHECK(models::is_unit(r));
      CHECK(models::is_unit(t));
      CHECK(std::abs(models::dot(t, r) + models::dot(s, r)) < 1e-6);
    }
    const clusters::Mirror m = uniaxial.draw(d);
    const float before = models::dot(s, k), after = models::dot(clusters::image(s, m), k);
    CHECK(std::abs(before * before - after * after) < 1e-6);
    normal += before * after < 0 ? 1 : 0;
    const models::Spin r = clusters::normal_of(any.draw(d));
    const float each[] = {r.x, r.y, r.z};
    for (std::size_t a = 0; a < 3; ++a) {
      mean[a] += each[a] / tries;
      squares[a] += each[a] * each[a] / tries;
    }
  }
  CHECK(std::abs(normal - tries / 2) < 4 * std::sqrt(tries / 4.0)); // 4 sigma
  for (std::size_t a = 0; a < 3; ++a) {
    CHECK(std::abs(mean[a]) < 4 / std::sqrt(3.0 * tries));
    CHECK(std::abs(squares[a] - 1.0 / 3) < 4 * std::sqrt((0.2 - 1.0 / 9) / tries));
  }
}

/// Far in the ordered phase nearly all sites are one cluster, so each measurement's improved estimators are near its own powers of m:
/// also where the field is far from 1.
TEST_CASE("improved estimators of an ordered field are near its powers", "[clusters]") {
  for (const int components : {1, 3}) {
    const std::string text =
        "[model]\nname = \"phi4\"\n[lattice]\nsize = [8, 8]\n[couplings]\nmass_squared = -8\ng = 0.5\n[field]\n"
        "components = " +
        std::to_string(components) +
        "\n[schedule]\nthermalize = 0\nsweeps = 200\nmeasure_every = 1\nstart = \"ordered\"\n"
        "[algorithm]\nupdate = [\"metropolis\", \"cluster\"]\n";
    input::Reader in = input::Reader::from_text(text, "ordered field");
    input::RunInput run;
    const models::Model model = models::read_input(in, run);
    const auto place = [&](const std::string& name) {
      const auto at = std::find_if(model.moments.begin(), model.moments.end(),
                                   [&](const models::Moment& m) { return m.name == name; });
      REQUIRE(at != model.moments.end());
      return static_cast<std::size_t>(at - model.moments.begin());
    };
    const std::size_t square = place("magnetisation_squared"), improved = place("order_squared_improved"),
                      fourth = place("order_fourth_improved");
    const auto simulation = model.make(run::Space::default_space);
    simulation->set_conditions(1.0, 0.0);
    double squares = 0, by_clusters = 0, fourths = 0;
    for (std::uint64_t n = 0; n < 200; ++n) {
      simulation->sweep_and_measure(n);
      simulation->collect([&](int, std::span<const double> raw) {
        squares += raw[square] / 200;
        by_clusters += raw[improved] / 200;
        fourths += raw[fourth] / 200;
      });
    }
    CHECK(squares > 50); // m^2 is near 6 * 8 / 0.5
    // With three components they depend on the mirror: 3 cos^2 and 5 cos^4 of its angle have widths of 0.9 and 1.34; 4 sigma of 200.
    CHECK(std::abs(by_clusters / squares - 1) < (components == 1 ? 0.01 : 0.26));
    CHECK(std::abs(fourths / (squares * squares) - 1) < (components == 1 ? 0.02 : 0.38));
  }
}

TEST_CASE("cluster moves that are wrong or of no use are refused", "[clusters]") {
  const std::string ising = "[model]\nname = \"ising\"\n", heisenberg = "[model]\nname = \"heisenberg\"\n",
                    when = "[schedule]\nthermalize = 0\nsweeps = 10\nT = 1.0\n",
                    cluster = "[algorithm]\nupdate = [\"cluster\"]\n",
                    both = "[algorithm]\nupdate = [\"metropolis\", \"cluster\"]\n",
                    bond = "[[couplings.bonds]]\nshell = 1\n";
  const auto triangular = [](int l) {
    return "[lattice]\nkind = \"triangular\"\nsize = [" + std::to_string(l) + ", " + std::to_string(l) + "]\n";
  };
  const auto contains = [](const std::string& text, const std::string& what) {
    return text.find(what) != std::string::npos;
  };
  CHECK(contains(errors_of(ising + triangular(6) + when + cluster + bond + "J = -1.0\n"), "frustrated"));
  CHECK(errors_of(ising + triangular(6) + when + cluster + bond + "J = 1.0\n").empty());
  const std::string chain = "[lattice]\nkind = \"square\"\n";
  CHECK(contains(errors_of(ising + chain + "size = [5]\n" + when + cluster + bond + "J = -1.0\n"),
                 "frustrated")); // an odd ring
  CHECK(contains(errors_of(ising + chain + "size = [101]\n" + when + cluster + bond + "J = -1.0\n"), "frustrated"));
  CHECK(errors_of(ising + chain + "size = [6]\n" + when + cluster + bond + "J = -1.0\n").empty());
  CHECK(errors_of(ising + chain + "size = [100]\n" + when + cluster + bond + "J = -1.0\n").empty());
  CHECK(contains(
      errors_of(ising + "[lattice]\nsize = [4, 4]\n" + when + "[algorithm]\nupdate = [\"cluster\", \"metropolis\"]\n"),
      "last moves of a sweep"));
  const std::string cubic = "[lattice]\nsize = [4, 4, 4]\n",
                    pure = "[material]\nions = [\"Fe\"]\nexchange = {Fe-Fe = 1.0}\n";
  CHECK(contains(errors_of(heisenberg + cubic + pure + "dm = {Fe-Fe = 0.1}\n" + when + cluster), "Dzyaloshinskii"));
  CHECK(contains(errors_of(heisenberg + cubic + pure + "anisotropy = 0.1\n" + when + cluster),
                 "name a move of single spins"));
  CHECK(errors_of(heisenberg + cubic + pure + "anisotropy = 0.1\n" + when + both).empty());
  const std::string two = "[material]\nions = [\"A\", \"B\"]\nfractions = {B = 0.5}\n";
  CHECK(
      contains(errors_of(heisenberg + cubic + two + "exchange = {A-A = 1.0, A-B = 1.0, B-B = -1.0}\n" + when + cluster),
               "frustrated"));
  CHECK(
      errors_of(heisenberg + cubic + two + "exchange = {A-A = 1.0, A-B = -1.0, B-B = 1.0}\n" + when + cluster).empty());
  const std::string crystal = "[lattice]\nkind = \"fcc\"\nsize = [4, 4, 4]\n";
  CHECK(
      contains(errors_of(heisenberg + crystal + when + cluster + bond + "J = -1.0\ndm = {along = \"bond\", D = 0.1}\n"),
               "exchange alone"));
  CHECK(contains(errors_of(heisenberg + crystal + when + cluster + bond + "J = 1.0\n"), "frustrated"));
  CHECK(contains(errors_of(heisenberg + crystal + "[material]\ncubic = 0.1\n" + when + both + bond + "J = -1.0\n"),
                 "cubic anisotropy"));
  const std::string phi4 = "[model]\nname = \"phi4\"\n[lattice]\nsize = [8, 8]\n[couplings]\nmass_squared = 1\ng = 1\n",
                    once = "[schedule]\nthermalize = 0\nsweeps = 10\n";
  CHECK(contains(errors_of(phi4 + "inverse_cutoff = 0.5\n" + once + both), "cut-off"));
  CHECK(contains(errors_of(phi4 + once + cluster), "begins with \"metropolis\""));
}

} // namespace neel
