// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "input/reader.hpp"
#include "input/run_input.hpp"
#include "input/scan.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace neel;
using input::Reader;

namespace {

const std::string good = "[model]\nname = \"heisenberg\"\n[lattice]\nsize = [4, 4, 4]\n"
                         "[schedule]\nT = {from = 2.0, to = 1.0, points = 3}\nthermalize = 10\nsweeps = 100\n";

std::string errors(const std::string& text, const std::vector<std::string>& set = {},
                   std::int64_t most_sites = input::most_sites) {
  try {
    Reader in = Reader::from_text(text, "file.toml");
    for (const std::string& s : set) {
      in.set(s);
    }
    input::RunInput run;
    input::read_model(in, {"heisenberg"}, run);
    input::ModelTraits traits{{"random", "domain+", "domain-"}};
    traits.field = true;
    traits.most_sites = most_sites;
    input::read_run(in, traits, run);
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
  const auto large = [](const char* size) { return errors(with("[4, 4, 4]", size), {}, input::most_on_half_lattices); };
  says(large("[4000, 4000, 4000]"), "more than 2^34 sites");
  CHECK(large("[2560, 2560, 2560]").empty());
  says(large("[2, 100000, 50000]"), "2^30 rows along x or more");
  says(large("[17, 30000, 24000]"), "more than 2^34 sites in one system (rows along x counting");
  says(errors(with("[4, 4, 4]", "[4, 0.5, 4]")), "whole numbers from 1");
  says(errors(with("heisenberg", "heisenburg")), "did you mean \"heisenberg\"?");
  says(errors(with("sweeps = 100", "sweeps = \"many\"")),
       "expected a whole number from 1 to 1000000000000, found 'many'");
  says(errors(with("sweeps = 100", "sweeps = 100\nmeasure_every = 200")), "nothing would be measured");
  says(errors(with("[model]", "[model")), "file.toml:1: not valid TOML");
  says(errors(good, {"algorithm.updat=metropolis"}), "--set: unknown key algorithm.updat");
  says(errors(good, {"nonsense"}), "expected key.sub=value");
  CHECK(errors(good, {"schedule=3"}) ==
        "--set: schedule: expected a table, [schedule] with its keys below it, found 3");
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

TEST_CASE("compositions are the same whichever ion takes the rest", "[input]") {
  const auto differ = [](const std::string& before, const std::string& now) {
    const std::string ions = "[material]\nions = [\"A\", \"B\", \"C\"]\nfractions = ";
    return !input::differences(ions + before + "\n", ions + now + "\n").empty();
  };
  CHECK_FALSE(differ("{A = 0.9, C = 0.0}", "{B = 0.1, C = 0.0}")); // 1 - 0.9 is not 0.1 to the last bit
  CHECK_FALSE(differ("{A = 0.7, B = 0.1}", "{A = 0.7, B = 0.1, C = 0.2}"));
  CHECK_FALSE(differ("{A = 0.75, B = [0.25, 0.125]}", "{B = [0.25, 0.125], A = 0.75}"));
  CHECK(differ("{A = 0.7, B = 0.1}", "{A = 0.7, B = 0.2}"));
  CHECK(differ("{A = 0.7, B = 0.1}", "{B = 0.1, C = 0.3}"));
  CHECK(differ("{A = 0.7, B = [0.1, 0.2]}", "{B = [0.1, 0.2], C = 0.2}"));
  CHECK(differ("{A = 0.7, B = 0.1}", "{A = 0.7, B = [0.1, 0.2]}"));
}

TEST_CASE("what a range makes near zero can be read", "[input]") {
  Reader in = Reader::from_text("T = {from = -1e-20, to = 0.5e-20, points = 4}", "file.toml");
  const std::vector<double> t = in.numbers("T");
  CHECK(t.size() == 4);
  CHECK(t[2] == 0); // -7.5e-37 by rounding
  Reader again = Reader::from_text("T = " + input::exact(t), "file.toml");
  CHECK(again.numbers("T") == t);
  again.finish();
}

TEST_CASE("correlations alone do not become structure factors", "[input]") {
  const auto read = [](const std::string& text) {
    Reader in = Reader::from_text(text, "file.toml");
    input::RunInput run;
    input::read_model(in, {"heisenberg"}, run);
    input::ModelTraits traits{{"random"}};
    traits.structure = true;
    input::read_run(in, traits, run);
    in.finish();
    return std::pair{in.resolved(), run.structure};
  };
  const auto [resolved, given] = read(good + "[measure]\ncorrelations = true\n");
  CHECK(given.correlations);
  CHECK_FALSE(given.grid);
  const auto [again, as_resolved] = read(resolved);
  CHECK(again == resolved);
  CHECK(as_resolved.correlations);
  CHECK_FALSE(as_resolved.grid);
  CHECK(read(good + "[measure]\nstructure.every = 5\n").second.grid);
  CHECK(read(good + "[measure]\ncorrelations = true\nstructure.grid = true\n").second.grid);
}

TEST_CASE("documents that are no TOML are refused", "[input]") {
  for (const char* text : {"[.model]", "[a", "a = ", "= 1", "a = \"x", "[a]\n[a]", "a.b = 1\na = 2", "\xFF\xFE",
                           "a =\u00A0 1", "b\u00E4r = 1", "a = 2\"\u0402\"", "a = 2.\"\u0402\"", "a = b.\"\u0402\"",
                           "a = [1, 2.\"\u0402\"]", "a = [1,\nb.\"\u0402\"]", "2.\"\u0402\"", "a = 6[\"\u0402\"\n",
                           "a = \"\xC3\"", "a = 1 # \u00E4\nb = \"\"\"\n\"\u00E4\"\"\"\n\u00E4 = 2"}) {
    INFO(text);
    CHECK_THROWS_AS(input::Reader::from_text(text, "bad.toml"), InputError);
  }
  for (const char* text : {"a = \"\u00E4\" # \u00E4\n", "'\u00E4' = '''\n'\u00E4\n'''", "a = \"\\\"\u00E4\"",
                           "a.\"\u00E4\" = 1", "[a.'\u00E4'.\"\u00E4\"]", "a = {b.\"\u00E4\" = 1, c.'\u00E4' = 2}"}) {
    INFO(text);
    CHECK_NOTHROW(input::Reader::from_text(text, "good.toml"));
  }
}

TEST_CASE("what is nested too deep is refused", "[input]") {
  const auto many = [](const std::string& text, std::size_t n) {
    std::string all;
    for (std::size_t k = 0; k < n; ++k) {
      all += text;
    }
    return all;
  };
  for (const std::size_t n : {std::size_t{70}, std::size_t{100'000}}) {
    for (const std::string& text :
         {many("a.", n) + "a = 1", "[" + many("a.", n) + "a]", "a = " + many("[", n) + many("]", n),
          many("a = {", n) + many("}", n), "a = " + many("{a.a.a = [", n / 3) + "1"}) {
      INFO(text.substr(0, 40));
      CHECK_THROWS_AS(Reader::from_text(text, "deep.toml"), InputError);
    }
    Reader in = Reader::from_text(good, "file.toml");
    CHECK_THROWS_AS(in.set(many("a.", n) + "a=1"), InputError);
  }
  CHECK_NOTHROW(Reader::from_text(many("a.", 60) + "a = 1\n" + many("[b]\nc = [1.5, 2.5]\n", 1), "file.toml"));
  CHECK_NOTHROW(
      Reader::from_text("a = [" + many("1.5, ", 1000) + "]\nb = [" + many("{c.d = 1}, ", 1000) + "]", "file.toml"));
}

TEST_CASE("names are quoted where they are no bare keys, and texts read back as they were", "[input]") {
  CHECK(input::key_name("Fe-Cr_2") == "Fe-Cr_2");
  CHECK(input::key_name("Fe3+") == "\"Fe3+\"");
  CHECK(input::key_path("material.fractions.Fe3+") == "material.fractions.\"Fe3+\"");
  for (const std::string text :
       {"", "a\tb\nc\r", "\x01\x1f\x7f", "\"quoted\" \\", "Gr\u00F6\u00DFe", "100 %, %D0 %2", "\U0001F9F2"}) {
    const Reader in = Reader::from_text(input::quoted(text) + " = " + input::quoted(text), "file.toml");
    const input::Value document = input::parse_toml(input::key_name(text) + " = " + input::quoted(text), "file.toml");
    const auto& table = *document.as<input::Value::Table>();
    REQUIRE(table.contains(text));
    CHECK(*table.at(text).as<std::string>() == text);
  }
}

TEST_CASE("a value that could not be read is not judged again", "[input]") {
  const std::string unit = errors(good, {"schedule.T=\"14 T\""});
  says(unit, "allowed: K, meV");
  CHECK(unit.find("above zero") == std::string::npos);
  for (const char* set : {"schedule.T=[]", "schedule.T={from = \"a\", to = 1, points = 2}", "schedule.T=[1, \"x\"]",
                          "lattice.size=[4, \"x\"]", "lattice.boundary=[]", "algorithm.update=[]", "model.name=izing",
                          "schedule.kind=tempr", "schedule.start=5", "schedule.sweeps=[1]", "output.checkpoint=[]",
                          "measure.target_error.energy=x", "schedule.kind=[1]"}) {
    INFO(set);
    const std::string message = errors(good, {set});
    INFO(message);
    CHECK(!message.empty());
    CHECK(message.find('\n') == std::string::npos);
  }
}

TEST_CASE("lists are never empty", "[input]") {
  Reader in = Reader::from_text("a = []", "file.toml");
  CHECK(in.numbers("a").size() == 1);
  CHECK(in.numbers("a", 3.0) == std::vector<double>{3.0});
  CHECK(in.quantities("a", input::Dimension::energy).size() == 1);
  CHECK(in.times("a").size() == 1);
  CHECK(in.texts("a").size() == 1);
  CHECK(in.texts("b").size() == 1);
  CHECK(in.errors() == 2);
}

TEST_CASE("nonsense is refused", "[input]") {
  says(errors(good, {"schedule.T={from = 1, to = 2, points = 1}"}),
       "--set: schedule.T.points: one point cannot be at both 1.0 and 2.0");
  says(errors(good, {"schedule.T=1e38"}), "expected a number from -1e15 to 1e15, found 1e+38");
  says(errors(good, {"schedule.T=1e-310"}), "found 1e-310");
  says(errors(good, {"schedule.T=1e-20"}), "1e-15 or more");
  const auto wrong_boundary = [](std::size_t lengths, std::size_t found) {
    return "lattice.boundary: expected one word, or a list with one for each of the " + std::to_string(lengths) +
           " lengths in lattice.size, found a list of " + std::to_string(found);
  };
  says(errors(good, {"lattice.boundary=[\"open\", \"periodic\"]"}), wrong_boundary(3, 2));
  says(errors(good, {"lattice.boundary=[\"open\"]"}), wrong_boundary(3, 1));
  says(errors(good, {"lattice.size=[4, 4]", "lattice.boundary=[\"open\", \"periodic\", \"periodic\"]"}),
       wrong_boundary(2, 3));
  CHECK(errors(good, {"lattice.size=[4, 4]", "lattice.boundary=[\"open\", \"periodic\"]"}).empty());
  CHECK(errors(good, {"lattice.size=[4, 4]", "lattice.boundary=[\"open\", \"periodic\", \"open\"]"})
            .empty()); // as resolved
  CHECK(errors(good, {"lattice.size=[4, 4]", "lattice.boundary=open"}).empty());
  for (const char* when : {"0 s", "0 points", "-1 points", "-5 s", "nan s", "inf s", "1e300 s", "00:00"}) {
    INFO(when);
    says(errors(good, {"output.checkpoint=" + std::string(when)}), when);
  }
  says(errors(good, {"output.checkpoint=[\"none\", \"5 s\"]"}), "stands alone");
  CHECK(errors(good, {"output.checkpoint=[\"5 points\", \"5 s\"]"}).empty());
  says(errors(good, {"algorithm.seed=3\n[schedule]\nT = 2"}), "expected one key and its value");
  says(errors(good, {"schedule.start=\"a\nb"}), "not valid TOML");
}

TEST_CASE("a scan has values, each once", "[input]") {
  const auto message = [](const std::string& scan) -> std::string {
    try {
      Reader in = Reader::from_text(scan, "file.toml");
      input::take_scan(in);
      in.finish();
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  CHECK(message("scan.a.b = [1, 2]").empty());
  says(message("[scan]"), "no key to scan");
  says(message("scan.a.b = {}"), "scan.a.b: expected a list of values");
  says(message("scan.a = [1, 1.0]"), "stands there twice");
  says(message("scan.a = [[8, 8], [8.0, 8]]"), "stands there twice");
  says(message("scan.a = [8, [8]]"), "stands there twice");
  says(message("scan.a = {from = 1, to = 1, points = 2}"), "stands there twice");
  CHECK(message("scan.a = [1, \"1\", 1.5]").empty());
}

TEST_CASE("many unknown keys are told in a moment, and not all of them", "[input]") {
  std::string text = good;
  for (int k = 0; k < 20'000; ++k) {
    text += "unknown_key_" + std::to_string(k) + " = 1\n";
  }
  says(errors(text), "errors more");
}
