// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Generators of random numbers by themselves, as Lulli, Bernaschi and Parisi, Comput. Phys. Commun. 196, 290 (2015), compare
// them: an array filled (their table 1), and odd numbers counted, without memory (table 2).

#include "backend/backend.hpp"
#include "bench/bench.hpp"
#include "files/checksum.hpp"

#include <neel/random/stream_array.hpp>

#include <Kokkos_Core.hpp>

namespace neel::bench {

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Numbers = random::StreamArray<Exec>::NumbersView;
constexpr const char* generators[] = {"minstd", "xorwow", "parisi-rapuano", "mt19937"};

struct FillByPhilox {
  std::uint32_t* numbers;
  std::uint64_t sweep;
  KOKKOS_FUNCTION void operator()(std::int64_t n) const {
    const random::Draw d = random::Stream(1, random::Purpose::generator, 0, sweep)(static_cast<std::uint32_t>(n));
    numbers[4 * n] = d.a;
    numbers[4 * n + 1] = d.b;
    numbers[4 * n + 2] = d.c;
    numbers[4 * n + 3] = d.d;
  }
};

/// Odd ones among `each` numbers of every stream.
struct CountByPhilox {
  int each;
  std::uint64_t sweep;
  KOKKOS_FUNCTION void operator()(int stream, std::int64_t& odd) const {
    std::uint32_t count = 0;
    for (int n = 0; n < each / 4; ++n) {
      const random::Draw d = random::Stream(1, random::Purpose::generator, static_cast<std::uint32_t>(stream),
                                            sweep)(static_cast<std::uint32_t>(n));
      count += (d.a & 1U) + (d.b & 1U) + (d.c & 1U) + (d.d & 1U);
    }
    odd += count;
  }
};

template <class Generator>
struct CountByGenerator {
  std::uint32_t* states;
  int streams, each;
  KOKKOS_FUNCTION void operator()(int stream, std::int64_t& odd) const {
    random::StreamState memory{states + stream, streams};
    std::uint32_t count = 0;
    if constexpr (Generator::words <= 8) { // in registers meanwhile
      std::uint32_t state[Generator::words];
      for (int k = 0; k < Generator::words; ++k) {
        state[k] = memory[k];
      }
      for (int n = 0; n < each; ++n) {
        count += Generator::next(state) & 1U;
      }
      for (int k = 0; k < Generator::words; ++k) {
        memory[k] = state[k];
      }
    } else {
      for (int n = 0; n < each; ++n) {
        count += Generator::next(memory) & 1U;
      }
    }
    odd += count;
  }
};

/// The number of odd ones.
template <class Kernel>
std::int64_t count(int streams, const Kernel& kernel) {
  std::int64_t odd = 0;
  Kokkos::parallel_reduce("neel::bench::count_odd", Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(0, streams),
                          kernel, odd);
  return odd;
}

std::string hash_of(const Numbers& numbers) {
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce(
      "neel::bench::add_up", Kokkos::RangePolicy<Exec>(0, numbers.size()),
      KOKKOS_LAMBDA(std::size_t n, std::uint64_t& all) { all += (n + 1) * numbers(n); }, sum);
  return files::hex(sum);
}

/// Fills an array again and again.
void time_filling(Bench& bench, std::size_t size, int streams) {
  const Numbers numbers("neel::bench::numbers", size);
  const auto work = [&](const std::string& generator, const std::function<void(std::int64_t)>& steps) {
    bench.time(Work{{{"what", "fill"}, {"generator", generator}},
                    "numbers",
                    static_cast<double>(size),
                    4.0 * static_cast<double>(size),
                    steps,
                    [&] { return hash_of(numbers); }});
  };
  std::uint64_t sweep = 0;
  work("philox", [&](std::int64_t count) {
    for (std::int64_t s = 0; s < count; ++s) {
      Kokkos::parallel_for(
          "neel::bench::fill",
          Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(0, static_cast<std::int64_t>(size / 4)),
          FillByPhilox{numbers.data(), sweep++});
    }
    Kokkos::fence("neel::bench::filled");
  });
  for (const char* generator : generators) {
    const auto bank = random::make_bank<Exec>(generator, Exec(), 1, streams);
    work(generator, [&](std::int64_t count) {
      for (std::int64_t s = 0; s < count; ++s) {
        bank->deal(Exec(), numbers);
      }
      Kokkos::fence("neel::bench::filled");
    });
  }
}

class Odd {
public:
  Odd(Bench& bench, int streams, int each) : bench_(bench), streams_(streams), each_(each) {}

  void philox() {
    time("philox", [this] { return count(streams_, CountByPhilox{each_, sweep_++}); });
  }
  template <class Generator>
  void generator(const std::string& name) {
    const auto bank = random::make_bank<Exec>(name, Exec(), 1, streams_);
    time(name,
         [&, this] { return count(streams_, CountByGenerator<Generator>{bank->states().data(), streams_, each_}); });
  }

private:
  void time(const std::string& name, const std::function<std::int64_t()>& once) {
    std::int64_t first = -1;
    const auto steps = [&](std::int64_t n) {
      for (std::int64_t s = 0; s < n; ++s) {
        const std::int64_t odd = once();
        first = first < 0 ? odd : first;
      }
    };
    bench_.time(
        Work{{{"what", "odd"}, {"generator", name}}, "numbers", static_cast<double>(streams_) * each_, 0, steps, [&] {
               return files::hex(static_cast<std::uint64_t>(first) * 0x9E3779B97F4A7C15ULL);
             }});
  }

  Bench& bench_;
  int streams_, each_;
  std::uint64_t sweep_ = 0;
};

} // namespace

void random_numbers(Bench& bench) {
  bench.begin("random", "generators by themselves: an array filled, and odd numbers counted");
  const bool device = backend::on_device();
  time_filling(bench, std::size_t{1} << (device ? 29 : 22), device ? 1 << 16 : 1 << 12);
  Odd odd(bench, device ? 1 << 16 : 1 << 10, device ? 1 << 13 : 1 << 10);
  odd.philox();
  odd.generator<random::Minstd>("minstd");
  odd.generator<random::Xorwow>("xorwow");
  odd.generator<random::ParisiRapuano>("parisi-rapuano");
  odd.generator<random::MersenneTwister>("mt19937");
}

} // namespace neel::bench
