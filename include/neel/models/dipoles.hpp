// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Dipole interactions of all spins of a crystal,
//
//   E = 1/2 sum_ij m_i S_i . D_ij m_j S_j
//
// with D_ij as a table by basis sites and the cells between them. Moments and tables are whole numbers of small units, so each
// field h_i = sum_j D_ij m_j S_j is exact: it does not depend on the order of its terms, nor on how the spins came to be.

#include <neel/core/divisor.hpp>
#include <neel/core/fixed_point.hpp>
#include <neel/models/heisenberg_graph.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace neel::models {

/// m S in units of DipoleUnits::moment, or a change of it.
struct WholeMoment {
  std::int32_t x, y, z;
};

/// What one unit is.
struct DipoleUnits {
  FixedPoint moment; ///< of m S
  double moment_unit = 1;
  double tensor = 1; ///< energy of two moments 1 for a unit of the table
  double field = 1;  ///< energy of a moment 1 in a unit of a field

  NEEL_FUNCTION WholeMoment whole(float m, const Spin& s) const {
    return {moment(m * s.x), moment(m * s.y), moment(m * s.z)};
  }
};

/// Where numbers are in tables of D, (component, from, to, z, y, x), and in fields, (component, basis site, z, y, x). In tables,
/// coordinates are those of the cell of `to` minus those of `from`, modulo the size. Rows of tables hold two periods, and rows of
/// fields are filled up to whole vectors, with numbers that mean nothing: no loop over a row wraps, or ends within a vector.
class DipoleShape {
public:
  static constexpr int components = 6;   ///< xx, yy, zz, xy, xz, yz
  static constexpr int vector_width = 8; ///< sites

  DipoleShape() = default;
  DipoleShape(const std::array<int, 3>& cells, int basis)
      : nx_(cells[0]), ny_(cells[1]), nz_(cells[2]), basis_(basis),
        row_((nx_ + vector_width - 1) / vector_width * vector_width), by_basis_(basis), by_x_(nx_), by_y_(ny_),
        by_z_(nz_), by_row_(row_) {}

  /// Numbers of a component of a field.
  NEEL_FUNCTION int sites() const { return rows() * row_; }
  NEEL_FUNCTION int rows() const { return basis_ * nz_ * ny_; }
  NEEL_FUNCTION int row_length() const { return row_; }
  NEEL_FUNCTION int table_row_length() const { return nx_ + row_; }
  NEEL_FUNCTION int basis() const { return basis_; }
  /// Numbers of a component in a table.
  NEEL_FUNCTION std::int64_t size() const { return row(basis_, 0, 0, 0); }
  NEEL_FUNCTION std::int64_t row(int from, int to, int y, int z) const {
    return (((std::int64_t{from} * basis_ + to) * nz_ + z) * ny_ + y) * table_row_length();
  }

  struct Place {
    int basis, x, y, z;
  };
  /// Of a site number.
  NEEL_FUNCTION Place place(std::uint32_t number) const {
    const int cell = by_basis_.quotient(static_cast<int>(number)), line = by_x_.quotient(cell),
              z = by_y_.quotient(line);
    return {static_cast<int>(number) - cell * basis_, cell - line * nx_, line - z * ny_, z};
  }
  NEEL_FUNCTION int site(const Place& p) const { return ((p.basis * nz_ + p.z) * ny_ + p.y) * row_ + p.x; }
  NEEL_FUNCTION int row_of(int site) const { return by_row_.quotient(site); }
  /// Where D of `from` and the first site of a row of fields is.
  NEEL_FUNCTION std::int64_t first(const Place& from, int of_row) const {
    const int layer = by_y_.quotient(of_row), to = by_z_.quotient(layer);
    const int y = of_row - layer * ny_ - from.y, z = layer - to * nz_ - from.z;
    return row(from.basis, to, y < 0 ? y + ny_ : y, z < 0 ? z + nz_ : z) + nx_ - from.x;
  }

private:
  int nx_ = 1, ny_ = 1, nz_ = 1, basis_ = 1, row_ = vector_width;
  Divisor by_basis_, by_x_, by_y_, by_z_, by_row_;
};

/// As kernels see it: the fields of a system, and the table by which they change.
struct DipoleField {
  DipoleShape shape;
  DipoleUnits units;
  const std::int32_t* tensor = nullptr;
  std::int64_t* field = nullptr; ///< of the first system

  NEEL_FUNCTION DipoleField of_system(int system) const {
    DipoleField f = *this;
    f.field += std::int64_t{3} * system * shape.sites();
    return f;
  }
  NEEL_FUNCTION std::int64_t h(int component, int site) const {
    return field[std::int64_t{component} * shape.sites() + site];
  }

