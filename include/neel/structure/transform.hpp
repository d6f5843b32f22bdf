// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Fourier transform of real fields on a lattice, axis by axis, as products with dense matrices: any length will do.

#include <neel/core/copy.hpp>
#include <neel/structure/exact.hpp>

#include <algorithm>
#include <string>

namespace neel::structure {

/// c = a b.
template <ExecutionSpace Exec>
using Matrix =
    Kokkos::View<double**, Kokkos::LayoutRight, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
template <ExecutionSpace Exec>
using Product = void (*)(const Exec&, const Matrix<Exec>& a, const Matrix<Exec>& b, const Matrix<Exec>& c);

struct Complex {
  double re, im;
};

/// Where the parts of a transform are, to be read in kernels.
struct Modes {
  const double *high, *low;
  int nx, ny, nz;
  double weight, unit; ///< of `high` in units of `low`; of these

  /// F(k) = sum over sites of s exp(-2 pi i k x / n), of the `lane`-th field. 0 <= k < n along each axis.
  NEEL_FUNCTION Complex operator()(int lane, int kx, int ky, int kz) const {
    const int half = nx / 2 + 1;
    const bool turned = kx >= half;
    if (turned) {
      kx = nx - kx;
      ky = ky == 0 ? 0 : ny - ky;
      kz = kz == 0 ? 0 : nz - kz;
    }
    const std::int64_t at = ((std::int64_t{lane} * ny + ky) * half + kx) * 2 * nz + kz;
    const double re = unit * math::fma(weight, high[at], low[at]);
    const double im = unit * math::fma(weight, high[at + nz], low[at + nz]);
    return {re, turned ? -im : im};
  }
};

/// Makes the values of a product from the numbers of the one before it, or from fields: to whole numbers, in two parts.
template <ExecutionSpace Exec>
struct Split {
  const double *high, *low; ///< what is read; low: null for fields
  double weight, scale;     ///< of `high` in units of `low`; to the new unit
  double part;              ///< 2^bits
  double* to;               ///< ((part, row), column)
  std::int64_t numbers;     ///< of a part
  // A row (outer, middle, inner) and a column (part, place), and how far apart they are in what is read.
  int middle, inner, parts, places;
  std::int64_t step_outer, step_middle, step_inner, step_part, step_place;

  KOKKOS_FUNCTION void operator()(std::int64_t at) const {
    const std::int64_t columns = std::int64_t{parts} * places, row = at / columns;
    const int column = static_cast<int>(at - row * columns), p = column / places, place = column - p * places;
    const std::int64_t rest = row / inner, i = row - rest * inner, o = rest / middle, m = rest - o * middle;
    const std::int64_t from = o * step_outer + m * step_middle + i * step_inner + p * step_part + place * step_place;
    const double v = low == nullptr ? high[from] : math::fma(weight, high[from], low[from]);
    const double whole = Kokkos::floor(v * scale + 0.5), top = Kokkos::floor(whole / part + 0.5);
    to[at] = top;
    to[at + numbers] = whole - top * part;
  }
};

/// Transforms `lanes` real fields at a time.
template <ExecutionSpace Exec>
class Transform {
public:
  /// Fields of nx ny nz sites of magnitude 2^bound at most.
  Transform(const Exec& exec, const std::array<int, 3>& size, int lanes, int bound, Product<Exec> product)
      : exec_(exec), size_(size), lanes_(lanes), axes_(plan_axes(size, bound)), bound_(std::ldexp(1.0, bound)),
        product_(product), fields_("neel::structure::fields", count(sites())),
        values_("neel::structure::values", count(buffer())), products_("neel::structure::products", count(buffer())) {
    for (std::size_t a = 0; a < 3; ++a) {
      matrices_[a] =
          device_list<Exec>("neel::structure::matrix", a == 0 ? first_matrix(axes_[a]) : next_matrix(axes_[a]));
    }
  }

