// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/tuning.hpp"

#include "backend/backend.hpp"
#include "build_info.hpp"
#include "errors/errors.hpp"
#include "parallel/session.hpp"

#include <neel/run/tuner.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace neel::program {

namespace {

std::filesystem::path folder() {
  const auto variable = [](const char* name) {
    const char* const text = std::getenv(name);
    return std::filesystem::path(text == nullptr ? "" : text);
  };
  const std::filesystem::path cache = variable("XDG_CACHE_HOME"), home = variable("HOME");
  return cache.is_absolute() ? cache / "neel" : home.is_absolute() ? home / ".cache" / "neel" : "";
}

/// Lines of three columns: machine, kernel and shape, strategy. Of two lines for one key the last holds.
void read(const std::filesystem::path& file, run::Tuning& all) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (const std::size_t end = line.rfind('\t'); end != std::string::npos) {
      all.known[line.substr(0, end)] = line.substr(end + 1);
    }
  }
}

/// Processes may write at the same time: a line is one write to the file's end.
void append(const std::filesystem::path& file, const std::string& line) {
  std::error_code ignored;
  std::filesystem::create_directories(file.parent_path(), ignored);
  if (const int to = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666); to >= 0) {
    [[maybe_unused]] const ssize_t written = write(to, line.data(), line.size());
    close(to);
  }
}

} // namespace

void begin_tuning() {
  run::Tuning& all = run::tuning();
  if (const char* const text = std::getenv("NEEL_TUNING"); text != nullptr && *text != '\0') {
    const std::string said = text;
    all.on = said != "off";
    if (all.on &&
        std::find(run::strategy_names.begin(), run::strategy_names.end(), said) == run::strategy_names.end()) {
      std::string known;
      for (const char* const s : run::strategy_names) {
        known += std::string(known.empty() ? "" : ", ") + s;
      }
      throw InputError("NEEL_TUNING: expected off or a strategy (" + known + "), found " + said);
    }
    all.forced = all.on ? said : "";
    return;
  }
  all.machine = std::string(NEEL_VERSION) + " " + NEEL_REVISION + ", " + backend::name();
  const std::filesystem::path file = folder() / "tuning.tsv";
  if (file.has_parent_path()) {
    read(file, all);
    if (parallel::leads()) {
      all.keep = [file](const std::string& key, const std::string& strategy) {
        append(file, key + '\t' + strategy + '\n');
      };
    }
  }
}

} // namespace neel::program
