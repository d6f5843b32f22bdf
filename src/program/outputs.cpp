// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/outputs.hpp"

#include "files/durable.hpp"
#include "files/hdf5.hpp"
#include "input/value.hpp"
#include "output/checkpoint.hpp"
#include "output/results.hpp"
#include "program/part.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

namespace neel::program {

namespace {

namespace fs = std::filesystem;

constexpr std::array all_endings{".chk.h5", ".chk.h5.prev",   ".h5",   ".tsv", ".vtkhdf", ".new.vtkhdf",
                                 ".pbm",    ".resolved.toml", ".stop", ".log", ".watch",  ".live.vtkhdf"};

constexpr const char* more_ending = ".more";

std::string first_line(const std::string& path) {
  constexpr std::size_t enough = 64;
  try {
    const std::string begin = files::first_bytes(path, enough);
    return begin.substr(0, begin.find('\n'));
  } catch (const FileError&) {
    return {};
  }
}

bool has_format(const std::string& path, const std::string& object, const std::string& format) {
  try {
    const files::Hdf5Reader file(path, false);
    return file.has(object, "format") && file.text_attribute(object, "format") == format;
  } catch (const FileError&) {
    return false;
  }
}

enum class ResultState { none, not_complete, complete };

ResultState results_of(const std::string& base) {
  try {
    return output::read_summary(base + ".h5").complete ? ResultState::complete : ResultState::not_complete;
  } catch (const UserError&) {
    return ResultState::none;
  }
}

/// Inputs that people write begin so, too, but not with all that a resolved one has.
bool is_input_of_run(const std::string& path) {
  try {
    return first_line(path) == "[model]" &&
           files::read_text(path).find("\n[output]\nconfigurations = ") != std::string::npos;
  } catch (const FileError&) {
    return false;
  }
}

/// Does its content say that Neel wrote it?
bool is_known(const std::string& path, const std::string& ending) {
  std::error_code error;
  const bool empty = fs::file_size(path, error) == 0;
  if (ending == ".log") { // after a power cut it may hold zeros: then the other files tell
    return empty || first_line(path).starts_with("Neel ");
  }
  if (ending == ".tsv") {
    return first_line(path).starts_with("# Neel ");
  }
  if (ending == ".resolved.toml") { // of a scan, there is nothing else before its end
    return is_input_of_run(path) ||
           first_line(path.substr(0, path.size() - ending.size()) + ".log").starts_with("Neel ");
  }
  if (ending.ends_with(".vtkhdf")) {
    return (empty && ending != ".vtkhdf") || has_format(path, "/neel", "neel-snapshots");
  }
  if (ending == ".chk.h5.prev") {
    return empty || has_format(path, "/", output::checkpoint_format);
  }
  if (ending == ".watch") {
    return empty;
  }
  return ending == ".stop" ||
         ending == ".chk.h5"; // a request; and what cannot be read as a checkpoint is an error later
}

/// Names alone do not tell: data.log and data.tsv may be anybody's. A run begins with its resolved input, so beside that
/// a file that cannot be read is one of its own, damaged; but files that go at the end of a run are not those of one that has ended.
bool is_ours(const std::string& base, const std::string& ending) {
  if (is_known(base + ending, ending)) {
    return true;
  }
  const bool goes =
      ending == ".chk.h5.prev" || ending == ".new.vtkhdf" || ending == ".live.vtkhdf" || ending == ".watch";
  const bool began = is_input_of_run(base + ".resolved.toml") || fs::exists(base + ".chk.h5");
  if (began && !goes) {
    return true;
  }
  const ResultState there = results_of(base);
  return goes ? (began && there != ResultState::complete) : there != ResultState::none;
}

} // namespace

std::string output_base(const RunOptions& options) {
  const std::string name = options.name.empty() ? fs::path(options.input).stem().string() : options.name;
  if (name.find('/') != std::string::npos || name == "." || name == "..") {
    throw InputError("--name " + name + ": expected a name for files, without a folder; --out takes the folder");
  }
  if (name.ends_with(more_ending)) {
    throw InputError("--name " + name + ": names that end in " + more_ending +
                     " are for systems that are added to a run");
  }
  if (is_part_name(name)) {
    throw InputError("--name " + name + ": names that end in .part-K-of-N are for parts of a run (--part)");
  }
  std::error_code error;
  if (!options.dry_run && !fs::create_directories(options.out, error) && error) {
    throw FileError("cannot make the directory " + options.out + ": " + error.message());
  }
  return options.out == "." ? name : (fs::path(options.out) / name).string();
}

void keep_files_read(const std::vector<std::pair<std::string, std::string>>& files, const std::string& base) {
  for (const auto& [what, file] : files) {
    for (const std::string& of : {base, more_base(base)}) {
      for (const char* ending : all_endings) {
        std::error_code error;
        if (fs::equivalent(file, of + ending, error)) {
          throw InputError(what + ": " + of + ending +
                           " is a file that this run writes; choose --name or --out to write elsewhere");
        }
      }
    }
  }
}

void keep_foreign_files(const std::string& base) {
  for (const std::string ending : all_endings) {
    std::error_code error;
    const fs::file_status status = fs::status(base + ending, error);
    if (!fs::exists(status)) {
      continue;
    }
    if (fs::is_fifo(status) || fs::is_socket(status)) {
      throw InputError(base + ending + " is in the way: a run writes to regular files; use --name or --out");
    }
    if (fs::is_regular_file(status) && !is_ours(base, ending)) {
      throw InputError(base + ending +
                       " is there, and no run of Neel wrote it: use --name or --out to write elsewhere, "
                       "or --force to overwrite it");
    }
  }
}

void remove_outputs(const std::string& base) {
  for (const std::string ending : all_endings) {
    std::error_code error;
    const std::string path = base + ending;
    if (ending != ".log" && !fs::is_directory(path, error) && !fs::remove(path, error) && error) {
      throw FileError("cannot remove " + path + ": " + error.message());
    }
  }
  remove_all(more_base(base));
}

void remove_leftovers(const std::string& base, bool keep_checkpoint) {
  std::error_code error;
  for (const char* ending : {".watch", ".live.vtkhdf", ".chk.h5.prev", ".chk.h5.part"}) {
    fs::remove(base + ending, error);
  }
  if (!keep_checkpoint) {
    fs::remove(base + ".chk.h5", error);
  }
}

std::string more_base(const std::string& base) { return base + more_ending; }

void remove_all(const std::string& base) {
  std::vector<std::string> ours; // found before the files go by which others are known
  for (const std::string ending : all_endings) {
    std::error_code error;
    if (fs::is_regular_file(base + ending, error) && is_ours(base, ending)) {
      ours.push_back(base + ending);
    }
  }
  for (const std::string& path : ours) {
    std::error_code error;
    fs::remove(path, error);
  }
}

std::string read_input(const std::string& path) {
  std::string text = files::read_text(path);
  bool sound = false;
  try {
    sound = input::find(input::parse_toml(text, path), "model.name") != nullptr;
  } catch (const InputError&) {
    sound = false;
  }
  if (!sound) {
    throw FileError("cannot read " + path + ": damaged");
  }
  return text;
}

bool has_outputs(const std::string& base) {
  std::error_code error;
  return std::any_of(all_endings.begin(), all_endings.end(), [&](const std::string_view ending) {
    return ending != ".log" && ending != ".stop" && ending != ".watch" && fs::exists(base + std::string(ending), error);
  });
}

} // namespace neel::program
