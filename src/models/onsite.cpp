// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/onsite.hpp"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace neel::models {

namespace {

/// Coefficients by the powers of x, y and z.
using Polynomial = std::map<std::array<int, 3>, double>;

Polynomial linear(const OnsiteTerms::Vector& v) { return {{{1, 0, 0}, v[0]}, {{0, 1, 0}, v[1]}, {{0, 0, 1}, v[2]}}; }

void add(Polynomial& to, double factor, const Polynomial& p) {
  for (const auto& [powers, c] : p) {
    to[powers] += factor * c;
  }
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial p;
  for (const auto& [i, c] : a) {
    for (const auto& [j, d] : b) {
      p[{i[0] + j[0], i[1] + j[1], i[2] + j[2]}] += c * d;
    }
  }
  return p;
}

Polynomial power(const Polynomial& p, int n) { return n == 0 ? Polynomial{{{0, 0, 0}, 1}} : p * power(p, n - 1); }

constexpr OnsiteTerms::Matrix identity{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/// x^2 + y^2 + z^2, which is 1.
const Polynomial& one() {
  static const Polynomial squares{{{2, 0, 0}, 1}, {{0, 2, 0}, 1}, {{0, 0, 2}, 1}};
  return squares;
}

/// The m-th derivative of the Legendre polynomial of order l, by powers of z, times what makes its coefficients whole numbers without
/// a common factor.
std::vector<long> legendre(int l, int m) {
  std::vector<long> p = l == 2   ? std::vector<long>{-1, 0, 3}
                        : l == 4 ? std::vector<long>{3, 0, -30, 0, 35}
                                 : std::vector<long>{-5, 0, 105, 0, -315, 0, 231};
  for (int k = 0; k < m; ++k) {
    for (std::size_t n = 1; n < p.size(); ++n) {
      p[n - 1] = static_cast<long>(n) * p[n];
    }
    p.pop_back();
  }
  const long common = std::accumulate(p.begin(), p.end(), 0L, [](long a, long b) { return std::gcd(a, b); });
  for (long& c : p) {
    c /= common;
  }
  return p;
}

/// O_lm: that derivative times the real part of (x + i y)^m, of m < 0 the imaginary part of (x + i y)^-m.
Polynomial stevens_function(std::pair<int, int> numbers, const std::array<Polynomial, 3>& axes) {
  const auto& [x, y, z] = axes;
  const auto [l, component] = numbers;
  const int m = std::abs(component);
  Polynomial real = power(x, 0), imaginary, along;
  for (int k = 0; k < m; ++k) {
    Polynomial next = real * x;
    add(next, -1, imaginary * y);
    imaginary = imaginary * x;
    add(imaginary, 1, real * y);
    real = next;
  }
  const std::vector<long> p = legendre(l, m);
  for (int n = 0; n <= l - m; ++n) {
    if (const long c = p[static_cast<std::size_t>(n)]; c != 0) {
      add(along, static_cast<double>(c), power(z, n) * power(one(), (l - m - n) / 2));
    }
  }
  return (component < 0 ? imaginary : real) * along;
}

} // namespace

std::pair<int, int> stevens_numbers(const std::string& name) {
  const auto digit = [&](std::size_t k) { return k < name.size() ? name[k] - '0' : -1; };
  const bool minus = name.size() == 4 && name[2] == '-';
  const int l = digit(1), m = digit(minus ? 3 : 2);
  const bool proper = name.size() == (minus ? 4U : 3U) && name[0] == 'B' && (l == 2 || l == 4 || l == 6) &&
                      m >= (minus ? 1 : 0) && m <= l;
  return proper ? std::pair{l, minus ? -m : m} : std::pair{0, 0};
}

std::string stevens_name(const std::pair<int, int>& numbers) {
  return "B" + std::to_string(numbers.first) + std::to_string(numbers.second);
}

SixthOrder sixth_order(const OnsiteTerms& terms, const OnsiteTerms::Vector& axis, const OnsiteTerms::Matrix& frame) {
  const Polynomial along = linear(axis);
  const std::array<Polynomial, 3> axes{linear(frame[0]), linear(frame[1]), linear(frame[2])};
  Polynomial v;
  add(v, -terms.second, power(along, 2) * power(one(), 2));
  add(v, -terms.fourth, power(along, 4) * one());
  add(v, -terms.sixth, power(along, 6));
  for (std::size_t a = 0; a < 3; ++a) {
    add(v, terms.cubic, power(axes[a], 2) * power(axes[(a + 1) % 3], 2) * one());
    for (std::size_t b = 0; b < 3; ++b) {
      add(v, terms.tensor[a][b], axes[a] * axes[b] * power(one(), 2));
    }
  }
  for (const auto& [numbers, b] : terms.stevens) {
    add(v, b, stevens_function(numbers, axes) * power(one(), (6 - numbers.first) / 2));
  }
  SixthOrder::Coefficients c{};
  for (std::size_t k = 0; k < SixthOrder::terms; ++k) {
    const SixthOrder::Powers& p = SixthOrder::powers[k];
    c[k] = static_cast<float>(v[{p.x, p.y, p.z}]);
  }
  return std::bit_cast<SixthOrder>(c);
}

double largest(const OnsiteTerms& terms) {
  const auto c = std::bit_cast<SixthOrder::Coefficients>(
      sixth_order({0, 0, 0, terms.cubic, terms.tensor, terms.stevens}, {}, identity));
  double sum = std::abs(terms.second) + std::abs(terms.fourth) + std::abs(terms.sixth);
  for (std::size_t k = 0; k < SixthOrder::terms; ++k) { // x^a y^b z^c is largest at (sqrt(a/6), sqrt(b/6), sqrt(c/6))
    double most = 1;
    for (const int p : {SixthOrder::powers[k].x, SixthOrder::powers[k].y, SixthOrder::powers[k].z}) {
      most *= std::pow(p / 6.0, p / 2.0);
    }
    sum += std::abs(double{c[k]}) * most;
  }
  return sum;
}

} // namespace neel::models
