// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Structure factors and correlations of random fields are those of plain sums, in the same bits however products are made.

#include "structure/fields.hpp"
#include "structure/structured.hpp"
#include "testing/spaces.hpp"

#include <neel/structure/product.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

using namespace neel;
using testing::field_of;

namespace {

const std::vector<std::array<double, 3>> three_sites{{0, 0, 0}, {0.5, 0.25, 0.1}, {0.3, 0.6, 0.75}};

template <class Exec>
structure::Structured<Exec> structured(const structure::Options& o, structure::Product<Exec> product,
                                       bool single = false) {
  return {std::make_unique<testing::RandomFields<Exec>>(o.layout.field, o.systems, single), o, product};
}

/// F_a(q) of all sites of a measurement, with the phases of their places.
std::complex<double> crystal_mode(const run::Field& f, const std::vector<double>& values, int component,
                                  const std::array<int, 3>& q) {
  std::complex<double> sum = 0;
  for (int b = 0; b < f.basis; ++b) {
    double turns = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      turns += static_cast<double>(q[a]) / f.size[a] * three_sites[static_cast<std::size_t>(b)][a];
    }
    sum += std::polar(1.0, -2 * M_PI * turns) * testing::plain_mode(f, values, component, b, q);
  }
  return sum;
}

/// A sum of products, in units of N; `bound` of its error.
void check_close(double found, double expected, double bound) {
  INFO("found " << found << ", expected " << expected);
  CHECK(std::abs(found - expected) < bound);
}

} // namespace

TEMPLATE_LIST_TEST_CASE("structure factors are those of plain Fourier transforms", "[structure]", testing::Spaces) {
  const run::Field f = field_of(3, 3, {5, 3, 4});
  structure::Options o;
  o.layout = {f, testing::all_waves(f, 2), true, true, false};
  o.layout.waves.push_back({-7, 2, -1});
  o.positions = three_sites;
  auto s = structured<TestType>(o, testing::plain_product<TestType>);
  testing::measure(s, 0, 1);
  s.finish_point();
  const std::vector<double>& found = s.finished()[0][0].value;
  const std::vector<double> values = testing::random_values(f, 0, 0);
  CHECK(s.products() == std::vector<std::string>{"xx", "yy", "zz", "xy", "xy_imag", "xz", "xz_imag", "yz", "yz_imag"});
  for (std::size_t w = 0; w < o.layout.waves.size(); ++w) {
    const std::array<int, 3>& q = o.layout.waves[w];
    const double* at = found.data() + w * o.layout.per_wave();
    for (int site = -1; site < f.basis; ++site) {
      std::array<std::complex<double>, 3> m;
      for (int a = 0; a < 3; ++a) {
        m[static_cast<std::size_t>(a)] =
            site < 0 ? crystal_mode(f, values, a, q) : testing::plain_mode(f, values, a, site, q);
      }
      const double n = site < 0 ? f.sites : f.sites / f.basis;
      for (const auto& x : m) {
        check_close(*at++, std::norm(x) / n, 2e-7);
      }
      for (std::size_t a = 0; a < 3; ++a) {
        for (std::size_t b = a + 1; b < 3; ++b) {
          const std::complex<double> product = m[a] * std::conj(m[b]) / n;
          check_close(*at++, product.real(), 2e-7);
          check_close(*at++, product.imag(), 2e-7);
        }
      }
    }
  }
}

TEMPLATE_LIST_TEST_CASE("a transform is as exact as its page says", "[structure]", testing::Spaces) {
  for (const std::array<int, 3>& size : std::vector<std::array<int, 3>>{
           {64, 1, 1}, {1, 45, 2}, {7, 9, 11}, {2, 2, 2}, {1, 1, 1}, {256, 3, 1}, {12, 10, 18}}) {
    INFO(size[0] << " x " << size[1] << " x " << size[2]);
    const run::Field f = field_of(1, 1, size);
    structure::Options o;
    o.layout = {f, testing::all_waves(f)};
    auto s = structured<TestType>(o, testing::plain_product<TestType>);
    testing::measure(s, 0, 1);
    s.finish_point();
    const std::vector<double> values = testing::random_values(f, 0, 0);
    double sum = 0, squares = 0, off = 0;
    for (std::size_t w = 0; w < o.layout.waves.size(); ++w) {
      const double found = s.finished()[0][0].value[w];
      const double expected = std::norm(testing::plain_mode(f, values, 0, 0, o.layout.waves[w])) / f.sites;
      sum += found;
      squares += values[w] * values[w];
      off = std::max(off, std::abs(found - expected));
    }
    CHECK(off < 4e-7);                         // of an average of 1/3; the largest of so many is about three times that
    CHECK(std::abs(sum / squares - 1) < 1e-7); // the sum rule
  }
}

