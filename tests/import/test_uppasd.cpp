// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// UppASD's inpsd.dat and the files that it names.

#include "import/uppasd.hpp"
#include "import/written.hpp"

#include <catch2/catch_test_macros.hpp>

#include <map>
#include <set>

using namespace neel;
using namespace neel::imports;
using testing::check_refused;
using testing::Folder;

namespace {

/// A square lattice of two types with DM vectors.
struct Files {
  std::map<std::string, std::string> text{
      {"inpsd.dat", "simid   test\nncell   4 4 1   size\nBC P P 0\ncell 1 0 0\n     0 1 0\n     0 0 3\nSym 0\n"
                    "posfile ./posfile\nmomfile ./momfile\nexchange ./jfile\ndm ./dmfile\nanisotropy kfile\n"},
      {"posfile", "1 1 0 0 0\n2 2 0.5 0.5 0\n"},
      {"momfile", "1 1 2.0 0 0 1\n2 1 1.0 0 0 1\n"},
      {"jfile", "1 2 0.5 0.5 0 1.0\n2 1 -0.5 -0.5 0 1.0\n1 1 1 0 0 0.25d0 1.0\n1 1 -1 0 0 0.25 1.0\n"},
      {"dmfile", "1 2 0.5 0.5 0 0.1 0.2 -0.3\n2 1 -0.5 -0.5 0 -0.1 -0.2 0.3\n"},
      {"kfile", "1 1 -0.02 0 0 0 1 0\n2 7 0.5 0.1 1 0 0 0.2\n"}};

  Files& with(const std::string& name, int line, const std::string& words) {
    text[name] = testing::with_line(text[name], line, words);
    return *this;
  }
  Imported read(const UppasdOptions& options = {}) const {
    const Folder folder;
    for (const auto& [name, words] : text) {
      folder.write(name, words);
    }
    return read_uppasd(folder.path() + "/inpsd.dat", options);
  }
};

/// How many bonds a site of bcc has of each length, with one line for a shell.
std::map<double, std::size_t> bcc_shells(const std::string& vectors, int symmetry) {
  Files files;
  std::string& input = files.text["inpsd.dat"];
  input = "ncell 4 4 4\nBC P P P\ncell 1 0 0 0 1 0 0 0 1\nposfile posfile\nmomfile momfile\nexchange jfile\nSym ";
  input += std::to_string(symmetry) + "\n";
  files.text["posfile"] = "1 1 0 0 0\n2 1 0.5 0.5 0.5\n";
  files.text["jfile"] = vectors;
  std::map<double, std::size_t> count;
  for (const Bond& b : files.read().bonds) {
    count[b.matrix[0][0]] += 1; // of a cell of two sites, each bond once: as many as ends at a site
  }
  return count;
}

} // namespace

