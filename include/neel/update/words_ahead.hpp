// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Random words drawn ahead (device): where a team has few sites to work on at a time, its steps wait for one another. A second half of the
// team then draws what the next step needs while the first works on this one. The words are those that a site would draw itself.

#include <neel/update/multi_hit.hpp>

namespace neel::update {

/// The words of a team's visits to the sites of one colour, in memory that the team shares; twice, in turn.
template <class Model>
class WordsAhead {
public:
  /// `places` sites of a colour, visited with `hits` proposals.
  NEEL_FUNCTION WordsAhead(std::uint32_t* words, int places, int hits) : words_(words), places_(places), hits_(hits) {}

  static NEEL_FUNCTION constexpr int bytes(int places, int hits) {
    return 2 * 4 * draws_per_visit<Model>(hits) * places * static_cast<int>(sizeof(std::uint32_t));
  }

  /// Thread number `thread` of `threads` draws its share for a step, at sites of these numbers.
  NEEL_FUNCTION void draw(int thread, int threads, int step, const Hits& h, std::uint32_t system,
                          const std::uint32_t* numbers) const {
    const int of_visit = draws_per_visit<Model>(hits_);
    std::uint32_t* const to = of_step(step);
    for (int k = thread; k < places_; k += threads) {
      const std::uint32_t site = numbers[k];
      for (int d = 0; d < of_visit; ++d) {
        const random::Draw four = update::draw(h, of_visit, d, system, site);
        std::uint32_t* const here = to + 4 * d * places_ + k;
        here[0] = four.a;
        here[places_] = four.b;
        here[2 * places_] = four.c;
        here[3 * places_] = four.d;
      }
    }
  }

  /// What visit() takes a group's words from, for the site at place k.
  NEEL_FUNCTION auto of(int step, int k) const {
    return [from = of_step(step) + k, places = places_](int group, auto& word) NEEL_INLINE_LAMBDA {
      constexpr int words = 4 * group_draws<Model>;
      NEEL_UNROLLED_LOOP
      for (int w = 0; w < words; ++w) {
        word[w] = from[(group * words + w) * places];
      }
    };
  }

private:
  NEEL_FUNCTION std::uint32_t* of_step(int step) const {
    return words_ + step % 2 * (4 * draws_per_visit<Model>(hits_) * places_);
  }

  std::uint32_t* words_;
  int places_, hits_;
};

} // namespace neel::update
