// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/ewald.hpp"

#include "crystal/matrix.hpp"

#include <neel/core/math.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace neel::models {

using crystal::Matrix;
using crystal::Vector;

namespace {

constexpr double pi = std::numbers::pi, root_pi = 1 / std::numbers::inv_sqrtpi;
constexpr double cut_off = 6.2; ///< exp(-cut_off^2) = 2e-17

double scalar_product(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector combined(const Vector& v, const Matrix& rows) {
  Vector r{};
  for (std::size_t k = 0; k < 3; ++k) {
    r[k] = v[0] * rows[0][k] + v[1] * rows[1][k] + v[2] * rows[2][k];
  }
  return r;
}

} // namespace

double complementary_error_function(double x) {
  const double e = math::exp_clamped(-x * x);
  if (x < 2) { // erf(x) = 2 x / sqrt(pi) exp(-x^2) sum_n (2 x^2)^n / (1 3 5 ... (2n + 1))
    double term = 1, sum = 1;
    for (int n = 1; n < 60; ++n) {
      term *= 2 * x * x / (2 * n + 1);
      sum += term;
    }
    return 1 - 2 * x / root_pi * e * sum;
  }
  double fraction = x; // exp(-x^2) / sqrt(pi) / (x + 1/2 / (x + 2/2 / (x + 3/2 / (x + ...
  for (int n = 80; n > 0; --n) {
    fraction = x + 0.5 * n / fraction;
  }
  return e / (root_pi * fraction);
}

EwaldSum::EwaldSum(const Matrix& box, const Vector& demagnetisation, double splitting)
    : box_(box), inverse_(crystal::inverse_transposed(box)), volume_(std::abs(crystal::determinant(box))) {
  alpha_ = splitting * root_pi * math::exp_clamped(-math::log(volume_) / 3);
  Vector waves{};
  for (std::size_t a = 0; a < 3; ++a) {
    reach_[a] = cut_off / alpha_ * std::sqrt(scalar_product(inverse_[a], inverse_[a]));
    waves[a] = cut_off * alpha_ / pi * std::sqrt(scalar_product(box_[a], box_[a]));
    uniform_[a][a] = 4 * pi / volume_ * demagnetisation[a];
  }
  add_waves(waves);
}

void EwaldSum::add_waves(const Vector& reach) {
  const auto most = [&](std::size_t a) { return static_cast<int>(reach[a]); };
  for (int z = 0; z <= most(2); ++z) {
    for (int y = z == 0 ? 0 : -most(1); y <= most(1); ++y) {
      for (int x = z == 0 && y == 0 ? 1 : -most(0); x <= most(0); ++x) {
        Wave wave{{double(x), double(y), double(z)}, {}};
        const Vector k = combined(wave.turns, inverse_);
        const double square = 4 * pi * pi * scalar_product(k, k);
        if (square > 4 * cut_off * cut_off * alpha_ * alpha_) {
          continue;
        }
        const double weight =
            32 * pi * pi * pi / (volume_ * square) * math::exp_clamped(-square / (4 * alpha_ * alpha_));
        for (std::size_t i = 0; i < 3; ++i) {
          for (std::size_t j = 0; j < 3; ++j) {
            wave.weight[i][j] = weight * k[i] * k[j];
          }
        }
        waves_.push_back(wave);
      }
    }
  }
}

void EwaldSum::add_image(Matrix& sum, const Vector& r) const {
  const double square = scalar_product(r, r), x2 = alpha_ * alpha_ * square;
  if (x2 > cut_off * cut_off) {
    return;
  }
  if (square == 0) { // its own smeared charge: erfc(x)/r^3 + ... less 1/r^3
    for (std::size_t i = 0; i < 3; ++i) {
      sum[i][i] -= 4 * alpha_ * alpha_ * alpha_ / (3 * root_pi);
    }
    return;
  }
  const double length = std::sqrt(square), gauss = 2 * alpha_ / root_pi * math::exp_clamped(-x2);
  const double b = (complementary_error_function(alpha_ * length) / length + gauss) / square;
  const double c = (3 * b + 2 * alpha_ * alpha_ * gauss) / square;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      sum[i][j] += (i == j ? b : 0) - c * r[i] * r[j];
    }
  }
}

Matrix EwaldSum::operator()(const Vector& r) const {
  const Vector at{scalar_product(inverse_[0], r), scalar_product(inverse_[1], r), scalar_product(inverse_[2], r)};
  Matrix sum = uniform_;
  for (const Wave& w : waves_) {
    const double turns = scalar_product(w.turns, at), cosine = math::sincos2pi(turns - std::round(turns)).cos;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        sum[i][j] += cosine * w.weight[i][j];
      }
    }
  }
  std::array<int, 3> first{}, last{};
  for (std::size_t a = 0; a < 3; ++a) {
    first[a] = static_cast<int>(std::ceil(-reach_[a] - at[a]));
    last[a] = static_cast<int>(std::floor(reach_[a] - at[a]));
  }
  for (int x = first[0]; x <= last[0]; ++x) {
    for (int y = first[1]; y <= last[1]; ++y) {
      for (int z = first[2]; z <= last[2]; ++z) {
        const Vector image = combined({double(x), double(y), double(z)}, box_);
        add_image(sum, {r[0] + image[0], r[1] + image[1], r[2] + image[2]});
      }
    }
  }
  return sum;
}

DipoleTables dipole_tables(const crystal::Crystal& c, const Vector& demagnetisation, double strength,
                           double largest_moment) {
  const auto& [nx, ny, nz] = c.cells.size;
  Matrix box = c.cell;
  for (std::size_t a = 0; a < 3; ++a) {
    for (double& x : box[a]) {
      x *= c.cells.size[a];
    }
  }
  const EwaldSum ewald(box, demagnetisation);
  DipoleTables t;
  t.shape = DipoleShape(c.cells.size, c.cells.basis);
  std::vector<double> all(DipoleShape::components * t.shape.size());
  const auto put = [&](int from, int to, int x, int y, int z, const Matrix& m) {
    for (int turn = 0; turn < 2; ++turn) { // see DipoleShape
      const auto at = static_cast<std::size_t>(t.shape.row(from, to, y, z) + x + std::int64_t{turn} * nx);
      const double of[] = {m[0][0], m[1][1], m[2][2], m[0][1], m[0][2], m[1][2]};
      for (std::size_t k = 0; k < DipoleShape::components; ++k) {
        all[k * t.shape.size() + at] = strength * of[k];
      }
    }
  };
  for (int from = 0; from < c.cells.basis; ++from) {
    for (int to = from; to < c.cells.basis; ++to) {
      for (int z = 0; z < nz; ++z) {
        for (int y = 0; y < ny; ++y) {
          for (int x = 0; x < nx; ++x) { // both ways alike to the last bit
            const Matrix m = ewald(c.between(from, to, {x, y, z}));
            put(from, to, x, y, z, m);
            put(to, from, (nx - x) % nx, (ny - y) % ny, (nz - z) % nz, m);
          }
        }
      }
    }
  }
  t.set(all, largest_moment);
  return t;
}

} // namespace neel::models
