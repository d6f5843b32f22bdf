// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "view/run_files.hpp"

#include "errors/errors.hpp"
#include "files/durable.hpp"
#include "view/curves.hpp"
#include "view/frame.hpp"
#include "view/positions.hpp"

#include <nlohmann/json.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace neel::view {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t shown_lines = 14; ///< of the log
constexpr double fresh = 30;            ///< seconds: a picture from the run that is not older comes from one at work

/// Changes when the file does; empty if there is none.
std::string revision(const std::string& path) {
  struct stat s{};
  if (::stat(path.c_str(), &s) != 0) {
    return "";
  }
  return std::to_string(s.st_ino) + "." + std::to_string(s.st_size) + "." + std::to_string(s.st_mtim.tv_sec) + "." +
         std::to_string(s.st_mtim.tv_nsec);
}

double age(const std::string& path) {
  std::error_code error;
  const auto written = fs::last_write_time(path, error);
  return error ? 1e9 : std::chrono::duration<double>(fs::file_time_type::clock::now() - written).count();
}

/// None where it cannot be read.
std::deque<std::string> last_lines(const std::string& path) {
  constexpr std::size_t enough = 8192;
  std::deque<std::string> lines;
  try {
    std::istringstream text(files::last_bytes(path, enough));
    for (std::string line; std::getline(text, line);) {
      lines.push_back(line);
      if (lines.size() > shown_lines) {
        lines.pop_front();
      }
    }
  } catch (const FileError&) {
    lines.clear();
  }
  return lines;
}

} // namespace

void RunFiles::Opened::look() {
  const std::string now = view::revision(path);
  if (now == revision) {
    return;
  }
  revision = now;
  file.reset();
  trouble.clear();
  if (!now.empty()) {
    try {
      file.emplace(path);
    } catch (const FileError& e) {
      trouble = e.what();
      revision.clear(); // it may be about to be written: try again
    }
  }
}

RunFiles::~RunFiles() {
  if (asked_) {
    std::error_code error;
    fs::remove(base_ + ".watch", error);
  }
}

/// The names of ions and sublattices, and how many cells there are, from the resolved input.
void RunFiles::read_input() {
  const std::string path = base_ + ".resolved.toml", now = revision(path);
  if (now.empty() || now == input_revision_) {
    return;
  }
  input_revision_ = now;
  try {
    const input::Value root = input::parse_toml(files::read_text(path), path);
    const std::vector<std::string> model = texts(input::find(root, "model.name"));
    model_ = model.empty() ? "" : model.front();
    ions_ = texts(input::find(root, "material.ions"));
    sublattices_.clear();
    const input::Value* const basis = input::find(root, "lattice.basis");
    if (const auto* list = basis == nullptr ? nullptr : basis->as<input::Value::List>()) {
      for (const input::Value& site : *list) {
        const std::vector<std::string> name = texts(input::find(site, "name"));
        sublattices_.push_back(name.empty() ? "" : name.front());
      }
    }
    cells_ = 1;
    const input::Value* const size = input::find(root, "lattice.size");
    if (const auto* list = size == nullptr ? nullptr : size->as<input::Value::List>()) {
      for (const input::Value& n : *list) {
        cells_ *= n.as<std::int64_t>() != nullptr ? *n.as<std::int64_t>() : 1;
      }
    }
  } catch (const UserError&) {
    model_.clear(); // being written, or damaged: the page shows what there is
  }
}

void RunFiles::look() {
  read_input();
  for (const char* ending : {".new.vtkhdf", ".vtkhdf"}) { // the first: until a run that begins again replaces the other
    kept_.path = base_ + ending;
    kept_.look();
    if (kept_.file) {
      break;
    }
  }
  live_.look();
  const std::string now = revision(base_ + ".h5");
  if (now == results_revision_) {
    return;
  }
  results_revision_ = now;
  complete_ = false;
  if (!now.empty()) {
    try {
      const files::Hdf5Reader file(base_ + ".h5");
      complete_ = file.integer_attribute("/results", "complete") == 1;
    } catch (const FileError&) {
      results_revision_.clear();
    }
  }
}

/// For another picture, if a run can be at work.
void RunFiles::ask() {
  std::error_code error;
  if (complete_ || input_revision_.empty() || fs::exists(base_ + ".watch", error)) {
    return;
  }
  asked_ = std::ofstream(base_ + ".watch").good();
}

std::string RunFiles::state() {
  look();
  ask();
  const bool working = !complete_ && age(live_.path) < fresh;
  const std::string status = complete_                   ? "finished"
                             : working                   ? "at work"
                             : results_revision_.empty() ? "no results yet"
                                                         : "not finished";
  const std::int64_t steps = kept_.file ? kept_.file->steps() : 0;
  const Configurations* const any = kept_.file ? &*kept_.file : live_.file ? &*live_.file : nullptr;
  const Json systems = kept_.file ? Json(kept_.file->systems()) : Json::array({0});
  return to_text({{"kind", "view"},
                  {"name", fs::path(base_).filename().string()},
                  {"model", model_},
                  {"status", status},
                  {"trouble", kept_.trouble},
                  {"sites", any == nullptr ? ""
                            : kept_.file   ? "kept"
                                           : "live"},
                  {"frames",
                   {{"count", steps + (live_.file ? 1 : 0)},
                    {"live", live_.file.has_value()},
                    {"revision", kept_.revision + "/" + live_.revision}}},
                  {"systems", systems},
                  {"ions", ions_},
                  {"sublattices", sublattices_},
                  {"curves", results_revision_},
                  {"log", last_lines(base_ + ".log")}});
}

std::string RunFiles::sites() {
  look();
  if (!kept_.file && !live_.file) {
    throw FileError(base_ + ".vtkhdf is not there yet");
  }
  return (kept_.file ? *kept_.file : *live_.file).sites(cells_);
}

std::string RunFiles::frame(std::int64_t step, int system) {
  look();
  const std::int64_t steps = kept_.file ? kept_.file->steps() : 0;
  if (live_.file && (step < 0 || step >= steps)) {
    return live_.file->frame(0, system);
  }
  if (!kept_.file) {
    throw FileError(base_ + ".vtkhdf is not there yet");
  }
  return kept_.file->frame(step, system);
}

std::string RunFiles::curves() { return read_curves(base_ + ".h5"); }

} // namespace neel::view