TEMPLATE_LIST_TEST_CASE("products have the same bits in any order, and those of the library", "[structure]",
                        testing::Spaces) {
  const run::Field f = field_of(2, 3, {9, 8, 5});
  structure::Options o;
  o.layout = {f, testing::all_waves(f), true, false, true};
  o.positions = three_sites;
  o.systems = 2;
  const auto bits = [&](run::Simulation& s) {
    for (std::uint64_t n = 0; n < 5; ++n) {
      s.sweep_and_measure(n);
    }
    auto& spectra = run::get<run::Spectra>(s);
    spectra.finish_point();
    const run::Spectrum& found = spectra.finished()[0][0];
    std::vector<double> all = found.value;
    for (const auto* part : {&found.error, &found.correlation, &found.connected, &found.connected_error}) {
      all.insert(all.end(), part->begin(), part->end());
    }
    return all;
  };
  auto rising = structured<TestType>(o, testing::PlainProduct<TestType, false, false>::multiply);
  auto falling = structured<TestType>(o, testing::PlainProduct<TestType, true, false>::multiply);
  auto fused = structured<TestType>(o, testing::PlainProduct<TestType, true, true>::multiply);
  const std::vector<double> expected = bits(rising);
  CHECK(bits(falling) == expected);
  CHECK(bits(fused) == expected);
  std::uint64_t hash = 0;
  for (const double v : expected) {
    hash = hash * 0x9E3779B97F4A7C15ULL + std::bit_cast<std::uint64_t>(v);
  }
  CHECK(hash == 0x0B4ECCF1B437A345); // golden: of any backend and number of threads
  auto tiled = structured<TestType>(o, structure::tiled_product<TestType>);
  CHECK(bits(tiled) == expected);
  const auto built = structure::structured( // Kokkos Kernels', where there are any
      std::make_unique<testing::RandomFields<TestType>>(f, 2),
      {f, three_sites, o.layout.waves, true, false, true, 1, 2, 1, {false}},
      std::is_same_v<TestType, Kokkos::DefaultExecutionSpace>       ? run::Space::default_space
      : std::is_same_v<TestType, Kokkos::DefaultHostExecutionSpace> ? run::Space::host
                                                                    : run::Space::serial);
  CHECK(bits(*built) == expected);
}

TEMPLATE_LIST_TEST_CASE("correlations are those of plain sums", "[structure]", testing::Spaces) {
  const run::Field f = field_of(2, 2, {3, 4, 5});
  structure::Options o;
  o.layout = {f, {}, false, false, true};
  o.positions = {{0, 0, 0}, {0.5, 0.5, 0.5}};
  auto s = structured<TestType>(o, testing::plain_product<TestType>);
  testing::measure(s, 0, 2);
  s.finish_point();
  const std::vector<double> v[2] = {testing::random_values(f, 0, 0), testing::random_values(f, 0, 1)};
  const auto at = [&](int a, int b, int x, int y, int z) {
    return static_cast<std::size_t>((((a * 2 + b) * 5 + z % 5) * 4 + y % 4) * 3 + x % 3);
  };
  for (int k = 0; k < 4 * 60; ++k) {
    const int x = k % 3, y = k / 3 % 4, z = k / 12 % 5, from = k / 120, to = k / 60 % 2;
    double sum = 0, means = 0;
    for (int site = 0; site < 2 * 60; ++site) {
      const int i = site % 3, j = site / 3 % 4, l = site / 12 % 5, a = site / 60;
      const std::size_t here = at(a, from, i, j, l), there = at(a, to, i + x, j + y, l + z);
      sum += (v[0][here] * v[0][there] + v[1][here] * v[1][there]) / 2;
      means += (v[0][here] * v[1][there] + v[1][here] * v[0][there]) / 2; // of other blocks than each other
    }
    const run::Spectrum& found = s.finished()[0][0];
    check_close(found.correlation[static_cast<std::size_t>(k)], sum / 60, 1e-7);
    check_close(found.connected[static_cast<std::size_t>(k)], (sum - means) / 60, 1e-7);
  }
}

