// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "import/cell.hpp"

#include "crystal/matrix.hpp"
#include "errors/errors.hpp"
#include "files/text_file.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace neel::imports {

namespace {

std::vector<double> numbers(const std::string& text, std::size_t count, const std::string& what) {
  std::istringstream words(with_blanks(text, "[],;x"));
  std::vector<double> all;
  for (std::string word; words >> word;) {
    const std::optional<double> x = to_number(word);
    if (!x) {
      throw InputError(what + ": expected " + std::to_string(count) + " numbers, found \"" + word + "\"");
    }
    all.push_back(*x);
  }
  if (all.size() != count) {
    throw InputError(what + ": expected " + std::to_string(count) + " numbers, found " + std::to_string(all.size()));
  }
  return all;
}

/// Rows of a lower triangle with C C^T = G.
Matrix cholesky(const Matrix& g) {
  Matrix c{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double rest = g[i][j];
      for (std::size_t k = 0; k < j; ++k) {
        rest -= c[i][k] * c[j][k];
      }
      c[i][j] = i == j ? std::sqrt(rest) : rest / c[j][j];
    }
  }
  return c;
}

} // namespace

std::string with_blanks(std::string text, std::string_view characters) {
  std::replace_if(text.begin(), text.end(), [&](char c) { return characters.find(c) != std::string_view::npos; }, ' ');
  return text;
}

Vector three_numbers(const TextFile& file, const Line& line, std::size_t from, const std::string& expected) {
  return {file.number(line, from, expected), file.number(line, from + 1, expected),
          file.number(line, from + 2, expected)};
}

Vector product(const Vector& f, const Matrix& cell) {
  Vector r{};
  for (std::size_t a = 0; a < 3; ++a) {
    r[a] = f[0] * cell[0][a] + f[1] * cell[1][a] + f[2] * cell[2][a];
  }
  return r;
}

Vector product(const Matrix& m, const Vector& v) {
  Vector r{};
  for (std::size_t a = 0; a < 3; ++a) {
    r[a] = m[a][0] * v[0] + m[a][1] * v[1] + m[a][2] * v[2];
  }
  return r;
}

std::optional<Matrix> inverse(const Matrix& c) {
  Matrix i{};
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      const std::size_t b1 = (b + 1) % 3, b2 = (b + 2) % 3, a1 = (a + 1) % 3, a2 = (a + 2) % 3;
      i[a][b] = c[b1][a1] * c[b2][a2] - c[b1][a2] * c[b2][a1];
    }
  }
  const double volume = c[0][0] * i[0][0] + c[0][1] * i[1][0] + c[0][2] * i[2][0];
  if (!(std::abs(volume) > 1e-12)) {
    return {};
  }
  for (Vector& row : i) {
    for (double& x : row) {
      x /= volume;
    }
  }
  return i;
}

Vector rounded(const Vector& f) {
  Vector r = f;
  for (double& x : r) {
    x = std::round(x * 1e12) / 1e12;
    x = x == 0 ? 0 : x; // and no minus
  }
  return r;
}

Matrix unstrained(const Matrix& cell, const std::vector<crystal::Operation>& group) {
  constexpr double rounding = 1e-9;
  const Matrix metric = crystal::product(cell, crystal::transposed(cell));
  Matrix mean{};
  double apart = 0;
  for (const crystal::Operation& o : group) {
    Matrix w{};
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        w[a][b] = o.rotation[a][b];
      }
    }
    const Matrix turned = crystal::product(crystal::transposed(w), crystal::product(metric, w));
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        mean[a][b] += turned[a][b] / static_cast<double>(group.size());
        apart = std::max(apart, std::abs(turned[a][b] - metric[a][b]));
      }
    }
  }
  if (apart <= rounding * metric[0][0]) {
    return cell;
  }
  const Matrix back = crystal::transposed(crystal::inverse_transposed(cholesky(metric)));
  return crystal::product(cholesky(mean), crystal::product(back, cell));
}

Matrix parse_cell(const std::string& text, const std::string& what) {
  const std::vector<double> n = numbers(text, 9, what);
  const Matrix cell{{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}, {n[6], n[7], n[8]}}};
  if (!inverse(cell)) {
    throw InputError(what + ": the three vectors lie in one plane");
  }
  return cell;
}

std::array<int, 3> parse_size(const std::string& text, const std::string& what) {
  std::array<int, 3> size{};
  const std::vector<double> n = numbers(text, 3, what);
  for (std::size_t a = 0; a < 3; ++a) {
    if (n[a] != std::floor(n[a]) || n[a] < 1 || n[a] > 1'000'000) {
      throw InputError(what + ": expected whole numbers from 1 to 1000000");
    }
    size[a] = static_cast<int>(n[a]);
  }
  return size;
}

} // namespace neel::imports
