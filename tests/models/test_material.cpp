// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/material.hpp"
#include "models/models.hpp"

#include <algorithm>
#include <cmath>

#include <catch2/catch_test_macros.hpp>

using namespace neel;

namespace {

std::string input_text(const std::string& material, const std::string& model = "") {
  return "model = {name = \"heisenberg\"" + model + "}\nlattice = {size = [16, 16, 16]}\n" +
         "schedule = {T = [1.0, 0.5], field = 0.002, thermalize = 1, sweeps = 1, measure_every = 1}\n" +
         "algorithm.systems = 3\n[material]\n" + material;
}

struct Parsed {
  explicit Parsed(const std::string& text) : reader(input::Reader::from_text(text, "input")) {
    input::read_model(reader, models::names(), run);
    material = models::read_material(reader, run, models::CouplingsIn::pairs);
    input::ModelTraits traits{{"random", "domain+", "domain-"}};
    traits.field = true;
    input::read_run(reader, traits, run);
    reader.finish();
  }
  models::Model model() const {
    input::Reader again = input::Reader::from_text(reader.resolved(), "input");
    input::RunInput same;
    return models::read_input(again, same);
  }
  input::Reader reader;
  input::RunInput run;
  models::Material material;
};

const std::string two_ions = "ions = [\"Fe\", \"Cr\"]\nexchange = {Fe-Fe = 1, Cr-Fe = 0.25, Cr-Cr = 0.18}\n";

} // namespace

TEST_CASE("a material is read with its units", "[input]") {
  const Parsed p(input_text("ions = [\"Fe\"]\nmoment_unit = \"5 mu_B\"\nexchange.Fe-Fe = \"628 K\"\n"
                            "dm.Fe-Fe = \"1 meV\"\nanisotropy = 0.007\n",
                            ", unit = \"314 K\""));
  CHECK(p.material.exchange[0][0] == 2.0);
  CHECK(std::abs(p.material.dm[0][0] - 11.604518121550082 / 314) < 1e-14);
  CHECK(p.material.anisotropy[0] == 0.007);
  CHECK(p.material.moment[0] == 1.0);
}

TEST_CASE("a unit of moments stands for one of it, and one ion needs no name", "[input]") {
  for (const char* const unit : {"mu_B", "1 mu_B", "muB"}) {
    const Parsed p(input_text("exchange = 2\nmoment = 2.2\nmoment_unit = \"" + std::string(unit) + "\"\n"));
    CHECK(p.run.unit.moment_in_magnetons == 1.0);
    CHECK(p.material.ions == models::only_ion);
    CHECK(p.material.exchange[0][0] == 2.0);
  }
  const Parsed p(input_text("ions = [\"Fe\", \"Cr\"]\nfractions.Cr = 0.5\nexchange = 3\ndm = 0.1\n"));
  CHECK(p.material.exchange == std::vector(2, std::vector(2, 3.0)));
  CHECK(p.material.dm == std::vector(2, std::vector(2, 0.1)));
}

TEST_CASE("pairs are symmetric and fractions scan", "[input]") {
  const Parsed p(input_text(two_ions + "fractions.Cr = {from = 0, to = 1, points = 11}\n"));
  CHECK(p.material.exchange[0][1] == 0.25);
  CHECK(p.material.exchange[1][0] == 0.25);
  CHECK(p.material.fractions.size() == 11);
  CHECK(p.material.fractions[3][0] == 0.7);
  CHECK(p.material.scanned_ion == "Cr");
}

TEST_CASE("the resolved input reads back as itself", "[input]") {
  for (const std::string fractions :
       {"fractions.Cr = 0.35\n", "fractions.Cr = [0.1, 0.25]\n", "fractions.Fe = [0.1, 0.25]\n"}) {
    const Parsed p(
        input_text(two_ions + fractions + "axes = {dm = [1, 2, 2], field = \"x\"}\n", ", unit = \"435.23 K\""));
    const std::string text = p.reader.resolved();
    const Parsed again(text);
    CHECK(again.reader.resolved() == text);
    CHECK(again.material.fractions == p.material.fractions);
  }
}

