// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The fastest strategy is found from times, whatever batches come, and is known from then on.
#include <neel/run/tuner.hpp>

#include <catch2/catch_test_macros.hpp>

#include <utility>

using namespace neel::run;

namespace {

/// Puts back what the process knows.
class Fresh {
public:
  Fresh() : before_(std::exchange(tuning(), Tuning())) {}
  ~Fresh() { tuning() = before_; }
  Fresh(const Fresh&) = delete;
  Fresh& operator=(const Fresh&) = delete;

private:
  Tuning before_;
};

const std::vector<std::string> three{"a", "b", "c"};

/// Gives batches of 64 sweeps to the tuner until it has decided; the first of each strategy takes long. Returns how many.
int decide(Tuner& tuner, const std::vector<double>& seconds) {
  std::vector<int> before(seconds.size());
  int count = 0;
  for (; !tuner.decided() && count < 100; ++count) {
    const std::size_t s = tuner.strategy();
    if (tuner.times(64, 0)) {
      tuner.took(before[s]++ == 0 ? 0.2 : seconds[s]);
    }
  }
  return count;
}

} // namespace

TEST_CASE("the fastest strategy is chosen, and known to those that come later", "[run]") {
  const Fresh fresh;
  std::vector<std::pair<std::string, std::string>> kept;
  tuning().keep = [&](const std::string& key, const std::string& strategy) { kept.emplace_back(key, strategy); };
  tuning().machine = "here";
  Tuner tuner("kernel", three);
  CHECK(tuner.strategy() == 0);
  CHECK(decide(tuner, {3e-3, 1e-3, 2e-3}) == 6 + 6 + 2); // "c" is seen at once to be slower
  CHECK(tuner.strategy() == 1);
  CHECK(kept == std::vector{std::pair<std::string, std::string>{"here\tkernel", "b"}});
  CHECK(tuning().news == std::vector<std::string>{"sweeps by b, the fastest here: 15.6 us each; a 46.9 us, c 31.2 us"});
  Tuner again("kernel", three);
  CHECK(again.decided());
  CHECK(again.strategy() == 1);
  CHECK_FALSE(Tuner("other kernel", three).decided());
  CHECK(Tuner("kernel", {"a", "c"}).strategy() == 0); // what was the fastest is not to be had
  CHECK_FALSE(Tuner("kernel", {"a", "c"}).decided());
}

TEST_CASE("a strategy that is not possible is not chosen", "[run]") {
  const Fresh fresh;
  Tuner tuner("kernel", three);
  REQUIRE(tuner.times(64, 0));
  tuner.refused();
  CHECK(tuner.strategy() == 1);
  decide(tuner, {1e-3, 2e-3, 3e-3});
  CHECK(tuner.strategy() == 1);
  tuner.refused(); // later on, such as by a longer batch
  CHECK(tuner.strategy() == 2);
  tuning().known["\tkernel"] = "a";
  Tuner known("kernel", three);
  known.refused();
  CHECK(known.strategy() == 1);
}

TEST_CASE("only batches alike are compared", "[run]") {
  const Fresh fresh;
  Tuner tuner("kernel", {"a", "b"});
  CHECK(tuner.times(10, 1));
  tuner.took(1);
  CHECK(tuner.times(64, 0)); // longer ones tell more: from the start
  for (int n = 0; n < 6; ++n) {
    CHECK_FALSE(tuner.times(36, 1)); // the rest before a measurement
    CHECK(tuner.times(64, 0));
    tuner.took(2);
  }
  CHECK(tuner.strategy() == 1);
  for (int n = 0; n < 16; ++n) { // no others come any more
    CHECK_FALSE(tuner.times(10, 1));
  }
  CHECK(tuner.times(10, 1));
  CHECK(tuner.strategy() == 0);
  for (int n = 0; n < 12; ++n) {
    CHECK_FALSE(tuner.decided());
    tuner.took(tuner.strategy() == 0 ? 4 : 3);
    CHECK((tuner.decided() || tuner.times(10, 1)));
  }
  CHECK(tuner.decided());
  CHECK(tuner.strategy() == 1);
}

TEST_CASE("a strategy can be forced, and measuring be switched off", "[run]") {
  const Fresh fresh;
  tuning().known["\tkernel"] = "b";
  tuning().on = false;
  CHECK(Tuner("kernel", three).decided());
  CHECK(Tuner("kernel", three).strategy() == 0);
  tuning().on = true;
  tuning().forced = "c";
  CHECK(Tuner("kernel", three).decided());
  CHECK(Tuner("kernel", three).strategy() == 2);
  Tuner by_caller("kernel", three, 64, true);
  CHECK((by_caller.decided() && by_caller.strategy() == 0));
  tuning().forced = "none of these";
  CHECK(Tuner("kernel", three).strategy() == 1);
}