TEMPLATE_LIST_TEST_CASE("errors of structure factors are right", "[structure][statistics]", testing::Spaces) {
  for (const int systems : {1, 3, 20}) {
    INFO(systems << " systems");
    const run::Field f = field_of(1, 1, {10, 10, 6});
    structure::Options o;
    o.layout = {f, testing::all_waves(f), false, false, true};
    o.systems = systems;
    auto s = structured<TestType>(o, testing::plain_product<TestType>);
    testing::measure(s, 0, 300);
    s.finish_point();
    const run::Spectrum& found = s.finished()[0][0];
    double square = 0, connected = 0, relative = 0;
    for (std::size_t k = 0; k < found.value.size(); ++k) {
      square += std::pow((found.value[k] - 1.0 / 3) / found.error[k], 2) / f.sites;
      connected += std::pow((found.connected[k] - (k == 0 ? 1.0 / 3 : 0)) / found.connected_error[k], 2) / f.sites;
      relative += found.error[k] / f.sites;
    }
    // Of errors from n = 18 blocks or more, (n - 1) / (n - 3) = 1.13 is expected; half of 600 are independent: 1 sigma is 0.1.
    CHECK(std::abs(square - 1.13) < 0.35);
    CHECK(std::abs(connected - 1.13) < 0.5);
    CHECK(std::abs(relative * std::sqrt(300.0 * systems) * 3 - 1) < 0.1); // real modes have sqrt(2) times the error
  }
}

TEMPLATE_LIST_TEST_CASE("fields that ranks share are taken from their configurations", "[structure]", testing::Spaces) {
  const run::Field f = field_of(2, 3, {4, 3, 5});
  structure::Options o;
  o.layout = {f, testing::all_waves(f, 1), true, true, true};
  o.positions = three_sites;
  o.systems = 2;
  auto fields = structured<TestType>(o, testing::plain_product<TestType>, true);
  structure::Structured<TestType> configurations(
      std::make_unique<testing::RandomConfigurations>(o.layout.field, o.systems), o, testing::plain_product<TestType>);
  for (auto* s : {&fields, &configurations}) {
    testing::measure(*s, 0, 3);
    s->finish_point();
  }
  CHECK(fields.finished()[0][0].value == configurations.finished()[0][0].value);
  CHECK(fields.finished()[0][0].correlation == configurations.finished()[0][0].correlation);
}

TEMPLATE_LIST_TEST_CASE("structure factors go on from what was saved", "[structure]", testing::Spaces) {
  const run::Field f = field_of(1, 1, {4, 3, 2});
  structure::Options o;
  o.layout = {f, testing::all_waves(f), false, false, true};
  o.systems = 2;
  o.every = 3;
  auto whole = structured<TestType>(o, testing::plain_product<TestType>);
  testing::measure(whole, 0, 10);
  whole.finish_point();
  testing::measure(whole, 10, 210);
  auto first = structured<TestType>(o, testing::plain_product<TestType>);
  testing::measure(first, 0, 10);
  first.finish_point();
  testing::measure(first, 10, 105);
  std::vector<run::Array> arrays = first.save();
  auto second = structured<TestType>(o, testing::plain_product<TestType>);
  second.load(arrays);
  testing::measure(second, 105, 210);
  CHECK(second.save()[0].bytes == whole.save()[0].bytes);
  second.finish_point();
  whole.finish_point();
  CHECK(second.finished().size() == 2);
  CHECK(second.finished()[1][0].value == whole.finished()[1][0].value);
  CHECK(second.finished()[1][0].connected_error == whole.finished()[1][0].connected_error);
  arrays[0].bytes.resize(arrays[0].bytes.size() - 8);
  arrays[0].sizes[0] -= 1;
  CHECK_THROWS_AS(second.load(arrays), std::invalid_argument);
}
