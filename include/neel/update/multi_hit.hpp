// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several Metropolis proposals in a row on one site (multi-hit), for models whose hit() needs the site's value and its corona
// only. On hosts, many sites at once, a lane each, so that the compiler makes vector instructions of every step.

#include <neel/core/platform.hpp>
#include <neel/random/philox_lanes.hpp>

namespace neel::update {

/// How often a site is tried in one visit, and what the random numbers of a visit are keyed by.
struct Hits {
  Seed seed;
  std::uint64_t sweep;
  int hits;  ///< proposals per visit
  int visit; ///< counts the visits of a sweep to each site
};

/// The words of several proposals, so many that they are whole draws of four: proposals per group, draws per group.
template <class Model>
inline constexpr int group_hits = Model::words_per_hit % 4 == 0 ? 1 : (Model::words_per_hit % 2 == 0 ? 2 : 4);
template <class Model>
inline constexpr int group_draws = group_hits<Model> * Model::words_per_hit / 4;

/// Random draws of one visit to a site; a site has `most_draws` a sweep.
template <class Model>
NEEL_FUNCTION constexpr int draws_per_visit(int hits) {
  return (hits + group_hits<Model> - 1) / group_hits<Model> * group_draws<Model>;
}
inline constexpr int most_draws = 4096;

/// The number of draw `k` in a visit of `of_visit` draws.
NEEL_FUNCTION std::uint32_t draw_number(const Hits& h, int of_visit, int k) {
  return static_cast<std::uint32_t>(h.visit * of_visit + k);
}

/// Draw `k` of a site in a visit of `of_visit` draws.
NEEL_FUNCTION random::Draw draw(const Hits& h, int of_visit, int k, std::uint32_t system, std::uint32_t site) {
  return random::Stream(h.seed, random::Purpose::update, system, h.sweep, draw_number(h, of_visit, k))(site);
}

/// One site: returns its new value and the number of accepted proposals. words_of(group, word)
/// gives the words of a group.
template <class Model, class Neighbourhood, class Words>
NEEL_FUNCTION typename Model::Step visit(int of_hits, const typename Model::Conditions& at, const Neighbourhood& n,
                                         const Words& words_of) {
  constexpr int hits = group_hits<Model>, words = Model::words_per_hit;
  typename Model::Step now{n({0, 0, 0}), 0};
  const typename Model::Value corona = Model::corona(at, n);
  const auto hit_group = [&](int group, int most) NEEL_INLINE_LAMBDA {
    std::uint32_t word[4 * group_draws<Model>];
    words_of(group, word);
    NEEL_UNROLLED_LOOP
    for (int k = 0; k < hits; ++k) {
      if (k < most) {
        std::uint32_t own[words];
        for (int w = 0; w < words; ++w) {
          own[w] = word[k * words + w];
        }
        const auto next = Model::hit(at, now.value, corona, own);
        now = {next.value, now.accepted + next.accepted};
      }
    }
  };
  const int whole = of_hits / hits;
  for (int group = 0; group < whole; ++group) {
    hit_group(group, hits);
  }
  if (whole * hits < of_hits) {
    hit_group(whole, of_hits - whole * hits);
  }
  return now;
}

/// The same with words that it draws itself.
template <class Model, class Neighbourhood>
NEEL_FUNCTION typename Model::Step visit(const Hits& h, const typename Model::Conditions& at, const Neighbourhood& n,
                                         std::uint32_t system, std::uint32_t site) {
  const int of_visit = draws_per_visit<Model>(h.hits);
  return visit<Model>(h.hits, at, n, [&](int group, auto& word) NEEL_INLINE_LAMBDA {
    constexpr int draws = group_draws<Model>;
    for (int d = 0; d < draws; ++d) {
      const random::Draw four = draw(h, of_visit, group * draws + d, system, site);
      word[4 * d] = four.a;
      word[4 * d + 1] = four.b;
      word[4 * d + 2] = four.c;
      word[4 * d + 3] = four.d;
    }
  });
}

/// Several sites that do not see each other (host), in blocks of sixteen. One block fills a register of 64 bytes, or several
/// smaller ones, but then waits for the result of each instruction; several blocks keep the processor busy.
template <class Model>
class Lanes {
public:
  static constexpr int block = random::lanes, blocks = 4, count = blocks * block;
  using Value = typename Model::Value;

