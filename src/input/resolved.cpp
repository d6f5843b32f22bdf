// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// An input written out as TOML, defaults filled in, and what two of these differ in.

#include "input/run_input.hpp"

#include <charconv>

namespace neel::input {

std::string exact(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  std::string text(buffer, end);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

std::string exact(const std::vector<double>& values) {
  std::string text = "[";
  for (const double v : values) {
    text += (text.size() > 1 ? ", " : "") + exact(v);
  }
  return text + "]";
}

std::string quoted(const std::string& text) {
  std::string t = "\"";
  for (const char c : text) {
    t += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
  }
  return t + "\"";
}

namespace {

std::string resolved(const ScheduleInput& s, bool has_field) {
  const auto field = [&](const std::string& value) { return has_field ? "\nfield = " + value : ""; };
  const std::string start = "\nstart = \"" + s.start + "\"\n";
  if (s.quench()) {
    std::string times;
    for (const std::int64_t t : s.times) {
      times += (times.empty() ? "" : ", ") + std::to_string(t);
    }
    return "[schedule]\nkind = \"quench\"\nT = " + exact(s.temperature.front()) + field(exact(s.field.front())) +
           "\ntimes = [" + times + "]" + start;
  }
  return std::string("[schedule]\nkind = \"") + (s.temper ? "temper" : "anneal") + "\"\nT = " + exact(s.temperature) +
         field(exact(s.field)) + "\nthermalize = " + std::to_string(s.thermalize) +
         "\nsweeps = " + std::to_string(s.sweeps) + "\nmeasure_every = " + std::to_string(s.measure_every) + start;
}

} // namespace

std::string resolved(const RunInput& run) {
  const auto n = [](std::int64_t v) { return std::to_string(v); };
  const auto axis = [&](int a) {
    return run.lattice.periodic[static_cast<std::size_t>(a)] ? "\"periodic\"" : "\"open\"";
  };
  std::string t = "[model]\nname = \"" + run.model + "\"\nunits = \"" + run.unit.name + "\"\n";
  if (run.unit.name == "reduced" && run.unit.kelvin) {
    t += "unit = \"" + exact(*run.unit.kelvin) + " K\"\n";
  }
  t += "\n[lattice]\nsize = [" + n(run.lattice.size[0]) + ", " + n(run.lattice.size[1]) + ", " +
       n(run.lattice.size[2]) + "]\nboundary = [" + axis(0) + ", " + axis(1) + ", " + axis(2) + "]\n";
  t += "\n" + resolved(run.schedule, run.has_field);
  t += "\n[algorithm]\nupdate = [";
  for (const UpdateInput& u : run.update) {
    t += (t.back() == '[' ? "\"" : ", \"") + u.name + (u.count > 1 ? ":" + n(u.count) : "") + "\"";
  }
  t += "]\nseed = " + std::to_string(run.seed) + "\nsystems = " + n(run.systems) + "\n";
  if (run.schedule.temper) {
    t += "\n[pt]\nevery = " + n(run.schedule.exchange_every) + "\ntune = " + (run.schedule.tune ? "true" : "false") +
         "\n";
  }
  t += "\n[measure]\nbins = " + n(run.bins) + "\n";
  for (const auto& [observable, error] : run.target_error) {
    t += "target_error." + observable + " = " + exact(error) + "\n";
  }
  return t;
}

std::string resolved(const OutputInput& output) {
  std::string when;
  if (output.checkpoint_seconds > 0) {
    when = "\"" + exact(output.checkpoint_seconds) + " s\"";
  }
  if (output.checkpoint_points > 0) {
    when += (when.empty() ? "\"" : ", \"") + std::to_string(output.checkpoint_points) + " points\"";
  }
  return std::string("[output]\nconfigurations = \"") + (output.configurations ? "final" : "none") +
         "\"\ncheckpoint = [" + (when.empty() ? "\"none\"" : when) + "]\n";
}

namespace {

void flatten(const Value& value, const std::string& key, std::map<std::string, std::string>& flat) {
  if (const auto* table = value.as<Value::Table>()) {
    for (const auto& [name, entry] : *table) {
      flatten(entry, key.empty() ? name : key + "." + name, flat);
    }
  } else {
    flat[key] = value.shown;
  }
}

} // namespace

std::vector<Difference> differences(const std::string& before, const std::string& now) {
  std::map<std::string, std::string> old_keys, new_keys;
  flatten(parse_toml(before, "the stored input"), "", old_keys);
  flatten(parse_toml(now, "the input"), "", new_keys);
  std::vector<Difference> all;
  for (const auto& [key, value] : old_keys) {
    const auto other = new_keys.find(key);
    if (other == new_keys.end() || other->second != value) {
      all.push_back({key, value, other == new_keys.end() ? "-" : other->second});
    }
  }
  for (const auto& [key, value] : new_keys) {
    if (!old_keys.contains(key)) {
      all.push_back({key, "-", value});
    }
  }
  return all;
}

} // namespace neel::input