TEST_CASE("fractions read back to the last bit, whichever ion takes the rest", "[input]") {
  const std::string pairs = "exchange = {A-A = 1, A-B = 1, A-C = 1, B-B = 1, B-C = 1, C-C = 1}\n";
  const auto number = [](int hundredths) { return std::to_string(hundredths) + "e-2"; };
  int rounded = 0;
  const auto same = [&](const std::string& fractions) {
    INFO(fractions);
    const Parsed p(input_text("ions = [\"A\", \"B\", \"C\"]\n" + pairs + "fractions = {" + fractions + "}\n"));
    const Parsed again(p.reader.resolved());
    CHECK(again.material.fractions == p.material.fractions);
    CHECK(again.reader.resolved() == p.reader.resolved());
    const std::vector<double>& row = p.material.fractions.front();
    rounded += 1 - (row[0] + row[1]) != row[2];
  };
  for (int b = 1; b < 50; b += 2) {
    const int c = 100 - 2 * b;
    same("B = " + number(b) + ", C = " + number(c));
    same("A = " + number(b) + ", C = " + number(c));
    same("A = " + number(b) + ", B = " + number(b) + ", C = " + number(c));
    same("A = " + number(b) + ", C = [0.0, " + number(c) + "]");
  }
  CHECK(rounded > 10); // so that the last ion cannot always take it
}