  std::uint32_t system[count] = {}, site[count] = {};
  std::uint32_t accepted[count]; ///< proposals of the last hit()

  NEEL_HOST_FUNCTION void set_conditions(int lane, const typename Model::Conditions& at) {
    NEEL_UNROLLED_LOOP
    for (int k = 0; k < Model::how_many; ++k) {
      conditions_[k][lane] = at.number[k];
    }
  }

  /// Reads the values and surroundings of the sites of block `b`: `around(k)` gives the neighbourhood of its site k.
  template <class Around>
  NEEL_HOST_FUNCTION void read(int b, const Around& around) {
    NEEL_INDEPENDENT_LOOP
    for (int k = 0; k < block; ++k) {
      const auto n = around(k);
      const int lane = b * block + k;
      store(value_, lane, n({0, 0, 0}));
      store(corona_, lane, Model::corona(conditions(lane), n));
    }
  }

  NEEL_HOST_FUNCTION void hit(const Hits& h) {
    constexpr int hits = group_hits<Model>;
    const int of_visit = draws_per_visit<Model>(h.hits);
    for (int lane = 0; lane < count; ++lane) {
      accepted[lane] = 0;
    }
    for (int group = 0; group * hits < h.hits; ++group) {
      for (int d = 0; d < group_draws<Model>; ++d) {
        for (int b = 0; b < count; b += block) {
          random::draw_lanes(h.seed, random::Purpose::update, h.sweep,
                             draw_number(h, of_visit, group * group_draws<Model> + d), system + b, site + b,
                             {words_[4 * d] + b, words_[4 * d + 1] + b, words_[4 * d + 2] + b, words_[4 * d + 3] + b});
        }
      }
      for (int k = 0; k < hits && group * hits + k < h.hits; ++k) {
        NEEL_INDEPENDENT_LOOP
        for (int lane = 0; lane < count; ++lane) {
          std::uint32_t own[Model::words_per_hit];
          NEEL_UNROLLED_LOOP
          for (int w = 0; w < Model::words_per_hit; ++w) {
            own[w] = words_[k * Model::words_per_hit + w][lane];
          }
          const auto next = Model::hit(conditions(lane), load(value_, lane), load(corona_, lane), own);
          store(value_, lane, next.value);
          accepted[lane] += next.accepted;
        }
      }
    }
  }

  NEEL_HOST_FUNCTION Value value(int lane) const { return load(value_, lane); }

private:
  using Numbers = float[Model::components][count];

  static NEEL_HOST_FUNCTION Value load(const Numbers& from, int lane) {
    Value v;
    NEEL_UNROLLED_LOOP
    for (int k = 0; k < Model::components; ++k) {
      v.v[k] = from[k][lane];
    }
    return v;
  }
  static NEEL_HOST_FUNCTION void store(Numbers& to, int lane, const Value& v) {
    NEEL_UNROLLED_LOOP
    for (int k = 0; k < Model::components; ++k) {
      to[k][lane] = v.v[k];
    }
  }
  NEEL_HOST_FUNCTION typename Model::Conditions conditions(int lane) const {
    typename Model::Conditions at;
    NEEL_UNROLLED_LOOP
    for (int k = 0; k < Model::how_many; ++k) {
      at.number[k] = conditions_[k][lane];
    }
    return at;
  }

  alignas(64) Numbers value_ = {}, corona_ = {};
  alignas(64) float conditions_[Model::how_many][count] = {};
  alignas(64) std::uint32_t words_[4 * group_draws<Model>][count] = {};
};

} // namespace neel::update
