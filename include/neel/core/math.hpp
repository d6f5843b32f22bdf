// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Elementary functions that give the same bits on every machine.
//
// Built from IEEE-754 operations alone (+ - * / sqrt and explicit fma, rounded to nearest) and without branches, so that
// host and device, scalar and vector code agree to the last bit. They require contraction off (-ffp-contract=off,
// --fmad=false). The polynomials are near-minimax fits made for Neel; tests/core/test_math.cpp measures the error
// bounds stated here, over all floats of the range.

#include <neel/core/backend/arithmetic.hpp>

#include <cstdint>
#include <limits>

namespace neel::math {

NEEL_FUNCTION float fma(float a, float b, float c) { return Kokkos::fma(a, b, c); }
NEEL_FUNCTION double fma(double a, double b, double c) { return Kokkos::fma(a, b, c); }
NEEL_FUNCTION float sqrt(float x) { return Kokkos::sqrt(x); }
NEEL_FUNCTION double sqrt(double x) { return Kokkos::sqrt(x); }

/// Sine and cosine of one angle.
template <class Real>
struct SinCos {
  Real sin;
  Real cos;
};

namespace detail {

/// c0 + x (c1 + x (c2 + ...)), one fma each.
template <class Real>
NEEL_FUNCTION Real horner(Real /*x*/, Real c) {
  return c;
}
template <class Real, class... Rest>
NEEL_FUNCTION Real horner(Real x, Real c, Rest... rest) {
  return fma(horner(x, rest...), x, c);
}

template <class Real>
struct Format;

template <>
struct Format<float> {
  using Int = std::int32_t;
  using Limits = std::numeric_limits<float>;
  static constexpr float infinity = Limits::infinity(), not_a_number = Limits::quiet_NaN(), tiny = Limits::min();
  static constexpr int mantissa_bits = 23;
  static constexpr Int bias = 127;
  static constexpr Int sqrt_half_bits = 0x3F3504F3;
  static constexpr float round = 0x1.8p23F; // adding it rounds to an integer and leaves that integer in the low bits
  static constexpr float ln2_high = 0x1.62E4p-1F, ln2_low = 0x1.7F7D1Cp-20F;
  static constexpr float exp_min = -0x1.5D589Ep6F, exp_max = 0x1.62E42Ep6F; // ln 2^-126, ln(largest float)

  static NEEL_FUNCTION float sin_turns(float u) { // sin(2 pi f) / f, u = f^2 <= 1/64
    return horner(u, 6.2831853071523996F, -41.341702153394902F, 81.605204711044755F, -76.697866350202806F,
                  41.472833239509192F);
  }
  static NEEL_FUNCTION float cos_turns(float u) { // (cos(2 pi f) - 1) / f^2
    return horner(u, -19.739208789987510F, 64.939369051419776F, -85.448820089659651F, 59.424105981756474F);
  }
  static NEEL_FUNCTION float exp_tail(float r) { // (exp(r) - 1 - r) / r^2, |r| <= ln(2) / 2
    return horner(r, 0.5F, 0.16666577025239049F, 0.041666554661602141F, 0.0083631731342928208F, 0.0013926176194609642F);
  }
  static NEEL_FUNCTION float log_tail(float u) { // (2 artanh(s) - 2 s) / s^3, u = s^2
    return horner(u, 0.66666685039651653F, 0.39988780543184581F, 0.29579950428482092F);
  }
};

template <>
struct Format<double> {
  using Int = std::int64_t;
  using Limits = std::numeric_limits<double>;
  static constexpr double infinity = Limits::infinity(), not_a_number = Limits::quiet_NaN(), tiny = Limits::min();
  static constexpr int mantissa_bits = 52;
  static constexpr Int bias = 1023;
  static constexpr Int sqrt_half_bits = 0x3FE6A09E667F3BCD;
  static constexpr double round = 0x1.8p52;
  static constexpr double ln2_high = 0x1.62E42FEFA38p-1, ln2_low = 0x1.EF35793C7673p-45;
  static constexpr double exp_min = -0x1.6232BDD7ABCD2p9, exp_max = 0x1.62E42FEFA39EFp9;

