// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The laboratory checks itself as runs do: what it finds is shown, and the experiment is not saved.
#include "errors/errors.hpp"
#include "models/models.hpp"
#include "view/lab.hpp"

#include <neel/run/forwarding.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <atomic>
#include <future>

using namespace neel;
using Catch::Matchers::ContainsSubstring, Catch::Matchers::StartsWith;

namespace {

/// Damaged after some checks.
class Damaged final : public run::Forwarding {
public:
  Damaged(std::unique_ptr<run::Simulation> inner, int sound) : Forwarding(std::move(inner)), sound_(sound) {}
  std::string check() override { return sound_-- > 0 ? inner_->check() : "the spin on (1, 2) is not 1 or -1: (7)"; }

private:
  int sound_;
};

class OneInput final : public view::Bench {
public:
  explicit OneInput(int sound) : sound_(sound) {}

  view::Experiment prepare(const std::vector<std::string>& /*changes*/,
                           const std::optional<view::Range>& range) override {
    view::Experiment e;
    input::Reader in = input::Reader::from_text("model.name = \"ising\"\nlattice.size = [4, 4]\n"
                                                "schedule = {T = 2, thermalize = 5, sweeps = 5, measure_every = 5}\n",
                                                "test");
    e.model = models::read_input(in, e.run);
    e.range = range.value_or(view::Range{{1, 3}, {-1, 1}});
    e.simulation = std::make_unique<Damaged>(e.model.make(run::Space::default_space), sound_);
    return e;
  }
  std::string text(const view::Experiment&, const view::Done& done, std::uint64_t) const override {
    return std::to_string(done.temperature.size());
  }
  std::string write(const std::string& text, const std::string&) override { return written = text; }
  void rescue(const std::string&, const std::string& why) override { throw FileError(why); }
  void note(const std::string&) override {}

  std::string written; ///< blocks that were saved last

private:
  int sound_;
};

/// What a laboratory ends with after these commands, each done when the blocks before are.
struct Ended {
  ExitCode code;
  std::string state, refused; ///< at the end; the last command that was
};

Ended end_after(view::Bench& bench, const std::vector<std::string>& commands) {
  view::Lab lab(bench, "test", 0);
  std::atomic<bool> over = false;
  auto ended = std::async(std::launch::async, [&] {
    try {
      lab.work([&] { return over.load(); });
      return ExitCode::done;
    } catch (const UserError& e) {
      return e.code();
    }
  });
  std::string refused;
  for (const std::string& command : commands) {
    try {
      lab.act(command);
    } catch (const UserError& e) {
      refused = e.what();
    }
    while (lab.state().find("\"running\":true") != std::string::npos) {
    }
  }
  const std::string state = lab.state();
  over = true;
  return {ended.get(), state, refused};
}

const char *const step = R"({"do": "step", "blocks": 90})", *const few = R"({"do": "step", "blocks": 3})",
                  *const save = R"({"do": "save"})", *const reset = R"({"do": "reset"})";

} // namespace

TEST_CASE("a self-check that fails ends an experiment of the laboratory", "[view]") {
  OneInput sound(1000), damaged(2);
  const Ended good = end_after(sound, {step, save});
  CHECK(good.code == ExitCode::done);
  CHECK(sound.written == "90");
  CHECK_THAT(good.state, ContainsSubstring("\"trouble\":\"\""));

  const Ended bad = end_after(damaged, {step, save});
  CHECK(bad.code == ExitCode::check);
  CHECK(damaged.written == "");
  CHECK_THAT(bad.state, ContainsSubstring("\"sweeps\":600")); // a check after each 200
  CHECK_THAT(bad.refused, StartsWith("after 600 sweeps, at T = 2.0, H = 0.0: self-check failed: the spin on (1, 2)"));
  CHECK_THAT(bad.state, ContainsSubstring("\"trouble\":\"" + bad.refused));

  const Ended second = end_after(damaged, {step, reset, few});
  CHECK(second.code == ExitCode::check);
  CHECK(damaged.written == "3");
  CHECK_THAT(second.state, ContainsSubstring("\"sweeps\":30") && ContainsSubstring("\"trouble\":\"\""));
}
