// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Series of a known kind, and what `converged` says of them.

#include "output/estimates.hpp"
#include "validate/coverage.hpp"

#include <neel/random/philox.hpp>

#include <cmath>
#include <functional>

namespace neel::validate {

namespace {

using statistics::Bins;

constexpr double tau = 10; ///< integrated, in measurements

/// Normal numbers, by Box and Muller.
class Normal {
public:
  explicit Normal(std::uint32_t series) : series_(series) {}
  double operator()() {
    const random::Draw d = random::Stream(11, random::Purpose::update, series_, 0)(at_++);
    const double u = (d.a + 0.5) * 0x1p-32, v = d.b * 0x1p-32;
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::acos(-1.0) * v);
  }

private:
  std::uint32_t series_, at_ = 0;
};

/// What is added to a series of correlated normal numbers of unit variance: number k of n, in a chain.
using Shift = std::function<double(double k, double n, Normal& random)>;

/// One run: its chains, made of one moment and its square.
std::vector<Bins> chains(int count, std::int64_t length, std::uint32_t run, const std::function<Shift()>& make) {
  const double a = (2 * tau - 1) / (2 * tau + 1); // of x' = a x + noise, whose tau is (1 + a) / (1 - a) / 2
  std::vector<Bins> all;
  for (int c = 0; c < count; ++c) {
    Normal random(run * 64 + static_cast<std::uint32_t>(c));
    const Shift shift = make();
    Bins bins(2, 128);
    double x = random();
    for (std::int64_t k = 0; k < length; ++k) {
      x = a * x + std::sqrt(1 - a * a) * random();
      const double y = x + shift(static_cast<double>(k), static_cast<double>(length), random);
      const double raw[2] = {y, y * y};
      bins.add(raw);
    }
    all.push_back(std::move(bins));
  }
  return all;
}

Shift no_shift() {
  return [](double, double, Normal&) { return 0.0; };
}

/// A drift over the run, in errors of its mean.
std::function<Shift()> drift(double errors) {
  return [errors] {
    return [errors](double k, double n, Normal&) { return errors * std::sqrt(2 * tau / n) * (k / n - 0.5); };
  };
}

/// Two states, four standard deviations apart, which a chain changes `times` times on average.
std::function<Shift()> two_states(double times) {
  return [times] {
    return [times, state = 0.0](double, double n, Normal& random) mutable {
      if (state == 0) {
        state = random() > 0 ? 2 : -2;
      }
      const double uniform = 0.5 * std::erfc(random() / std::sqrt(2.0));
      state = uniform < times / n ? -state : state;
      return state;
    };
  };
}

} // namespace

std::vector<FlagCase> judge_flags(int runs) {
  struct Kind {
    const char* name;
    std::function<Shift()> make;
    std::vector<double> lengths;
    std::vector<int> chains;
    bool right;
  };
  const Kind kinds[] = {
      {"in equilibrium", no_shift, {100, 1000}, {1, 8}, true},
      {"in equilibrium, 50 tau together", no_shift, {20}, {8}, true},
      {"in equilibrium, too short", no_shift, {5, 20}, {1}, false},
      {"drift by 5 errors of the mean", drift(5), {200}, {1, 8}, false},
      {"drift by 10 errors of the mean", drift(10), {200}, {1, 8}, false},
      {"drift by 20 errors of the mean", drift(20), {200}, {1, 8}, false},
      {"two states, changed once in three runs", two_states(1.0 / 3), {200}, {1, 8}, false},
      {"two states, changed three times", two_states(3), {200}, {1, 8}, false},
  };
  models::Observable mean{"x", "x", "1", [](std::span<const double> m, double) { return m[0]; }, 0, 1};
  mean.primary = true;
  std::vector<FlagCase> all;
  std::uint32_t number = 0;
  for (const Kind& kind : kinds) {
    for (const double length : kind.lengths) {
      for (const int count : kind.chains) {
        FlagCase f{kind.name, count, length, kind.right, 0};
        for (int r = 0; r < runs; ++r) {
          const auto bins = chains(count, static_cast<std::int64_t>(length * tau), number++, kind.make);
          f.converged += output::estimate({mean}, bins, {1, 1, 1, false}).results[0].converged ? 1.0 / runs : 0;
        }
        all.push_back(f);
      }
    }
  }
  return all;
}

} // namespace neel::validate
