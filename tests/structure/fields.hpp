// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Random fields as a simulation, products of matrices written plainly, and the plain Fourier transform.

#include <neel/random/philox.hpp>
#include <neel/structure/structured.hpp>

#include <complex>

namespace neel::testing {

/// c = a b, the terms of a sum in rising or falling order, with or without fma.
template <ExecutionSpace Exec, bool Falling, bool Fused>
struct PlainProduct {
  structure::Matrix<Exec> a, b, c;

  KOKKOS_FUNCTION void operator()(std::int64_t at) const {
    const auto columns = static_cast<std::int64_t>(c.extent(1)), row = at / columns, column = at - row * columns;
    const auto n = static_cast<std::int64_t>(a.extent(1));
    double sum = 0;
    for (std::int64_t t = 0; t < n; ++t) {
      const std::int64_t k = Falling ? n - 1 - t : t;
      sum = Fused ? math::fma(a(row, k), b(k, column), sum) : sum + a(row, k) * b(k, column);
    }
    c(row, column) = sum;
  }

  static void multiply(const Exec& exec, const structure::Matrix<Exec>& a, const structure::Matrix<Exec>& b,
                       const structure::Matrix<Exec>& c) {
    Kokkos::parallel_for(
        "neel::testing::product",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, static_cast<std::int64_t>(c.size())),
        PlainProduct{a, b, c});
  }
};
template <ExecutionSpace Exec>
constexpr structure::Product<Exec> plain_product = PlainProduct<Exec, false, true>::multiply;

/// The number at a place: evenly distributed from -1 to 1.
NEEL_FUNCTION double random_value(int system, std::uint64_t sweep, int place) {
  const random::Draw d = random::Stream(Seed{1}, random::Purpose::start, static_cast<std::uint32_t>(system),
                                        sweep)(static_cast<std::uint32_t>(place));
  return static_cast<double>(d.a) * 0x1p-31 - 1;
}

struct FillRandom {
  int system;
  std::uint64_t sweep;
  bool single;
  double* to;
  KOKKOS_FUNCTION void operator()(int place) const {
    const double value = random_value(system, sweep, place);
    to[place] = single ? static_cast<float>(value) : value;
  }
};

/// New random fields with each sweep, of which there are configurations alone.
class RandomConfigurations : public run::Simulation {
public:
  RandomConfigurations(const run::Field& field, int systems)
      : Simulation({systems, static_cast<std::int64_t>(field.sites)}), field_(field) {}

  void apply_conditions(double /*temperature*/, double /*field*/) override {}
  void advance(std::uint64_t number, run::Sweep /*kind*/) override { sweep_ = number; }
  void measure() override {}
  void wait() override {}
  void collect(const std::function<void(int, std::span<const double>)>& /*receive*/) override {}
  std::uint64_t hash() override { return 0; }
  run::Configuration configuration_of(int system, const run::SiteRange& /*range*/) override {
    const auto n = [](int v) { return static_cast<std::size_t>(v); };
    const std::size_t basis = n(field_.basis), components = n(field_.components);
    run::Configuration c{std::vector<float>(n(values())), components, {}};
    const std::size_t cells = c.values.size() / (basis * components);
    for (std::size_t k = 0; k < c.values.size(); ++k) {
      const std::size_t cell = k % cells, b = k / cells % basis, component = k / cells / basis;
      c.values[(cell * basis + b) * components + component] =
          static_cast<float>(random_value(system, sweep_, static_cast<int>(k)));
    }
    return c;
  }
  std::vector<run::Array> save() override { return {}; }
  void load(std::vector<run::Array>& /*arrays*/) override {}
  std::string check() override { return {}; }

protected:
  int values() const { return field_.components * field_.basis * field_.size[0] * field_.size[1] * field_.size[2]; }

  run::Field field_;
  std::uint64_t sweep_ = 0;
};

/// The same as fields: as they are, or of values in single precision.
template <ExecutionSpace Exec>
class RandomFields final : public RandomConfigurations, public run::Fields {
public:
  RandomFields(const run::Field& field, int systems, bool single = false)
      : RandomConfigurations(field, systems), single_(single) {}

  void fields(int system, double* to) override {
    Kokkos::parallel_for("neel::testing::fill", Kokkos::RangePolicy<Exec>(0, values()),
                         FillRandom{system, sweep_, single_, to});
  }

private:
  bool single_;
};

/// sum over cells of the values of one component and basis site times exp(-2 pi i k x / n), in extended precision.
inline std::complex<double> plain_mode(const run::Field& f, const std::vector<double>& values, int component, int basis,
                                       const std::array<int, 3>& k) {
  std::complex<long double> sum = 0;
  std::size_t at = static_cast<std::size_t>(component * f.basis + basis) *
                   static_cast<std::size_t>(f.size[0] * f.size[1] * f.size[2]);
  for (int z = 0; z < f.size[2]; ++z) {
    for (int y = 0; y < f.size[1]; ++y) {
      for (int x = 0; x < f.size[0]; ++x, ++at) {
        const long double turns = static_cast<long double>(k[0] * x) / f.size[0] +
                                  static_cast<long double>(k[1] * y) / f.size[1] +
                                  static_cast<long double>(k[2] * z) / f.size[2];
        const long double angle = -2 * 3.14159265358979323846L * turns;
        sum += static_cast<long double>(values[at]) * std::complex<long double>(std::cos(angle), std::sin(angle));
      }
    }
  }
  return std::complex<double>(sum);
}

inline std::vector<double> random_values(const run::Field& f, int system, std::uint64_t sweep) {
  std::vector<double> v(static_cast<std::size_t>(f.components * f.basis * f.size[0] * f.size[1] * f.size[2]));
  for (std::size_t k = 0; k < v.size(); ++k) {
    v[k] = random_value(system, sweep, static_cast<int>(k));
  }
  return v;
}

/// All wave vectors of the grid of so many zones.
inline std::vector<std::array<int, 3>> all_waves(const run::Field& f, int zones = 1) {
  std::vector<std::array<int, 3>> all;
  for (int z = 0; z < zones * f.size[2]; ++z) {
    for (int y = 0; y < zones * f.size[1]; ++y) {
      for (int x = 0; x < zones * f.size[0]; ++x) {
        all.push_back({x, y, z});
      }
    }
  }
  return all;
}

inline run::Field field_of(int components, int basis, const std::array<int, 3>& size) {
  return {components, basis, size, 2, static_cast<double>(basis * size[0] * size[1] * size[2])};
}

/// So many measurements, one a sweep.
template <ExecutionSpace Exec>
void measure(structure::Structured<Exec>& s, std::uint64_t from, std::uint64_t to) {
  for (std::uint64_t n = from; n < to; ++n) {
    s.sweep_and_measure(n);
  }
}

} // namespace neel::testing