  /// Adds what a change of the moment at `from` does to a row of fields.
  NEEL_FUNCTION void add_to_row(const DipoleShape::Place& from, const WholeMoment& change, int row) const {
    const std::int64_t table = shape.first(from, row), at = std::int64_t{row} * shape.row_length();
    for (int x = 0; x < shape.row_length(); x += DipoleShape::vector_width) {
      add<DipoleShape::vector_width>(change, table + x, at + x);
    }
  }
  /// The same for one site.
  NEEL_FUNCTION void add_to_site(const DipoleShape::Place& from, const WholeMoment& change, int site) const {
    const int row = shape.row_of(site);
    add<1>(change, shape.first(from, row) + site - row * shape.row_length(), site);
  }
  /// The site's dipole energy.
  NEEL_FUNCTION double energy(int site, const WholeMoment& m) const {
    const double sum = static_cast<double>(m.x) * static_cast<double>(h(0, site)) +
                       static_cast<double>(m.y) * static_cast<double>(h(1, site)) +
                       static_cast<double>(m.z) * static_cast<double>(h(2, site));
    return 0.5 * sum * units.field * units.moment_unit;
  }

  /// `felt` with the field of all other dipoles and the dyad of a dipole's own images, of a spin `s` of moment m.
  NEEL_FUNCTION SpinAndDyad add_to(const SpinAndDyad& felt, const DipoleShape::Place& at, float m,
                                   const Spin& s) const {
    const std::int64_t size = shape.size();
    const std::int32_t* const self = tensor + shape.row(at.basis, at.basis, 0, 0);
    const std::int64_t xx = self[0], yy = self[size], zz = self[2 * size], xy = self[3 * size], xz = self[4 * size],
                       yz = self[5 * size];
    const WholeMoment own = units.whole(m, s);
    const int site = shape.site(at);
    const auto field_of = [&](std::int64_t sum) {
      return m * static_cast<float>(static_cast<double>(sum) * units.field);
    };
    const auto dyad_of = [&](std::int64_t d) {
      return m * m * static_cast<float>(static_cast<double>(d) * units.tensor / 2);
    };
    return {felt.x + field_of(h(0, site) - xx * own.x - xy * own.y - xz * own.z),
            felt.y + field_of(h(1, site) - xy * own.x - yy * own.y - yz * own.z),
            felt.z + field_of(h(2, site) - xz * own.x - yz * own.y - zz * own.z),
            felt.xx + dyad_of(xx),
            felt.yy + dyad_of(yy),
            felt.zz + dyad_of(zz),
            felt.xy + dyad_of(xy),
            felt.xz + dyad_of(xz),
            felt.yz + dyad_of(yz)};
  }

private:
  /// To sites that follow one another, from `at` on; their D are those from `table` on.
  template <int Count>
  NEEL_FUNCTION void add(const WholeMoment& change, std::int64_t table, std::int64_t at) const {
    const std::int64_t size = shape.size(), sites = shape.sites();
    const std::int32_t* const xx = tensor + table;
    const std::int32_t *const yy = xx + size, *const zz = yy + size, *const xy = zz + size, *const xz = xy + size,
                              *const yz = xz + size;
    std::int64_t *const hx = field + at, *const hy = hx + sites, *const hz = hy + sites;
    const auto times = [](std::int32_t d, std::int32_t m)
                           NEEL_INLINE_LAMBDA { return std::int64_t{d} * std::int64_t{m}; };
    NEEL_INDEPENDENT_LOOP
    for (int i = 0; i < Count; ++i) {
      hx[i] += times(xx[i], change.x) + times(xy[i], change.y) + times(xz[i], change.z);
      hy[i] += times(xy[i], change.x) + times(yy[i], change.y) + times(yz[i], change.z);
      hz[i] += times(xz[i], change.x) + times(yz[i], change.y) + times(zz[i], change.z);
    }
  }
};

/// In the host's memory.
struct DipoleTables {
  DipoleShape shape;
  DipoleUnits units;
  std::vector<std::int32_t> tensor;
  double largest = 0; ///< energy of a site

  /// Takes tensors of doubles: energies of two moments 1.
  void set(const std::vector<double>& all, double largest_moment) {
    const auto n = static_cast<std::size_t>(shape.size()), basis = static_cast<std::size_t>(shape.basis());
    std::vector<double> norms(basis); // of all that acts on a site
    double greatest = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double square = 0;
      for (std::size_t k = 0; k < DipoleShape::components; ++k) {
        const double d = all[k * n + i];
        square += (k < 3 ? 1 : 2) * d * d;
        greatest = std::max(greatest, std::abs(d));
      }
      norms[i / (n / (basis * basis)) % basis] += std::sqrt(square) / 2; // of two periods
    }
    const double norm = *std::max_element(norms.begin(), norms.end());
    int of_greatest = 0, of_norm = 0;
    std::frexp(greatest, &of_greatest);
    std::frexp(norm, &of_norm);
    units.moment = FixedPoint(static_cast<float>(16 * 1.0001 * largest_moment)); // below 2^26 units
    units.tensor = std::ldexp(1.0, std::max(of_greatest - 30, of_norm - 36));    // fields below 2^62
    units.moment_unit = units.moment.value(1);
    units.field = units.tensor * units.moment_unit;
    largest = largest_moment * largest_moment * norm / 2;
    tensor.reserve(all.size());
    for (const double d : all) {
      tensor.push_back(static_cast<std::int32_t>(std::lround(d / units.tensor)));
    }
  }
};

} // namespace neel::models