TEST_CASE("mistakes in a material are named", "[input]") {
  const auto message = [](const std::string& material) -> std::string {
    try {
      const Parsed p(input_text(material));
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  const auto has = [](const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  };
  has(message("ions = [\"Fe\", \"Cr\"]\nfractions.Cr = 0.3\nexchange.Fe-Fe = 1\n"), "exchange.Fe-Cr: missing");
  has(message(two_ions + "fractions.Cr = 1.3\n"), "between 0 and 1");
  has(message(two_ions + "fractions.Mn = 0.3\n"), "no such entry");
  has(message(two_ions + "fractions.Cr = 0.3\ndm.Fe-Mn = 1\n"), "dm.Fe-Mn");
  has(message(two_ions + "fractions.Cr = 0.3\nexchang.Fe-Fe = 1\n"), "did you mean material.exchange");
  has(message("ions = [\"Fe\"]\nexchange.Fe-Fe = \"3 T\"\n"), "has the unit \"T\"; allowed: K, meV");
  has(message("ions = [\"Fe\"]\nexchange.Fe-Fe = \"3 K\"\n"), "what one reduced unit is");
  has(message(two_ions), "fractions.Cr: missing: only one ion");
  has(message("ions = [\"A\", \"B-C\", \"A-B\", \"C\"]\n"), "are both called A-B-C");
  has(message("ions = [\"A\", \"A\"]\n"), "it stands there twice");
  CHECK(message("ions = [\"A\", \"A\"]\nexchange.A-A = 1\nfractions.B = 2\n").find('\n') == std::string::npos);
  CHECK(message(two_ions + "fractions.Cr = []\n").find('\n') == std::string::npos);
  CHECK(message(two_ions + "fractions = {Fe = \"x\", Cr = 0.5}\n").find("add up") == std::string::npos);
  has(message("ions = [\"Fe\"]\nexchange.Fe-Fe = 1\nmoment_unit = \"0 mu_B\"\n"), "must be above zero");
  has(message("ions = [\"Fe\"]\nexchange.Fe-Fe = 1\nmoment = 0\n"), "no ion has a moment");
}

TEST_CASE("as many ions as are allowed are read in a moment", "[input]") {
  std::string ions, exchange, fractions;
  for (int a = 0; a < 255; ++a) {
    ions += "\"i" + std::to_string(a) + "\", ";
    fractions += a == 0 ? "" : "i" + std::to_string(a) + " = 0.001, ";
    for (int b = a; b < 255; ++b) {
      exchange += "i" + std::to_string(a) + "-i" + std::to_string(b) + " = 1, ";
    }
  }
  const auto cut = [](std::string list) { return list.substr(0, list.size() - 2); };
  const Parsed p(input_text("ions = [" + cut(ions) + "]\nfractions = {" + cut(fractions) + "}\nexchange = {" +
                            cut(exchange) + "}\n"));
  CHECK(p.material.exchange[254][253] == 1.0);
}

TEST_CASE("any name that is no nonsense reads back", "[input]") {
  for (const std::string ion :
       {"Fe3+", "O2-", "Gr\u00F6\u00DFe", "\u00E9", "A-B", "x", "energy", "(2a)", "a:b", "$", "~"}) {
    INFO(ion);
    const std::string key = "\"" + ion + "-" + ion + "\"", to_b = "\"" + ion + "-B\"";
    const Parsed p(input_text("ions = [\"" + ion + "\", \"B\"]\nfractions = {\"" + ion +
                              "\" = [0.25, 0.5]}\nexchange = {" + key + " = 1, " + to_b +
                              " = 2, B-B = 3}\n[measure.target_error]\n\"weak_moment_" + ion + "\" = 0.1\n"));
    const std::string text = p.reader.resolved();
    const Parsed again(text);
    CHECK(again.material.ions == p.material.ions);
    CHECK(again.material.exchange == p.material.exchange);
    CHECK(again.reader.resolved() == text);
  }
}

TEST_CASE("nonsense is no name of an ion", "[input]") {
  for (const std::string ion :
       {"",     " ",    "Fe 3",   "a=b",    "x.y",    "a/b",     "'q'",
        "\\\"", "[]",   "#",      "\\t",    "\\n",    "\\u0000", "{",
        "a,b",  "\\\\", "\u00A0", "\u2003", "\u0085", "\u200B",  "abcdefghijklmnopqrstuvwxyz0123456"}) {
    INFO(ion);
    CHECK_THROWS_AS(Parsed(input_text("ions = [\"" + ion + "\"]\n")), InputError);
  }
}

TEST_CASE("ions are drawn with their fractions, independently in each system", "[heisenberg]") {
  const Parsed p(input_text(two_ions + "fractions.Cr = [0.0, 0.35, 1.0]\n"));
  const auto simulation = p.model().make(run::Space::default_space);
  CHECK(simulation->systems() == 9);
  std::vector<std::vector<std::uint8_t>> species;
  for (int s = 0; s < 9; ++s) {
    species.push_back(simulation->configuration(s).labels);
    const auto cr = static_cast<double>(std::count(species.back().begin(), species.back().end(), 1));
    const double expected = 4096 * p.material.fractions[static_cast<std::size_t>(s) / 3][1];
    CHECK(std::abs(cr - expected) <= 4 * std::sqrt(expected * (1 - expected / 4096)));
  }
  CHECK(species[3] != species[4]);
  CHECK(species[4] != species[5]);
}

TEST_CASE("three ions are measured apart", "[heisenberg]") {
  const Parsed p(
      input_text("ions = [\"A\", \"B\", \"C\"]\nfractions = {A = 0.2, B = 0.3}\nmoment = {A = 1.0, B = 2.0, C = 4.0}\n"
                 "exchange = {A-A = 1, A-B = 1, A-C = 1, B-B = 1, B-C = 1, C-C = 1}\n"));
  const models::Model model = p.model();
  const auto simulation = model.make(run::Space::default_space);
  simulation->set_conditions(1.0, 0.002);
  simulation->sweep_and_measure(0);
  std::vector<double> measured;
  simulation->collect([&](int system, std::span<const double> raw) {
    if (system == 1) {
      measured.assign(raw.begin(), raw.end());
    }
  });
  const run::Configuration c = simulation->configuration(1);
  for (std::size_t ion = 0; ion < 3; ++ion) {
    double sum = 0;
    for (std::size_t site = 0; site < c.labels.size(); ++site) {
      sum += c.labels[site] == ion ? static_cast<double>(c.values[3 * site + 2]) : 0.0;
    }
    const std::string name = "magnetisation_" + p.material.ions[ion] + "_z";
    const auto& moments = model.moments;
    const auto at =
        std::find_if(moments.begin(), moments.end(), [&](const models::Moment& m) { return m.name == name; });
    CHECK(std::abs(measured[static_cast<std::size_t>(at - moments.begin())] - p.material.moment[ion] * sum / 4096) <
          1e-7);
  }
}
