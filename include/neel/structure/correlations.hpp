// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Correlations of sites, C(r) = <s(0).s(r)>, from products of Fourier modes; connected ones without what the average spin of
// each site, <s(0)>.<s(r)>, contributes. Plain C++ on the host.

#include <neel/structure/averages.hpp>
#include <neel/structure/exact.hpp>

namespace neel::structure {

/// Transforms back what is conjugate at -q: half of the wave vectors, (z, y, x), complex.
class Inverse {
public:
  explicit Inverse(const std::array<int, 3>& size) : size_(size) {
    for (std::size_t a = 0; a < 3; ++a) {
      for (int k = 0; k < size[a]; ++k) {
        const auto [sin, cos] = math::sincos2pi(static_cast<double>(k) / size[a]);
        turn_[a].push_back({cos, sin});
      }
    }
  }

  /// 1/n^2 sum_q p(q) exp(i q.r), n cells: (z, y, x).
  std::vector<double> operator()(std::vector<Factor> p) const {
    const std::size_t nx = count(0), ny = count(1), nz = count(2), half = nx / 2 + 1;
    p = along(p, 2, ny * half, nz, 1);
    p = along(p, 1, half, ny, nz);
    std::vector<double> all(nx * ny * nz, 0.0);
    const double weight = 1 / (static_cast<double>(all.size()) * static_cast<double>(all.size()));
    for (std::size_t row = 0; row < ny * nz; ++row) {
      for (std::size_t k = 0; k < half; ++k) {
        const Factor f = p[row * half + k];
        const double twice = k == 0 || 2 * k == nx ? weight : 2 * weight;
        for (std::size_t x = 0; x < nx; ++x) {
          const Factor t = turn_[0][k * x % nx];
          all[row * nx + x] += twice * (f.re * t.re - f.im * t.im);
        }
      }
    }
    return all;
  }

private:
  std::size_t count(std::size_t a) const { return static_cast<std::size_t>(size_[a]); }

  /// Along an axis of length n, whose places are `stride` numbers apart, in `blocks` blocks of n strides.
  std::vector<Factor> along(const std::vector<Factor>& p, std::size_t axis, std::size_t stride, std::size_t n,
                            std::size_t blocks) const {
    std::vector<Factor> to(p.size(), {0, 0});
    for (std::size_t block = 0; block < blocks; ++block) {
      for (std::size_t r = 0; r < n; ++r) {
        for (std::size_t k = 0; k < n; ++k) {
          const Factor t = turn_[axis][k * r % n];
          const Factor* const from = p.data() + (block * n + k) * stride;
          Factor* const there = to.data() + (block * n + r) * stride;
          for (std::size_t i = 0; i < stride; ++i) {
            there[i].re += from[i].re * t.re - from[i].im * t.im;
            there[i].im += from[i].re * t.im + from[i].im * t.re;
          }
        }
      }
    }
    return to;
  }

  std::array<int, 3> size_;
  std::array<std::vector<Factor>, 3> turn_;
};

/// Correlations of a group.
class Correlations {
public:
  Correlations(const Layout& layout, const Group& group)
      : layout_(layout), group_(group), inverse_(layout.field.size) {}

  void operator()(run::Spectrum& to) const {
    for (const bool connected : {false, true}) {
      auto& value = connected ? to.connected : to.correlation;
      auto& error = connected ? to.connected_error : to.correlation_error;
      value = of_systems(0, group_.systems, nowhere, connected);
      error = group_.by_system() ? scatter(connected) : jackknife(value.size(), connected);
    }
  }

private:
  static constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

  const double* numbers(const Block& b, std::size_t system) const {
    return b.sums.data() + (group_.first + system) * layout_.numbers() + layout_.of_waves();
  }

  std::vector<double> scatter(bool connected) const {
    const std::size_t parts = std::min<std::size_t>(group_.systems, fewest_blocks);
    Weighted all(layout_.cells() * layout_.basis() * layout_.basis());
    for (std::size_t p = 0; p < parts; ++p) {
      const std::size_t from = p * group_.systems / parts, to = (p + 1) * group_.systems / parts;
      all.add(of_systems(from, to, nowhere, connected), static_cast<double>(to - from));
    }
    return all.error();
  }
  /// Without one block after another.
  std::vector<double> jackknife(std::size_t count, bool connected) const {
    const double n = static_cast<double>(group_.blocks.size());
    if (n < (connected ? 3 : 2)) {
      return std::vector<double>(count, std::numeric_limits<double>::quiet_NaN());
    }
    Weighted all(count);
    for (std::size_t b = 0; b < group_.blocks.size(); ++b) {
      all.add(of_systems(0, group_.systems, b, connected), 1);
    }
    std::vector<double> error = all.error();
    for (double& e : error) {
      e *= n - 1;
    }
    return error;
  }

