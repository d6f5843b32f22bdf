// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "input/update.hpp"

#include <algorithm>
#include <charconv>

namespace neel::input {

namespace {

/// "overrelax:5".
UpdateInput parse_update(Reader& in, const std::string& key, const std::string& text) {
  UpdateInput u{text.substr(0, text.find(':')), 1};
  if (u.name.size() < text.size()) {
    const char* const end = text.data() + text.size();
    const auto [rest, failure] = std::from_chars(text.data() + u.name.size() + 1, end, u.count);
    if (failure != std::errc{} || rest != end || u.count < 1 || u.count > 1000) {
      in.error(key, "expected a count from 1 to 1000 behind the colon, found \"" + text + "\"");
      u.count = 1;
    }
  }
  return u;
}

} // namespace

void read_update(Reader& in, const ModelTraits& model, RunInput& run) {
  const std::string key = "algorithm.update";
  const std::string known = joined(model.updates);
  run.update.clear();
  bool ergodic = false, clusters = false;
  int total = 0;
  for (const std::string& text :
       in.texts({key, "what a sweep consists of, one after another, of " + known +
                          (model.updates.size() == 1 ? ""
                                                     : "; a count from 1 to 1000 stands behind a colon, as in "
                                                       "[\"heatbath\", \"overrelax:5\"], 1024 in all")},
                model.update)) {
    const UpdateInput u = parse_update(in, key, text);
    if (std::find(model.updates.begin(), model.updates.end(), u.name) == model.updates.end()) {
      in.error(key, "\"" + u.name + "\" is not one of " + known);
    }
    ergodic = ergodic || u.name != "overrelax";
    if (clusters && !is_cluster_update(u.name)) {
      in.error(key, "\"" + u.name + "\" stands behind a cluster move; these are the last moves of a sweep");
    }
    clusters = clusters || is_cluster_update(u.name);
    total += u.count;
    run.update.push_back(u);
  }
  const auto word = [](const UpdateInput& u) {
    return quoted(u.name + (u.count > 1 ? ":" + std::to_string(u.count) : ""));
  };
  in.resolve(key, "[" + joined(run.update, word) + "]");
  if (model.updates.size() == 1 && total != 1) {
    in.error(key, "this model knows one update, and makes it once; leave the key out");
  }
  if (!ergodic) {
    in.error(key, "overrelax alone keeps the energy; name another update beside it");
  }
  if (total > 1024) { // random counters have ten bits for them
    in.error(key, "more than 1024 moves of each site in a sweep");
  }
}

} // namespace neel::input
