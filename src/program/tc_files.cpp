// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/tc_files.hpp"

#include "files/durable.hpp"
#include "output/real_units.hpp"
#include "program/json.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "build_info.hpp"

namespace neel::program {

namespace {

const char* const head_of_tsv = "# Neel tc";
const char* const head_of_toml = "# Inputs that neel tc made";
const char* const head_of_json = "{\n  \"format\": 1,\n  \"kind\": \"tc\"";

const std::pair<const char*, const char*> heads[] = {
    {".tsv", head_of_tsv}, {".toml", head_of_toml}, {".json", head_of_json}};

std::string toml_of(const std::string& input, const tc::Question& question, const std::vector<TcRun>& runs) {
  std::string t = fmt::format(
      "{} of {}: each is that input with the keys of [all] and its own set\n# (neel run {} --name NAME --set "
      "KEY=VALUE ...), [schedule] and [measure] left out.\n\n[all]\nset = [",
      head_of_toml, input, input);
  const auto list = [](const std::vector<std::string>& keys) {
    std::string text;
    for (const std::string& key : keys) {
      text += (text.empty() ? "" : ",\n       ") + input::quoted(key);
    }
    return text + "]\n";
  };
  t += list(question.common());
  for (const TcRun& run : runs) {
    t += "\n[[run]]\nname = " + input::quoted(run.name) + "\nset = [" + list(run.keys);
  }
  return t;
}

std::string tsv_of(const tc::Question& question, const tc::Search& search, const tc::Answer& answer) {
  const std::string unit = question.expected().unit.label();
  std::string t = fmt::format("{} {}: {}\n", head_of_tsv, NEEL_VERSION, name_of(answer.status));
  if (answer.limit) {
    t += fmt::format("# T_c\t{}\t{}\t{}\n# statistical error\t{}\n# systematic error, of sizes\t{}\n# by\t{}\n",
                     input::exact(answer.limit->at.value), input::exact(answer.limit->error()), unit,
                     input::exact(answer.limit->at.error), input::exact(answer.limit->systematic),
                     name_of(answer.limit->ratio));
  }
  if (!answer.sentence.empty()) {
    t += "# " + answer.sentence + "\n";
  }
  t += "# T, T_err in " + unit + "\n";
  t += "what\tL\tL_2\tsites\truns\tsweeps\ttau\tT\tT_err\tratio\tratio_err\n";
  for (const tc::SizeState& s : search.sizes()) {
    t += fmt::format("size\t{}\t-\t{}\t{}\t{}\t{:.6g}\t-\t-\t-\t-\n", s.curves.length(), question.sites(s.multiple),
                     s.runs.size(), s.sweeps, s.tau);
  }
  for (const auto& [ratio, pairs] : search.pairs()) {
    for (const tc::Pair& p : pairs) {
      t += fmt::format("{}\t{}\t{}\t-\t-\t-\t-\t{:.10g}\t{:.4g}\t{:.8g}\t{:.4g}\n", name_of(ratio), p.smaller, p.larger,
                       p.at.value, p.at.error, p.ratio.value, p.ratio.error);
    }
  }
  return t;
}

/// A size's curves on an even grid of the temperatures that it knows.
Json curves_of(const tc::SizeState& s, const std::vector<tc::Ratio>& ratios) {
  constexpr int points = 41;
  Json j{{"L", s.curves.length()}, {"runs", s.runs}, {"sweeps", s.sweeps}, {"tau", s.tau}, {"T", Json::array()}};
  for (int k = 0; k < points && s.curves.range().from < s.curves.range().to; ++k) {
    const tc::Interval range = s.curves.range();
    const double t = range.from + (range.to - range.from) * k / (points - 1);
    if (s.curves.trusted(t)) {
      j["T"].push_back(t);
      for (const tc::Ratio ratio : ratios) {
        const tc::Estimate e = s.curves.estimate(ratio, t);
        j[name_of(ratio)].push_back(e.value);
        j[name_of(ratio) + " error"].push_back(e.error);
      }
    }
  }
  return j;
}

Json json_of_answer(const std::string& input, const tc::Question& question, const tc::Search& search,
                    const tc::Answer& answer) {
  const models::ExpectedOrder& e = question.expected();
  Json j = json_of("tc");
  j["input"] = input;
  j["status"] = name_of(answer.status);
  j["sentence"] = or_null(answer.sentence);
  j["unit"] = e.unit.label();
  j["kelvin_per_unit"] = or_null(e.unit.kelvin);
  j["T_c"] = j["error"] = nullptr;
  if (answer.limit) {
    j["T_c"] = answer.limit->at.value;
    j["error"] = answer.limit->error();
    j["statistical_error"] = answer.limit->at.error;
    j["systematic_error"] = answer.limit->systematic;
    j["by"] = name_of(answer.limit->ratio);
  }
  if (answer.coexistence) {
    j["T_coexistence"] = answer.coexistence->temperature;
    j["latent_heat_per_site"] = answer.coexistence->gap;
  }
  j["mean_field"] = {{"T_c", e.temperature}, {"order", e.text}};
  j["updates"] = search.updates();
  j["crossings"] = Json::array();
  std::vector<tc::Ratio> ratios;
  for (const auto& [ratio, pairs] : search.pairs()) {
    ratios.push_back(ratio);
    for (const tc::Pair& p : pairs) {
      j["crossings"].push_back({{"of", name_of(ratio)},
                                {"L", {p.smaller, p.larger}},
                                {"T", p.at.value},
                                {"T_error", p.at.error},
                                {"ratio", p.ratio.value},
                                {"ratio_error", p.ratio.error}});
    }
  }
  if (ratios.empty()) {
    ratios = {tc::Ratio::length, tc::Ratio::binder};
  }
  j["sizes"] = Json::array();
  for (const tc::SizeState& s : search.sizes()) {
    j["sizes"].push_back(curves_of(s, ratios));
  }
  return j;
}

} // namespace

void keep_foreign_tc_files(const std::string& base) {
  for (const auto& [ending, head] : heads) {
    const std::string path = base + ending;
    if (std::filesystem::exists(path) && files::first_bytes(path, std::string(head).size()) != head) {
      throw InputError(path + " is there, and neel tc did not write it: use --name or --out to write elsewhere");
    }
  }
}

std::string plus_minus(double value, double error) {
  const int decimals =
      error > 0 && std::isfinite(error) ? std::clamp(1 - static_cast<int>(std::floor(std::log10(error))), 0, 12) : 4;
  return fmt::format("{:.{}f} +- {:.{}f}", value, decimals, error, decimals);
}

std::string tc_line(const tc::Limit& limit, const input::EnergyUnit& unit) {
  const output::ShownTemperature shown = output::shown_temperature(unit);
  const auto times = [&](double factor) { return plus_minus(limit.at.value * factor, limit.error() * factor); };
  const bool both = shown.unit != "K" && unit.kelvin;
  return "T_c = " + times(shown.factor) + " " + shown.unit + (both ? " = " + times(*unit.kelvin) + " K" : "") + "\n";
}

void write_tc_files(const std::string& base, const std::string& input, const tc::Question& question,
                    const tc::Search& search, const tc::Answer& answer, const std::vector<TcRun>& runs) {
  files::write_text(base + ".toml", toml_of(input, question, runs));
  files::write_text(base + ".tsv", tsv_of(question, search, answer));
  files::write_text(
      base + ".json",
      json_of_answer(input, question, search, answer).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

} // namespace neel::program
