// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel keys: every key of an input.

#include "files/print.hpp"
#include "models/models.hpp"
#include "program/commands.hpp"
#include "program/json.hpp"

#include <fmt/ranges.h>

#include <algorithm>

namespace neel::program {

namespace {

/// A vertical bar would end a cell.
std::string cell(const std::string& text) {
  std::string t;
  for (const char c : text) {
    t += c == '|' ? "\\|" : std::string(1, c);
  }
  return t;
}

} // namespace

namespace {

struct KeyRow {
  std::vector<std::string> models; ///< all that have it so
  input::Declaration key;
};

bool same(const input::Declaration& a, const input::Declaration& b) {
  return a.key == b.key && a.expected == b.expected && a.otherwise == b.otherwise && a.meaning == b.meaning;
}

/// The keys of one model, or of all: those that mean the same in several models once, those of one name one after another.
std::vector<KeyRow> key_rows(const std::string& model) {
  std::vector<KeyRow> all;
  const std::vector<std::string> names = models::names();
  for (const std::string& name : model.empty() ? names : std::vector{model}) {
    for (const input::Declaration& d : models::keys(name)) {
      const auto known = std::find_if(all.begin(), all.end(), [&](const KeyRow& r) { return same(r.key, d); });
      if (known != all.end()) {
        known->models.push_back(name);
        continue;
      }
      const auto last = std::find_if(all.rbegin(), all.rend(), [&](const KeyRow& r) { return r.key.key == d.key; });
      all.insert(last == all.rend() ? all.end() : last.base(), KeyRow{{name}, d});
    }
  }
  return all;
}

void print_keys_as_json(const std::vector<KeyRow>& rows) {
  Json j = json_of("keys");
  j["keys"] = Json::array();
  for (const auto& [models, d] : rows) {
    j["keys"].push_back({{"key", d.key},
                         {"models", models},
                         {"expected", d.expected},
                         {"default", or_null(d.otherwise)},
                         {"meaning", d.meaning}});
  }
  print_json(j);
}

} // namespace

ExitCode keys(const KeysOptions& options) {
  const std::vector<KeyRow> all = key_rows(options.model);
  if (options.json) {
    print_keys_as_json(all);
    return ExitCode::done;
  }
  const bool several = options.model.empty();
  if (options.markdown) {
    files::print("| key |{} default | expected | meaning |\n|---|---|---|---|{}\n", several ? " models |" : "",
                 several ? "---|" : "");
  }
  for (const auto& [models, d] : all) {
    const bool by_all = models.size() == models::names().size();
    const std::string whose = by_all ? "all" : fmt::format("{}", fmt::join(models, ", "));
    if (options.markdown) {
      files::print("| `{}` | {}{} | {} | {} |\n", d.key, several ? whose + " | " : "",
                   d.otherwise.empty() ? "–" : cell(d.otherwise), cell(d.expected), cell(d.meaning));
    } else {
      files::print("{}{}\n", d.key, several && !by_all ? " (" + whose + ")" : "");
      const std::string otherwise = d.otherwise.empty() ? "; must be there" : "; default: " + d.otherwise;
      for (const std::string& text : {d.expected + otherwise, d.meaning}) {
        files::print("{}", files::wrapped(text, "    ", "    "));
      }
    }
  }
  return ExitCode::done;
}

} // namespace neel::program