  static NEEL_FUNCTION double sin_turns(double u) {
    return horner(u, 6.283185307179586476914, -41.34170224039976014206, 81.60524927607493066771,
                  -76.70585975299812672969, 42.05869392898878343793, -15.09464040389154564866, 3.819788120163211422892,
                  -0.7116358090781665996484);
  }
  static NEEL_FUNCTION double cos_turns(double u) {
    return horner(u, -19.73920880217871723767, 64.93939402266829145885, -85.45681720669368458316,
                  60.24464137185456332173, -26.42625677781740024718, 7.903535612338960179463, -1.714333269420992080935,
                  0.2797407860657504050782);
  }
  static NEEL_FUNCTION double exp_tail(double r) {
    return horner(r, 0.5, 0.1666666666666667098638, 0.04166666666666666975157, 0.008333333333326140826417,
                  0.001388888888888375237551, 0.000198412698748006932638, 0.00002480158732553350755733,
                  0.000002755725542549107215723, 2.755727366116627992283e-7, 2.510520648025936542508e-8,
                  2.091467945249519375125e-9);
  }
  static NEEL_FUNCTION double log_tail(double u) {
    return horner(u, 0.6666666666666666646494, 0.4000000000000087698895, 0.2857142857080360799378,
                  0.2222222239171478278395, 0.1818179564004043906124, 0.1538623970784411652605,
                  0.1326877300396344885125, 0.1308662755645216256945);
  }
};

} // namespace detail

/// `a` where the condition holds, else `b`; on the host as bit operations, since a ?: in the middle of a long loop body
/// can keep the compiler from vectorising it.
template <class Real>
NEEL_FUNCTION Real select(bool condition, Real a, Real b) {
  KOKKOS_IF_ON_DEVICE((return condition ? a : b;))
  KOKKOS_IF_ON_HOST(
      (using Int = typename detail::Format<Real>::Int; const Int mask = -static_cast<Int>(condition);
       return Kokkos::bit_cast<Real>((Kokkos::bit_cast<Int>(a) & mask) | (Kokkos::bit_cast<Int>(b) & ~mask));))
}

/// x, or the nearest end of [0, 1]; 0 for NaN.
NEEL_FUNCTION float saturate(float x) {
  KOKKOS_IF_ON_DEVICE((return backend::saturate(x);))
  KOKKOS_IF_ON_HOST((const float above = select(x > 0.0F, x, 0.0F); return select(above < 1.0F, above, 1.0F);))
}

/// The square root of an x from 2^-100 up; tests/core/test_math.cpp compares all floats.
NEEL_FUNCTION float sqrt_normal(float x) {
  KOKKOS_IF_ON_DEVICE((return backend::sqrt_normal(x);))
  KOKKOS_IF_ON_HOST((return sqrt(x);))
}

/// 1/x for an x of [2^-120, 2^120].
NEEL_FUNCTION float inverse_normal(float x) {
  KOKKOS_IF_ON_DEVICE((return backend::inverse_normal(x);))
  KOKKOS_IF_ON_HOST((return 1.0F / x;))
}

/// Sine and cosine of pi f, |f| <= 1/2. Absolute error at most 1.8e-7.
NEEL_FUNCTION SinCos<float> sincospi_half(float f) {
  const float t = f * f;
  return {f * detail::horner(t, 0x1.921FB4p+1F, -0x1.4ABBB6p+2F, 0x1.46676Ep+1F, -0x1.3232FAp-1F, 0x1.3C4B2Cp-4F),
          detail::horner(t, 1.0F, -0x1.3BD3B0p+2F, 0x1.03BDAAp+2F, -0x1.55041Ap+0F, 0x1.C2B9A6p-3F)};
}

/// 2^f, |f| <= 1/2. Relative error at most 1.8e-7.
NEEL_FUNCTION float exp2_half(float f) {
  return detail::horner(f, 1.0F, 0x1.62E42Ap-1F, 0x1.EBF9BCp-3F, 0x1.C6B752p-5F, 0x1.3CEA88p-7F, 0x1.5BBA14p-10F);
}

/// 2^-z and 1 - 2^-z, 0 <= z <= 120, each to its own precision: relative errors at most 1.9e-7 and 7e-7.
struct Exp2Rest {
  float power, rest;
};
NEEL_FUNCTION Exp2Rest exp2_and_rest(float z) {
  constexpr float round = 0x1.8p23F + 127.0F; // the exponent of a float of [1, 2)
  const float shifted = round - z, n = shifted - round, f = -z - n;
  const float part =
      f * detail::horner(f, 0x1.62E42Ap-1F, 0x1.EBF9BCp-3F, 0x1.C6B752p-5F, 0x1.3CEA88p-7F, 0x1.5BBA14p-10F);
  const float scale = Kokkos::bit_cast<float>(Kokkos::bit_cast<std::uint32_t>(shifted) << 23);
  return {fma(scale, part, scale), fma(-scale, part, 1.0F - scale)};
}

/// -ln(1 - y) for 0 <= y < 1, given w = 1 - y > 2^-100 to its own precision. Relative error at most 3e-7.
NEEL_FUNCTION float minus_log(float y, float w) {
  using F = detail::Format<float>;
  const std::int32_t bits = Kokkos::bit_cast<std::int32_t>(w);
  const std::int32_t exponent = (bits - F::sqrt_half_bits) >> F::mantissa_bits;
  const float m = Kokkos::bit_cast<float>(bits - (exponent << F::mantissa_bits)); // in [sqrt(1/2), sqrt(2))
  const float t = select(exponent == 0, -y, m - 1.0F);
  const float log = t * detail::horner(t, 1.0F, -0x1.FFFFF8p-2F, 0x1.555792p-2F, -0x1.00057p-2F, 0x1.98B748p-3F,
                                       -0x1.5332A4p-3F, 0x1.3238Fp-3F, -0x1.263BA2p-3F, 0x1.65448Ap-4F);
  return fma(static_cast<float>(-exponent), 0x1.62E43p-1F, -log);
}

/// Sine and cosine of 2 pi t, t in turns, |t| <= 2^20.
/// Absolute error at most 1.2e-7 (float), 2.3e-16 (double).
template <class Real>
NEEL_FUNCTION SinCos<Real> sincos2pi(Real t) {
  using F = detail::Format<Real>;
  using Int = typename F::Int;
  const Real shifted = fma(t, Real(4), F::round);
  const Int quadrant = Kokkos::bit_cast<Int>(shifted);
  const Real f = fma(shifted - F::round, Real(-0.25), t);
  const Real u = f * f;
  const Real s = f * F::sin_turns(u);
  const Real c = fma(u, F::cos_turns(u), Real(1));
  const bool odd = (quadrant & 1) != 0;
  const Int sign_of_sin = (quadrant & 2) << (sizeof(Int) * 8 - 2);
  const Int sign_of_cos = ((quadrant + 1) & 2) << (sizeof(Int) * 8 - 2);
  return {Kokkos::bit_cast<Real>(Kokkos::bit_cast<Int>(select(odd, c, s)) ^ sign_of_sin),
          Kokkos::bit_cast<Real>(Kokkos::bit_cast<Int>(select(odd, s, c)) ^ sign_of_cos)};
}

/// x moved to the nearest end of an interval that it lies outside of. Of what is not a number devices make `low`, and hosts something else.
template <class Real>
NEEL_FUNCTION Real clamped(Real x, Real low, Real high) {
  KOKKOS_IF_ON_DEVICE((return Kokkos::fmin(Kokkos::fmax(x, low), high);)) // comparisons take thrice as long there
  KOKKOS_IF_ON_HOST((return select(x < low, low, select(x > high, high, x));))
}

/// e^x with x moved to the nearest argument whose result is normal: the part of exp() without special values.
template <class Real>
NEEL_FUNCTION Real exp_clamped(Real x) {
  using F = detail::Format<Real>;
  using Int = typename F::Int;
  const Real bounded = clamped(x, F::exp_min, F::exp_max);
  const Real shifted = fma(bounded, Real(1.4426950408889634074), F::round);
  const Real n = shifted - F::round;
  const Real r = fma(n, -F::ln2_low, fma(n, -F::ln2_high, bounded));
  const Real mantissa = Real(1) + fma(r * r, F::exp_tail(r), r);
  const Int exponent = Kokkos::bit_cast<Int>(shifted) << F::mantissa_bits;
  return Kokkos::bit_cast<Real>(Kokkos::bit_cast<Int>(mantissa) + exponent);
}

/// e^x. Relative error at most 1.2e-7 (float), 2.3e-16 (double); 0 where the result would be subnormal, infinity where
/// it would overflow.
template <class Real>
NEEL_FUNCTION Real exp(Real x) {
  using F = detail::Format<Real>;
  const Real not_above = select(x > F::exp_max, F::infinity, exp_clamped(x));
  return select(x != x, x, select(x < F::exp_min, Real(0), not_above));
}

/// Natural logarithm. Relative error at most 2.4e-7 (float), 4.5e-16 (double); -infinity at 0, NaN below.
template <class Real>
NEEL_FUNCTION Real log(Real x) {
  using F = detail::Format<Real>;
  using Int = typename F::Int;
  const Real scale = Kokkos::bit_cast<Real>((F::bias + F::mantissa_bits) << F::mantissa_bits);
  const bool subnormal = x < F::tiny;
  const Int bits = Kokkos::bit_cast<Int>(select(subnormal, x * scale, x));
  const Int exponent = (bits - F::sqrt_half_bits) >> F::mantissa_bits;
  const Real m = Kokkos::bit_cast<Real>(bits - (exponent << F::mantissa_bits)); // in [sqrt(1/2), sqrt(2))
  const Real e = static_cast<Real>(exponent - (subnormal ? F::mantissa_bits : 0));
  const Real s = (m - Real(1)) / (m + Real(1));
  const Real u = s * s;
  const Real high = fma(e, F::ln2_high, Real(2) * s);
  const Real lost = fma(e, F::ln2_high, -high) + Real(2) * s; // what rounding `high` dropped
  const Real value = high + fma(e, F::ln2_low, fma(s * u, F::log_tail(u), lost));
  const Real positive = select(x == Real(0), -F::infinity, select(x == F::infinity, F::infinity, value));
  return select(x >= Real(0), positive, F::not_a_number);
}

} // namespace neel::math
