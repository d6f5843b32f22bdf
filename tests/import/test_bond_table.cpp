// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The plain table of bonds, and what inputs are made of.

#include "import/bond_table.hpp"
#include "import/import.hpp"
#include "import/written.hpp"
#include "input/value.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace neel;
using namespace neel::imports;
using testing::check_refused;
using testing::Folder;
using testing::with_line;

namespace {

const std::string table = R"(unit meV
factor -2
cell 1 0 0  0 1 0
     0 0 2
ion Fe moment 2.2 anisotropy 0.1 axis 1 1 0
site A 0 0 0 Fe
site B 0.5 0.5 0.5 Fe
size 6 6 4
boundary periodic open periodic
from to dx dy dz J Dx Dy Dz
A B 0 0 0 1.5 0.1 0.2 0.3
B A 0 0 0 1.5 -0.1 -0.2 -0.3
A A 1 0 0 -0.5 0 0 0
)";

/// A cube with one J for a whole shell, and the others bond by bond.
std::string cube(const std::string& rows) {
  return "unit K\ncell 1 0 0 0 1 0 0 0 1\nsite A 0 0 0\nsite B 0.5 0.5 0.5\nfrom to dx dy dz J\n" + rows;
}

Result made(const Folder& folder, const std::string& text) {
  Options o;
  o.file = folder.write("a.bonds", text);
  return import_file(o, "test");
}

} // namespace

TEST_CASE("a table of bonds is read", "[import]") {
  const Folder folder;
  const Imported in = read_bond_table(folder.write("a.bonds", table), false);
  CHECK(in.factor == -2);
  CHECK(in.cell[2] == Vector{0, 0, 2});
  CHECK(in.ions.at(0).anisotropy == 0.1);
  CHECK(in.sites.at(1).axis == Vector{1, 1, 0});
  CHECK(in.size == std::array{6, 6, 4});
  CHECK(in.periodic == std::array{true, false, true});
  REQUIRE(in.bonds.size() == 2);
  CHECK(in.bonds[0].matrix == Matrix{{{-0.5, 0, 0}, {0, -0.5, 0}, {0, 0, -0.5}}});
  CHECK(in.bonds[1].matrix == Matrix{{{1.5, 0.3, -0.2}, {-0.3, 1.5, 0.1}, {0.2, -0.1, 1.5}}});
}

TEST_CASE("columns may be nine elements, or those that there are", "[import]") {
  const Folder folder;
  const std::string head = "unit reduced\ncell 1 0 0 0 1 0 0 0 1\nsite A 0 0 0\nfrom to dx dy dz ";
  const auto first = [&](const std::string& rest) {
    return read_bond_table(folder.write("a", head + rest), false).bonds.at(0);
  };
  CHECK(first("Jxx Jxy Jxz Jyx Jyy Jyz Jzx Jzy Jzz\nA A 0 0 1 1 2 3 4 5 6 7 8 9\n").matrix ==
        Matrix{{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}});
  CHECK(first("B J\nA A 0 0 1 0.5 2\n").biquadratic == 0.5);
  CHECK(first("Dx Dy Dz\nA A 0 0 -1 0 0 1\n").matrix[1][0] == 1); // turned round
}

