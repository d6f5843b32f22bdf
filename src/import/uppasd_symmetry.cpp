// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "import/uppasd.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace neel::imports {

namespace {

const Matrix identity{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/// The matrix with its rows times signs.
Matrix with_signs(const Matrix& m, int signs) {
  Matrix s = m;
  for (std::size_t a = 0; a < 3; ++a) {
    for (double& x : s[a]) {
      x = (signs >> a & 1) != 0 ? -x : x;
    }
  }
  return s;
}

/// All axes exchanged and turned round.
std::vector<Matrix> cubic() {
  std::vector<Matrix> all;
  std::array<std::size_t, 3> axis{0, 1, 2};
  do {
    Matrix m{};
    for (std::size_t a = 0; a < 3; ++a) {
      m[a][axis[a]] = 1;
    }
    for (int signs = 0; signs < 8; ++signs) {
      all.push_back(with_signs(m, signs));
    }
  } while (std::next_permutation(axis.begin(), axis.end()));
  return all;
}

/// x and y exchanged and turned round; z stays.
std::vector<Matrix> square() {
  std::vector<Matrix> all;
  for (const Matrix& m : {identity, Matrix{{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}}}) {
    for (int signs = 0; signs < 4; ++signs) {
      all.push_back(with_signs(m, signs));
    }
  }
  return all;
}

/// Turns by 60 degrees about z, and mirrors.
std::vector<Matrix> hexagonal() {
  std::vector<Matrix> all;
  const double c = 0.5, s = std::sqrt(3.0) / 2;
  for (const Matrix& m :
       {identity, Matrix{{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}}, Matrix{{{c, s, 0}, {-s, c, 0}, {0, 0, 1}}}}) {
    for (int signs = 0; signs < 8; ++signs) {
      all.push_back(with_signs(m, signs));
    }
  }
  return all;
}

std::vector<Matrix> from_file(const std::string& path) {
  TextFile file(path, "#!");
  const std::string head = "the number of operations, 1 to 192", row = "a row of an operation, three numbers";
  const Line& first = file.next(head);
  const std::int64_t count = file.integer(first, 0, head);
  if (count < 1 || count > 192) {
    file.fail(first, "expected " + head);
  }
  std::vector<Matrix> all;
  for (std::int64_t k = 0; k < count; ++k) {
    Matrix m{};
    for (Vector& v : m) {
      const Line& line = file.next(row);
      v = {file.number(line, 0, row), file.number(line, 1, row), file.number(line, 2, row)};
    }
    all.push_back(m);
  }
  return all;
}

} // namespace

std::vector<Matrix> uppasd_symmetry(int symmetry, const std::string& folder) {
  switch (symmetry) {
  case 1:
    return cubic();
  case 2:
    return square();
  case 3:
    return hexagonal();
  case 4:
    return from_file((std::filesystem::path(folder) / symmetry_file).string());
  default:
    return {identity};
  }
}

} // namespace neel::imports
