// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Many streams of a generator with a state, side by side in memory: word k of stream t is at (k, t), so that
// neighbouring streams lie next to each other (Lulli, Bernaschi, Parisi, Comput. Phys. Commun. 196, 290 (2015)).

#include <neel/random/generators.hpp>
#include <neel/random/philox.hpp>

#include <memory>
#include <string>

namespace neel::random {

/// The state of one stream among `streams`.
struct StreamState {
  std::uint32_t* words;
  int streams;
  NEEL_FUNCTION std::uint32_t& operator[](int k) const { return words[static_cast<std::int64_t>(k) * streams]; }
};

/// Fills numbers[n] from stream n mod `streams`, in order of n.
template <class Generator, ExecutionSpace Exec>
struct Deal {
  std::uint32_t* states;
  int streams;
  std::uint32_t* numbers = nullptr;
  std::int64_t count = 0;

  static constexpr int block = 64; ///< streams that the host takes together

  /// Host: a block of streams. Device: one.
  KOKKOS_FUNCTION void operator()(int index) const {
    if constexpr (runs_on_host<Exec>) {
      KOKKOS_IF_ON_HOST((deal_block(index * block, Kokkos::min(streams, (index + 1) * block));))
    } else {
      deal_stream(index);
    }
  }

private:
  void deal_block(int from, int to) const {
    for (std::int64_t first = 0; first < count; first += streams) {
      const int end = static_cast<int>(Kokkos::min<std::int64_t>(to, count - first));
      NEEL_INDEPENDENT_LOOP
      for (int t = from; t < end; ++t) {
        StreamState state{states + t, streams};
        numbers[first + t] = Generator::next(state);
      }
    }
  }

  NEEL_FUNCTION void deal_stream(int t) const {
    StreamState memory{states + t, streams};
    if constexpr (Generator::words <= 8) { // in registers meanwhile
      std::uint32_t state[Generator::words];
      for (int k = 0; k < Generator::words; ++k) {
        state[k] = memory[k];
      }
      for (std::int64_t n = t; n < count; n += streams) {
        numbers[n] = Generator::next(state);
      }
      for (int k = 0; k < Generator::words; ++k) {
        memory[k] = state[k];
      }
    } else {
      for (std::int64_t n = t; n < count; n += streams) {
        numbers[n] = Generator::next(memory);
      }
    }
  }
};

/// Seeds each stream with words of its own from Philox.
template <class Generator, ExecutionSpace Exec>
struct SeedStreams {
  std::uint32_t* states;
  int streams;
  std::uint64_t seed;

  KOKKOS_FUNCTION void operator()(int t) const {
    StreamState state{states + t, streams};
    Generator::seed(state, [&](int k) NEEL_INLINE_LAMBDA {
      const Draw d =
          Stream(seed, Purpose::generator, 0, 0, static_cast<std::uint32_t>(k / 4))(static_cast<std::uint32_t>(t));
      const std::uint32_t word[4] = {d.a, d.b, d.c, d.d};
      return word[k % 4];
    });
  }
};

/// Streams of some generator.
template <ExecutionSpace Exec>
class StreamArray {
public:
  /// (word, stream): all that must be kept to go on.
  using States = Kokkos::View<std::uint32_t**, Kokkos::LayoutRight, typename Exec::memory_space>;
  using NumbersView = Kokkos::View<std::uint32_t*, typename Exec::memory_space>;

  virtual ~StreamArray() = default;
  /// Fills `numbers`.
  virtual void deal(const Exec& exec, const NumbersView& numbers) const = 0;
  const States& states() const { return states_; }

protected:
  StreamArray(int words, int streams)
      : states_("neel::random::streams", static_cast<std::size_t>(words), static_cast<std::size_t>(streams)) {}
  States states_;
};

template <class Generator, ExecutionSpace Exec>
class StreamArrayOf final : public StreamArray<Exec> {
public:
  StreamArrayOf(const Exec& exec, std::uint64_t seed, int streams) : StreamArray<Exec>(Generator::words, streams) {
    Kokkos::parallel_for("neel::random::seed_streams",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, streams),
                         SeedStreams<Generator, Exec>{this->states_.data(), streams, seed});
  }
  void deal(const Exec& exec, const typename StreamArray<Exec>::NumbersView& numbers) const override {
    const int streams = static_cast<int>(this->states_.extent(1));
    using DealAll = Deal<Generator, Exec>;
    const int items = runs_on_host<Exec> ? (streams + DealAll::block - 1) / DealAll::block : streams;
    Kokkos::parallel_for(
        "neel::random::deal", Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, items),
        DealAll{this->states_.data(), streams, numbers.data(), static_cast<std::int64_t>(numbers.size())});
  }
};

/// By name: "minstd", "xorwow", "parisi-rapuano" or "mt19937"; nothing for another.
template <ExecutionSpace Exec>
std::unique_ptr<StreamArray<Exec>> make_bank(const std::string& generator, const Exec& exec, std::uint64_t seed,
                                             int streams) {
  if (generator == "minstd") {
    return std::make_unique<StreamArrayOf<Minstd, Exec>>(exec, seed, streams);
  }
  if (generator == "xorwow") {
    return std::make_unique<StreamArrayOf<Xorwow, Exec>>(exec, seed, streams);
  }
  if (generator == "parisi-rapuano") {
    return std::make_unique<StreamArrayOf<ParisiRapuano, Exec>>(exec, seed, streams);
  }
  if (generator == "mt19937") {
    return std::make_unique<StreamArrayOf<MersenneTwister, Exec>>(exec, seed, streams);
  }
  return {};
}

} // namespace neel::random