  /// Bytes that a transform of so many fields takes.
  static double bytes(const std::array<int, 3>& size, double lanes) {
    const double own = lanes * size[0] * size[1] * size[2], half = lanes * half_of(size[0]) * size[1] * size[2];
    double matrices = 0;
    for (const int n : size) {
      matrices += 4.0 * n * n;
    }
    return (own + 8 * half + matrices) * sizeof(double);
  }

  /// Of shape (lane, z, y, x); what is there is transformed next.
  double* fields() const { return fields_.data(); }
  int lanes() const { return lanes_; }
  double bound() const { return bound_; }

  /// The transform of the first `used` fields.
  Modes operator()(int used) const {
    const int nx = size_[0], ny = size_[1], nz = size_[2], half = half_of(nx);
    const std::int64_t rows_x = std::int64_t{used} * nz * ny, rows_y = std::int64_t{used} * nz * half,
                       rows_z = std::int64_t{used} * ny * half;
    Split<Exec> s{};
    s.high = fields_.data();
    s.scale = std::ldexp(1.0, -axes_[0].unit);
    s.middle = s.inner = s.parts = 1;
    s.places = nx;
    s.step_outer = nx;
    s.step_place = 1;
    multiply(0, s, rows_x, nx, 2 * half);
    s = next(0, rows_x * 2 * half, ny);
    s.middle = 1;
    s.inner = half;
    s.step_outer = std::int64_t{ny} * 2 * half;
    s.step_inner = 1;
    s.step_part = half;
    s.step_place = 2 * half;
    multiply(1, s, rows_y, 2 * ny, 2 * ny);
    s = next(1, rows_y * 2 * ny, nz);
    s.middle = ny;
    s.inner = half;
    s.step_outer = std::int64_t{nz} * half * 2 * ny;
    s.step_middle = 1;
    s.step_inner = 2 * ny;
    s.step_part = ny;
    s.step_place = std::int64_t{half} * 2 * ny;
    multiply(2, s, rows_z, 2 * nz, 2 * nz);
    return {products_.data(),
            products_.data() + rows_z * 2 * nz,
            nx,
            ny,
            nz,
            std::ldexp(1.0, axes_[2].bits),
            std::ldexp(1.0, axes_[2].product_unit())};
  }

private:
  using View = Kokkos::View<double*, typename Exec::memory_space>;

  static std::size_t count(std::int64_t n) { return static_cast<std::size_t>(n); }
  std::int64_t sites() const { return std::int64_t{lanes_} * size_[0] * size_[1] * size_[2]; }
  std::int64_t buffer() const { return 4 * std::int64_t{lanes_} * half_of(size_[0]) * size_[1] * size_[2]; }

  /// What reads the products of axis a, `numbers` in each part, for the next axis of length n.
  Split<Exec> next(std::size_t a, std::int64_t numbers, int n) const {
    Split<Exec> s{};
    s.high = products_.data();
    s.low = s.high + numbers;
    s.weight = std::ldexp(1.0, axes_[a].bits);
    s.scale = std::ldexp(1.0, axes_[a].product_unit() - axes_[a + 1].unit);
    s.parts = 2;
    s.places = n;
    return s;
  }

  void multiply(std::size_t a, Split<Exec> s, std::int64_t rows, int from, int to) const {
    s.part = std::ldexp(1.0, axes_[a].bits);
    s.to = values_.data();
    s.numbers = rows * from;
    Kokkos::parallel_for("neel::structure::split",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec_, 0, s.numbers), s);
    product_(exec_, Matrix<Exec>(values_.data(), count(2 * rows), count(from)),
             Matrix<Exec>(matrices_[a].data(), count(from), count(to)),
             Matrix<Exec>(products_.data(), count(2 * rows), count(to)));
  }

  Exec exec_;
  std::array<int, 3> size_;
  int lanes_;
  std::array<Axis, 3> axes_;
  double bound_;
  Product<Exec> product_;
  View fields_, values_, products_;
  std::array<View, 3> matrices_;
};

} // namespace neel::structure