TEST_CASE("an exchange and a DM file have the energy that UppASD gives them", "[import]") {
  const Imported in = Files().read();
  REQUIRE(in.bonds.size() == 2);
  CHECK(in.unit == "mRy");
  // E = -sum_{i != j} [J e.e' + D.(e x e')], every line a term
  double mry = 0;
  for (int x = 0; x < 3; ++x) {
    const Vector a = testing::spin(0, {x, 0, 0}), b = testing::spin(1, {x, 0, 0}),
                 next = testing::spin(0, {(x + 1) % 3, 0, 0}), last = testing::spin(0, {(x + 2) % 3, 0, 0});
    const auto dot = [](const Vector& s, const Vector& t) { return s[0] * t[0] + s[1] * t[1] + s[2] * t[2]; };
    const Vector cross{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    mry -= 1.0 * dot(a, b) + 1.0 * dot(b, a) + 0.25 * dot(a, next) + 0.25 * dot(a, last);
    mry -= dot({0.1, 0.2, -0.3}, cross) + dot({-0.1, -0.2, 0.3}, {-cross[0], -cross[1], -cross[2]});
  }
  CHECK(std::abs(testing::energy(in, {3, 1, 1}) - mry) < 1e-13);
  CHECK(std::abs(mry) > 0.1);
}

TEST_CASE("moments, anisotropies, size and boundary", "[import]") {
  Files files;
  files.text["inpsd.dat"] += "hfield 0 0 2.5\njij_scale 2\n";
  const Imported in = files.read();
  CHECK(in.size == std::array{4, 4, 1});
  CHECK(in.periodic == std::array{true, true, false});
  CHECK(in.field == Vector{0, 0, 2.5});
  CHECK(in.ions.at(0).moment == 2);
  CHECK(in.ions.at(0).anisotropy == 0.02); // easy where K_1 < 0
  CHECK(in.ions.at(1).anisotropy == -0.5);
  CHECK(in.sites.at(0).axis == Vector{0, 0, 1});
  const std::set<std::string> lost(in.lost.begin(), in.lost.end());
  CHECK(lost.contains("kfile: anisotropies K2, of which UppASD's fields and energies have different formulas"));
  CHECK(in.bonds.at(0).matrix[0][0] + in.bonds.at(1).matrix[0][0] == 2.5);
  CHECK(files.read({{}, {"Fe", "Co"}, false}).ions.at(1).name == "Co");
}

TEST_CASE("vectors from atom to atom, of cells, Cartesian and direct, mean the same", "[import]") {
  const std::vector<Bond> bonds = Files().read().bonds;
  const auto same = [&](const Files& files) {
    const std::vector<Bond> others = files.read().bonds;
    REQUIRE(others.size() == bonds.size());
    for (std::size_t k = 0; k < bonds.size(); ++k) {
      CHECK(others[k].pair.offset == bonds[k].pair.offset);
      CHECK(others[k].matrix == bonds[k].matrix);
    }
  };
  Files cells; // maptype 2
  cells.text["inpsd.dat"] += "maptype 2\n";
  cells.text["jfile"] = "1 2 0 0 0 1.0\n2 1 0 0 0 1.0\n1 1 1 0 0 0.25\n1 1 -1 0 0 0.25\n";
  cells.text["dmfile"] = "1 2 0 0 0 0.1 0.2 -0.3\n2 1 0 0 0 -0.1 -0.2 0.3\n";
  same(cells);
  cells.text["inpsd.dat"] += "posfiletype D\n";
  same(cells);
  Files direct; // of a cell with edges of 2, twice as long as the one of the vectors
  direct.text["inpsd.dat"] += "posfiletype D\ncell 2 0 0 0 2 0 0 0 6\n";
  same(direct);
  Files cartesian;
  cartesian.with("posfile", 2, "2 2 1 1 0").text["inpsd.dat"] += "cell 2 0 0 0 2 0 0 0 6\n";
  cartesian.text["jfile"] = "1 2 1 1 0 1.0\n2 1 -1 -1 0 1.0\n1 1 2 0 0 0.25\n1 1 -2 0 0 0.25\n";
  cartesian.text["dmfile"] = "1 2 1 1 0 0.1 0.2 -0.3\n2 1 -1 -1 0 -0.1 -0.2 0.3\n";
  same(cartesian);
}

TEST_CASE("symmetries make shells of single lines, types make bonds of all their sites", "[import]") {
  CHECK(bcc_shells("1 1 0.5 0.5 0.5 8.0\n1 1 1 0 0 6.0\n1 1 1 1 0 12.0\n1 1 1.5 0.5 0.5 24.0\n", 1) ==
        std::map<double, std::size_t>{{8.0, 8}, {6.0, 6}, {12.0, 12}, {24.0, 24}});
  CHECK(bcc_shells("1 1 1 0 0 4.0\n", 2) == std::map<double, std::size_t>{{4.0, 4}});
  CHECK(bcc_shells("1 1 1 0 0 1.0\n1 1 -1 0 0 1.0\n", 0) == std::map<double, std::size_t>{{1.0, 2}});
  Files hexagonal;
  hexagonal.text["inpsd.dat"] = "ncell 4 4 1\nBC P P 0\ncell 1 0 0 0.5 0.8660254037844386 0 0 0 1\nSym 3\n"
                                "posfile posfile\nmomfile momfile\nexchange jfile\n";
  hexagonal.text["posfile"] = "1 1 0 0 0\n";
  hexagonal.text["momfile"] = "1 1 1 0 0 1\n";
  hexagonal.text["jfile"] = "1 1 1 0 0 1.0\n1 1 1.5 0.8660254037844386 0 0.5\n";
  CHECK(hexagonal.read().bonds.size() == 6); // three of six, of two shells
}

TEST_CASE("tensors are read row by row", "[import]") {
  Files files;
  files.text["inpsd.dat"] = "ncell 4 1 1\nBC P 0 0\ncell 1 0 0 0 1 0 0 0 1\nposfile posfile\nmomfile momfile\n"
                            "exchange jfile\ndo_jtensor 1\n";
  files.text["posfile"] = "1 1 0 0 0\n";
  files.text["momfile"] = "1 1 1 0 0 1\n";
  files.text["jfile"] = "1 1 1 0 0 1 2 3 4 5 6 7 8 9\n1 1 -1 0 0 1 4 7 2 5 8 3 6 9\n";
  CHECK(files.read().bonds.at(0).matrix == Matrix{{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}});
  files.text["inpsd.dat"] += "Sym 1\n"; // gives the tensor to both directions, not turned
  check_refused([&] { files.read(); }, "jfile:1", "has another coupling");
  files.text["jfile"] = "1 1 1 0 0 1 0 0 0 2 0 0 0 3\n";
  CHECK(files.read().bonds.at(0).matrix == Matrix{{{1, 0, 0}, {0, 2, 0}, {0, 0, 3}}});
}

TEST_CASE("of lines that are equivalent by symmetry the first holds, and this is told", "[import]") {
  Files files;
  files.text["inpsd.dat"] = "ncell 4 4 4\nBC P P P\ncell 1 0 0 0 1 0 0 0 1\nSym 1\nposfile posfile\n"
                            "momfile momfile\nexchange jfile\n";
  files.text["posfile"] = "1 1 0 0 0\n";
  files.text["momfile"] = "1 1 1 0 0 1\n";
  files.text["jfile"] = "1 1 0 1 2 0.5\n1 1 0 2 1 0.6\n";
  const Imported in = files.read();
  CHECK(in.bonds.size() == 12);
  CHECK(in.bonds.at(0).matrix[0][0] == 0.5);
  CHECK(in.notes.back().find("jfile:2 (jfile:1)") != std::string::npos);
}

TEST_CASE("what TB2J writes for UppASD needs a cell", "[import]") {
  Files files;
  files.text["inpsd.dat"] = " simid fe\n ncell 12 12 12\n BC P P P\n cell\n Sym 0\n posfile ./posfile\n"
                            " momfile ./momfile\n exchange ./jfile\n maptype 1\n";
  files.text["posfile"] = "1 1 0 0 0\n2 2 0.5 0.5 0.5\n";
  files.text["jfile"] = "2 0\n1 2 1.5 1.5 1.5 0.5\n2 1 -1.5 -1.5 -1.5 0.5\n";
  check_refused([&] { files.read(); }, "inpsd.dat", "give it by --cell");
  const Imported in = files.read({Matrix{{{3, 0, 0}, {0, 3, 0}, {0, 0, 3}}}, {}, false});
  CHECK(in.sites.at(1).position == Vector{0.5, 0.5, 0.5});
  CHECK(in.bonds.size() == 1);
}

namespace {

/// Chains of two sites of one type, A at 0 and B at 1/2 of the cell; A has two kinds of ions and vacancies, B two kinds.
Files alloy() {
  Files files;
  files.text["inpsd.dat"] = "ncell 4 1 1\nBC P 0 0\ncell 2 0 0 0 3 0 0 0 3\nSym 0\ndo_ralloy 1\nposfile posfile\n"
                            "momfile momfile\nexchange jfile\ndm dmfile\nanisotropy kfile\n";
  files.text["posfile"] = "1 1 1 0.5 0 0 0\n1 1 2 0.25 0 0 0\n2 1 1 0.75 1 0 0\n2 1 2 0.25 1 0 0\n";
  files.text["momfile"] = "1 1 2.0 0 0 1\n1 2 1.0 0 0 1\n2 1 2.0 0 0 1\n2 2 1.0 0 0 1\n";
  files.text["jfile"] = "1 1 1 1 1 0 0 1.0\n1 1 1 1 -1 0 0 1.0\n1 1 1 2 1 0 0 0.5\n1 1 2 1 -1 0 0 0.5\n"
                        "1 1 2 1 1 0 0 0.2\n1 1 1 2 -1 0 0 0.2\n1 1 2 2 1 0 0 -0.4\n1 1 2 2 -1 0 0 -0.4\n";
  files.text["dmfile"] = "1 1 1 2 1 0 0 0.1 0.2 -0.3\n1 1 2 1 -1 0 0 -0.1 -0.2 0.3\n";
  files.text["kfile"] = "1 1 1 -0.02 0 0 1 0 0\n1 2 1 -0.05 0 3 4 0 0\n";
  return files;
}

/// Chemical types of sites A and B of four cells; 0: a vacancy.
constexpr int drawn[2][4] = {{1, 2, 1, 0}, {1, 1, 2, 1}};

} // namespace

TEST_CASE("random alloys have the energy that UppASD gives them", "[import]") {
  const Imported in = alloy().read({{}, {"Fe", "Co"}, false});
  REQUIRE(in.ions.size() == 5); // Fe and Co of site 1 have an anisotropy
  CHECK(in.sites.at(0).mixed == std::vector<std::pair<std::size_t, double>>{{0, 0.5}, {1, 0.25}, {2, 0.25}});
  CHECK(in.ions.at(2).name == "vacancy");
  CHECK(in.ions.at(2).moment == 0);
  const auto ion = [&](int site, const std::array<int, 3>& cell) {
    const int chemical = drawn[site][cell[0]];
    const auto& mixed = in.sites[static_cast<std::size_t>(site)].mixed;
    return chemical == 0 ? 2 : mixed[static_cast<std::size_t>(chemical - 1)].first;
  };
  // Each atom with its neighbours at +1 and -1; J and D by the chemical types of the two.
  const double j[2][2] = {{1.0, 0.5}, {0.2, -0.4}}; // of the right one's left neighbour, and its own
  double mry = 0;
  for (int n = 0; n < 8; ++n) {
    const int m = (n + 1) % 8, a = drawn[n % 2][n / 2], b = drawn[m % 2][m / 2];
    if (a == 0 || b == 0) {
      continue;
    }
    const Vector s = testing::spin(n % 2, {n / 2, 0, 0}), t = testing::spin(m % 2, {m / 2, 0, 0});
    mry -= 2 * j[a - 1][b - 1] * (s[0] * t[0] + s[1] * t[1] + s[2] * t[2]);
    if (a == 1 && b == 2) {
      mry -= 2 * (0.1 * (s[1] * t[2] - s[2] * t[1]) + 0.2 * (s[2] * t[0] - s[0] * t[2]) -
                  0.3 * (s[0] * t[1] - s[1] * t[0]));
    }
  }
  CHECK(std::abs(testing::energy(in, {4, 1, 1}, ion) - mry) < 1e-13);
  CHECK(std::abs(mry) > 0.1);
}

TEST_CASE("ions of alloys have moments and axes of their own", "[import]") {
  const Imported in = alloy().read();
  CHECK(in.ions.at(0).name == "T1C1_1");
  CHECK(in.ions.at(0).anisotropy == 0.02);
  CHECK(in.sites.at(0).axis == Vector{0, 1, 0});
  CHECK(in.ions.at(1).anisotropy == 0);
  CHECK(std::abs(in.ions.at(1).tensor[0][1] + 0.05 * 0.48) < 1e-15); // K1 (S.n)^2, n = (0.6, 0.8, 0)
  CHECK(std::abs(in.ions.at(1).tensor[1][1] + 0.05 * 0.64) < 1e-15);
  CHECK(in.ions.at(3).moment == 2);
}

TEST_CASE("malformed alloys of UppASD are refused with file and line", "[import]") {
  const auto refused = [](const std::string& file, int line, const std::string& words, const std::string& part) {
    check_refused([&] { alloy().with(file, line, words).read(); }, file + ":" + std::to_string(line), part);
  };
  refused("inpsd.dat", 5, "do_ralloy 2", "a number from 0 to 1");
  refused("posfile", 2, "1 1 2 0.6 0 0 0", "concentrations from 0 to 1");
  refused("posfile", 2, "1 1 1 0.25 0 0 0", "stands there twice");
  refused("posfile", 2, "1 1 2 0.25 0 0 1", "stands there twice");
  refused("momfile", 2, "1 3 1.0 0 0 1", "site 1 has no chemical type 3");
  refused("jfile", 1, "1 1 1 1 1 0 0", "two chemical types, a vector, and 1 number");
  refused("jfile", 2, "1 1 1 1 1 0 0 2.0", "has another coupling");
  refused("jfile", 3, "1 1 1 2 0.4 0 0 0.5", "no site at the end");
  refused("kfile", 2, "1 3 1 -0.05 0 3 4 0 0", "site 1 has no chemical type 3");
  check_refused([] { alloy().with("momfile", 4, "").read(); }, "momfile", "site 2 has no moment for chemical type 2");
  check_refused(
      [] { alloy().with("posfile", 2, "3 1 2 0.25 0 0 1").with("posfile", 3, "").with("posfile", 4, "").read(); },
      "posfile", "there is no site 2");
  check_refused([] { alloy().with("jfile", 4, "").read(); }, "jfile:3", "other direction");
  Files symmetric = alloy();
  symmetric.with("inpsd.dat", 4, "Sym 1").text["dmfile"] = "1 1 1 1 1 0 0 0 0 0\n1 1 1 1 -1 0 0 0 0 0\n";
  check_refused([&] { symmetric.read(); }, "jfile:2", "an equivalent vector above");
  check_refused([] { alloy().with("momfile", 4, "2 2 2.0 0 0 1").read({{}, {"Fe", "Fe"}, false}); }, "--ions",
                "one name and one moment");
}

TEST_CASE("malformed files of UppASD are refused with file and line", "[import]") {
  const auto refused = [](const std::string& file, int line, const std::string& words, const std::string& part) {
    check_refused([&] { Files().with(file, line, words).read(); }, file + ":" + std::to_string(line), part);
  };
  refused("inpsd.dat", 2, "ncell 4 4", "three numbers behind ncell");
  refused("inpsd.dat", 3, "BC P P X", "P and 0");
  refused("inpsd.dat", 5, "0 1 x", "nine numbers of cell");
  refused("inpsd.dat", 7, "Sym 5", "not imported");
  refused("inpsd.dat", 7, "posfiletype X", "C or D");
  refused("posfile", 2, "1 2 0.5 0.5 0", "stands there twice");
  refused("posfile", 2, "3 2 0.5 0.5 0", "there is no site 3");
  refused("posfile", 2, "2 2 0.5 0.5", "three coordinates");
  refused("momfile", 2, "2 2 1.0 0 0 1", "kind 1");
  refused("momfile", 2, "2 1 -1.0 0 0 1", "below zero");
  refused("jfile", 1, "1 3 0.5 0.5 0 1.0", "there is no site 3");
  refused("jfile", 1, "1 2 0.5 0.5 0", "and 1 number");
  refused("jfile", 1, "1 2 0.5 0.5 0 x", "found \"x\"");
  refused("jfile", 1, "1 2 0.3 0.5 0 1.0", "no atom of type 2 at the end");
  refused("jfile", 2, "2 1 -0.5 -0.5 0 2.0", "has another coupling");
  refused("jfile", 4, "1 1 1 0 0 0.3", "has another coupling");
  refused("dmfile", 2, "2 1 -0.5 -0.5 0 0.1 0.2 -0.3", "has another coupling");
  refused("kfile", 1, "1 3 1 0 0 0 1", "type of anisotropy");
  refused("kfile", 1, "1 1 1 0 0 0 0", "three zeros");
  check_refused([] { Files().with("jfile", 4, "").read(); }, "jfile:3", "other direction");
  check_refused([] { Files().with("inpsd.dat", 8, "").read(); }, "inpsd.dat", "there is no posfile");
  CHECK_THROWS_AS(Files().with("inpsd.dat", 8, "posfile nowhere").read(), FileError);
}