  /// Systems [from, to), without one of the blocks: (b, c, z, y, x).
  std::vector<double> of_systems(std::size_t from, std::size_t to, std::size_t without, bool connected) const {
    const std::size_t basis = layout_.basis(), cells = layout_.cells();
    std::vector<double> all(basis * basis * cells);
    std::size_t pair = 0;
    for (std::size_t b = 0; b < basis; ++b) {
      for (std::size_t c = b; c < basis; ++c, ++pair) {
        std::vector<Factor> p(layout_.half_cells(), {0, 0});
        for (std::size_t s = from; s < to; ++s) {
          add_pair(s, pair, without, 1.0 / static_cast<double>(to - from), p);
          if (connected) {
            take_means(s, b, c, without, 1.0 / static_cast<double>(to - from), p);
          }
        }
        const std::vector<double> r = inverse_(std::move(p));
        for (std::size_t k = 0; k < cells; ++k) {
          all[(b * basis + c) * cells + k] = r[k];
          all[(c * basis + b) * cells + turned(k)] = r[k];
        }
      }
    }
    return all;
  }

  /// The cell at -r.
  std::size_t turned(std::size_t cell) const {
    const auto n = [&](std::size_t a) { return static_cast<std::size_t>(layout_.field.size[a]); };
    const std::size_t x = cell % n(0), y = cell / n(0) % n(1), z = cell / n(0) / n(1);
    return (n(0) - x) % n(0) + n(0) * ((n(1) - y) % n(1) + n(1) * ((n(2) - z) % n(2)));
  }

  void add_pair(std::size_t system, std::size_t pair, std::size_t without, double weight,
                std::vector<Factor>& to) const {
    double n = 0;
    for (std::size_t k = 0; k < group_.blocks.size(); ++k) {
      n += k == without ? 0 : static_cast<double>(group_.blocks[k].measurements);
    }
    for (std::size_t k = 0; k < group_.blocks.size(); ++k) {
      const double* at = numbers(group_.blocks[k], system) + 2 * pair;
      for (std::size_t q = 0; k != without && q < to.size(); ++q, at += layout_.per_half_cell()) {
        to[q].re += weight / n * at[0];
        to[q].im += weight / n * at[1];
      }
    }
  }

  /// Less <F_b>*.<F_c>, each average from other blocks than the other one, so that their fluctuations do not add to it.
  void take_means(std::size_t system, std::size_t b, std::size_t c, std::size_t without, double weight,
                  std::vector<Factor>& to) const {
    const std::size_t basis = layout_.basis();
    double n = 0, squares = 0;
    for (std::size_t k = 0; k < group_.blocks.size(); ++k) {
      const double m = k == without ? 0 : static_cast<double>(group_.blocks[k].measurements);
      n += m;
      squares += m * m;
    }
    const double pairs = n * n - squares; // NaN comes of a single block
    for (std::size_t q = 0; q < to.size(); ++q) {
      for (std::size_t a = 0; a < layout_.components(); ++a) {
        const std::size_t of_b = 2 * (layout_.pairs() + a * basis + b), of_c = 2 * (layout_.pairs() + a * basis + c);
        Factor f{0, 0}, g{0, 0}, own{0, 0};
        for (std::size_t k = 0; k < group_.blocks.size(); ++k) {
          if (k != without) {
            const double* const at = numbers(group_.blocks[k], system) + q * layout_.per_half_cell();
            const Factor x{at[of_b], at[of_b + 1]}, y{at[of_c], at[of_c + 1]};
            f = {f.re + x.re, f.im + x.im};
            g = {g.re + y.re, g.im + y.im};
            own = {own.re + (x.re * y.re + x.im * y.im), own.im + (x.re * y.im - x.im * y.re)};
          }
        }
        to[q].re -= weight * (f.re * g.re + f.im * g.im - own.re) / pairs;
        to[q].im -= weight * (f.re * g.im - f.im * g.re - own.im) / pairs;
      }
    }
  }

  const Layout& layout_;
  Group group_;
  Inverse inverse_;
};

} // namespace neel::structure