TEST_CASE("whole shells of one J are shells of the input, others single bonds", "[import]") {
  const Folder folder;
  std::string first, second = "A A 1 0 0 2\nA A 0 1 0 2\nA A 0 0 1 2\n";
  for (int k = 0; k < 8; ++k) {
    first += "A B " + std::to_string(-(k & 1)) + " " + std::to_string(-(k >> 1 & 1)) + " " +
             std::to_string(-(k >> 2 & 1)) + " 1.0\n";
  }
  const Result whole = made(folder, cube(first));
  CHECK(whole.shells == 1);
  CHECK(whole.singles == 0);
  const Result by_ions = made(folder, cube(first + second)); // B-B has none
  CHECK(by_ions.shells == 2);
  CHECK(by_ions.singles == 0);
  CHECK(by_ions.text.find("shell = 2\nions = [\"A\", \"A\"]\nJ = \"2.0 ") != std::string::npos);
  const Result all = made(folder, cube(first + second + "B B 1 0 0 2\nB B 0 1 0 2\nB B 0 0 1 2\n"));
  CHECK(all.text.find("shell = 2\nJ = \"2.0 ") != std::string::npos);
  const Result other = made(folder, cube(first + "A A 1 0 0 2\nA A 0 1 0 2\nA A 0 0 1 2.5\n"));
  CHECK(other.shells == 1);
  CHECK(other.singles == 3);
  const Result broken = made(folder, cube(first.substr(first.find('\n') + 1) + second));
  CHECK(broken.singles == 7);
  CHECK_NOTHROW(input::parse_toml(other.text, "made"));
}

TEST_CASE("the size follows from what bonds reach", "[import]") {
  const Folder folder;
  CHECK(made(folder, cube("A A 0 0 1 2\n"))
            .text.find("size = [1, 1, 8] # cells\nboundary = [\"open\", \"open\", "
                       "\"periodic\"]") != std::string::npos);
  CHECK(made(folder, cube("A A 0 0 5 2\n")).text.find("size = [1, 1, 12]") != std::string::npos);
  Options o;
  o.file = folder.write("a.bonds", cube("A A 0 0 1 2\n"));
  o.size = "[4,4,1]";
  CHECK_THROWS_AS(import_file(o, "test"), InputError);
  o.size = "4 4 2";
  CHECK(import_file(o, "test").text.find("size = [4, 4, 2]") != std::string::npos);
  o.size = "4 4";
  CHECK_THROWS_AS(import_file(o, "test"), InputError);
}

TEST_CASE("a malformed table is refused with file and line", "[import]") {
  const Folder folder;
  const auto refused = [&](int line, const std::string& text, const std::string& place, const std::string& part) {
    check_refused([&] { read_bond_table(folder.write("a.bonds", with_line(table, line, text)), false); },
                  "a.bonds:" + place, part);
  };
  refused(1, "unit eV", "1", "is not one of meV, mRy, K, reduced");
  refused(1, "", "10", "begins with unit");
  refused(2, "factr 1", "2", "did you mean factor?");
  refused(2, "factor 0", "2", "not zero");
  refused(4, "0 0 x", "4", "nine numbers of cell");
  refused(4, "0 0 0", "3", "in one plane");
  refused(5, "ion Fe moment -1", "5", "zero or more");
  refused(5, "ion Fe anisotropy 1", "5", "needs an axis");
  refused(5, "ion Fe mass 1", "5", "is none of moment");
  refused(7, "site A 0 0 0.5 Fe", "7", "stands there twice");
  refused(7, "site B.1 0 0 0.5 Fe", "7", "is no name");
  refused(9, "boundary periodic open", "9", "three of periodic and open");
  refused(10, "from to dx dy dz J Dx Dy", "10", "some are missing");
  refused(10, "from to dx dy dz J Jxx Jxy Jxz Jyx Jyy Jyz Jzx Jzy Jzz", "10", "stand without them");
  refused(10, "from to dx dy dz J J", "10", "stands there twice");
  refused(10, "from to J", "10", "expected the columns");
  refused(11, "A B 0 0 0 1.5 0.1 0.2", "11", "expected 9 columns, found 8");
  refused(11, "A C 0 0 0 1.5 0.1 0.2 0.3", "11", "there is no site \"C\"");
  refused(11, "A B 0 0 0.5 1.5 0.1 0.2 0.3", "11", "whole numbers");
  refused(11, "A B 0 0 0 x 0.1 0.2 0.3", "11", "a number for J");
  refused(12, "B A 0 0 0 1.5 0.1 -0.2 -0.3", "12", "has another coupling");
}
