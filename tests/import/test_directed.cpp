// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Bonds that stand in both directions, and words and numbers of files.

#include "crystal/matrix.hpp"
#include "files/text_file.hpp"
#include "import/directed.hpp"
#include "import/written.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace neel;
using namespace neel::imports;
using testing::check_refused;

namespace {

const Matrix some{{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}};

Directed coupling(int from, int to, const std::array<int, 3>& offset, const Matrix& m, const std::string& place) {
  return {from, to, offset, m, 0, place, 0};
}

std::vector<Bond> bonds_of(const std::vector<Directed>& all, Directions directions, bool average = false) {
  DirectedCouplings couplings;
  for (const Directed& c : all) {
    couplings.add(c, "");
  }
  std::vector<std::string> notes;
  return couplings.bonds(directions, average, notes);
}

} // namespace

TEST_CASE("a bond that stands in both directions counts once", "[import]") {
  const std::vector<Directed> both{coupling(1, 0, {-1, 0, 0}, crystal::transposed(some), "f:1"),
                                   coupling(0, 1, {1, 0, 0}, some, "f:2")};
  for (const Directions d : {Directions::both, Directions::either}) {
    const std::vector<Bond> bonds = bonds_of(both, d);
    REQUIRE(bonds.size() == 1);
    CHECK(bonds[0].matrix == some);
    CHECK(bonds[0].pair.from == 0);
    CHECK(bonds[0].pair.offset == std::array{1, 0, 0});
    CHECK(bonds[0].from == std::vector<std::string>{"f:2", "f:1"});
  }
  CHECK(bonds_of({both[0]}, Directions::either)[0].matrix == some);
  check_refused([&] { bonds_of({both[0]}, Directions::both); }, "f:1", "other direction");
}

TEST_CASE("directions that contradict each other are refused, roundings are averaged", "[import]") {
  Matrix back = crystal::transposed(some);
  back[2][1] += 2e-6; // the largest is 9
  const Directed there = coupling(0, 0, {0, 0, 1}, some, "f:1");
  const std::vector<Bond> bonds = bonds_of({there, coupling(0, 0, {0, 0, -1}, back, "f:2")}, Directions::both);
  REQUIRE(bonds.size() == 1);
  CHECK(bonds[0].matrix[1][2] == (some[1][2] + back[2][1]) / 2);
  back[2][1] = 6.1;
  const std::vector<Directed> contradictory{there, coupling(0, 0, {0, 0, -1}, back, "f:2")};
  check_refused([&] { bonds_of(contradictory, Directions::both); }, "f:2", "f:1, has another coupling");
  CHECK(bonds_of(contradictory, Directions::both, true).at(0).matrix[1][2] == (6 + 6.1) / 2);
}

TEST_CASE("a bond that stands twice or joins an atom to itself is refused", "[import]") {
  check_refused(
      [] { bonds_of({coupling(0, 1, {}, some, "f:1"), coupling(0, 1, {}, some, "f:2")}, Directions::either); }, "f:2",
      "stands at f:1 already");
  check_refused([] { bonds_of({coupling(1, 1, {}, some, "f:1")}, Directions::either); }, "f:1", "to itself");
}

TEST_CASE("a DM vector is the antisymmetric part of its matrix", "[import]") {
  const Vector d{0.3, -0.5, 0.7}, s = testing::spin(0, {1, 2, 3}), t = testing::spin(1, {2, 0, 1});
  const Vector cross{s[1] * t[2] - s[2] * t[1], s[2] * t[0] - s[0] * t[2], s[0] * t[1] - s[1] * t[0]};
  CHECK(std::abs(testing::bilinear(s, crystal::matrix_of_dm(d), t) -
                 (d[0] * cross[0] + d[1] * cross[1] + d[2] * cross[2])) < 1e-15);
}

TEST_CASE("numbers as C and Fortran write them", "[import]") {
  CHECK(to_number("1.5") == 1.5);
  CHECK(to_number("+.5") == 0.5);
  CHECK(to_number("5.") == 5.0);
  CHECK(to_number("1.25d-1") == 0.125);
  CHECK(to_number("-2D3") == -2000.0);
  for (const char* wrong : {"", "x", "1.5x", "nan", "inf", "1e999", "--1", "d"}) {
    CHECK_FALSE(to_number(wrong).has_value());
  }
}

TEST_CASE("files are read in lines and words", "[import]") {
  TextFile file("# one\n\n 1, 2 # two\n3\n", "f", "#");
  const Line& line = file.next("a line");
  CHECK(line.number == 3);
  CHECK(line.words == std::vector<std::string>{"1", "2"});
  check_refused([&] { file.number(line, 2, "three numbers"); }, "f:3", "expected three numbers");
  check_refused([&] { file.integer({7, {"1.5"}}, 0, "a whole number"); }, "f:7", "found \"1.5\"");
  file.next("a line");
  check_refused([&] { file.next("another line"); }, "f:4", "the file ends where another line was expected");
  check_refused([] { TextFile(std::string("a\0b\n", 4), "f", "#"); }, "f:1", "not a text file");
  CHECK_THROWS_AS(TextFile("/nowhere/fe.ucf", "#"), FileError);
  CHECK_THROWS_AS(TextFile("/", "#"), FileError);
}
