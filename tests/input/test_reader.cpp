// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "input/reader.hpp"
#include "input/run_input.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace neel;
using input::Reader;

namespace {

const std::string good = "[model]\nname = \"heisenberg\"\n[lattice]\nsize = [4, 4, 4]\n"
                         "[schedule]\nT = {from = 2.0, to = 1.0, points = 3}\nthermalize = 10\nsweeps = 100\n";

std::string errors(const std::string& text, const std::vector<std::string>& set = {}) {
  try {
    Reader in = Reader::from_text(text, "file.toml");
    for (const std::string& s : set) {
      in.set(s);
    }
    input::RunInput run;
    input::read_model(in, {"heisenberg"}, run);
    input::read_run(in, {{"random", "domain+", "domain-"}, true}, run);
    in.finish();
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

std::string with(const std::string& from, const std::string& to) {
  std::string text = good;
  return text.replace(text.find(from), from.size(), to);
}

void says(const std::string& message, const std::string& part) {
  INFO(message);
  CHECK(message.find(part) != std::string::npos);
}

} // namespace

TEST_CASE("a good input has no errors", "[input]") {
  CHECK(errors(good).empty());
  CHECK(errors(good, {"lattice.size=[2,2,2]", "schedule.T=\"3.5\"", "algorithm.update=metropolis"}).empty());
}

TEST_CASE("errors name file, line, key and what is allowed", "[input]") {
  says(errors(with("thermalize", "thermalise")),
       "file.toml:7: unknown key schedule.thermalise; did you mean schedule.thermalize?");
  says(errors(with("thermalize", "thermalise")), "file.toml:5: schedule.thermalize: missing; expected a whole number");
  says(errors(with("[lattice]", "[latice]")), "unknown key latice; did you mean lattice?");
  says(errors(with("from = 2.0", "from = -2.0")),
       "file.toml:6: schedule.T: temperatures must be above zero, found -2.0");
  says(errors(with("[4, 4, 4]", "[5, 4, 4]")),
       "file.toml:4: lattice.size: the x axis is periodic, so its length must be even, not 5");
  says(errors(with("[4, 4, 4]", "[4, 4]\nboundary = \"opn\"")), "\"opn\" is not one of open, periodic");
  says(errors(with("[4, 4, 4]", "[4000, 4000, 4000]")), "more than 2^31 sites");
  says(errors(with("[4, 4, 4]", "[4, 0.5, 4]")), "whole numbers from 1");
  says(errors(with("heisenberg", "heisenburg")), "did you mean \"heisenberg\"?");
  says(errors(with("sweeps = 100", "sweeps = \"many\"")),
       "expected a whole number from 1 to 1000000000000, found 'many'");
  says(errors(with("sweeps = 100", "sweeps = 100\nmeasure_every = 200")), "nothing would be measured");
  says(errors(with("[model]", "[model")), "file.toml:1: not valid TOML");
  says(errors(good, {"algorithm.updat=metropolis"}), "--set: unknown key algorithm.updat");
  says(errors(good, {"nonsense"}), "expected key.sub=value");
}

TEST_CASE("all errors are reported at once", "[input]") {
  const std::string message =
      errors(with("T = {from = 2.0, to = 1.0, points = 3}", "T = -1\nfield = \"1 K\"\nodd = 3"));
  says(message, "schedule.T");
  says(message, "schedule.field");
  says(message, "schedule.odd");
  CHECK(errors(with("sweeps = 100", "sweeps = -5")).find("measure_every") == std::string::npos); // no follow-up errors
}

TEST_CASE("ranges end exactly where they say", "[input]") {
  Reader in = Reader::from_text("T = {from = 1.6, to = 0.01, points = 100}\nU = [1, 2.5]\nV = 3", "file.toml");
  const std::vector<double> t = in.numbers("T");
  CHECK(t.size() == 100);
  CHECK(t.front() == 1.6);
  CHECK(t.back() == 0.01);
  CHECK(in.numbers("U") == std::vector<double>{1, 2.5});
  CHECK(in.numbers("V") == std::vector<double>{3});
}

TEST_CASE("documents that are no TOML are refused", "[input]") {
  for (const char* text :
       {"[.model]", "[a", "a = ", "= 1", "a = \"x", "[a]\n[a]", "a.b = 1\na = 2", "\xFF\xFE", "a =\u00A0 1",
        "b\u00E4r = 1", "a = 2\"\u0402\"", "a = 1 # \u00E4\nb = \"\"\"\n\"\u00E4\"\"\"\n\u00E4 = 2"}) {
    INFO(text);
    CHECK_THROWS_AS(input::Reader::from_text(text, "bad.toml"), InputError);
  }
  for (const char* text : {"a = \"\u00E4\" # \u00E4\n", "'\u00E4' = '''\n'\u00E4\n'''", "a = \"\\\"\u00E4\""}) {
    INFO(text);
    CHECK_NOTHROW(input::Reader::from_text(text, "good.toml"));
  }
}
