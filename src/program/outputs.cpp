// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/outputs.hpp"

#include "input/value.hpp"
#include "output/results.hpp"
#include "program/part.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace neel::program {

namespace {

namespace fs = std::filesystem;

constexpr std::array all_endings{".chk.h5", ".chk.h5.prev",   ".h5",   ".tsv", ".vtkhdf", ".new.vtkhdf",
                                 ".pbm",    ".resolved.toml", ".stop", ".log", ".watch",  ".live.vtkhdf"};

constexpr const char* more_ending = ".more";

std::string first_line(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line(64, '\0');
  file.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
  return line.substr(0, line.find('\n'));
}

bool is_result(const std::string& path) {
  try {
    output::read_summary(path);
    return true;
  } catch (const UserError&) {
    return false;
  }
}

/// Names alone do not tell: data.log and data.tsv may be anybody's. A run begins with its resolved input, so beside that
/// a file that cannot be read is one of its own, damaged.
bool is_ours(const std::string& base, const std::string& ending) {
  const std::string path = base + ending;
  if (ending == ".log" && (fs::file_size(path) == 0 || first_line(path).starts_with("Neel "))) {
    return true; // after a power cut it may hold zeros: then the other files tell
  }
  if (ending == ".tsv" && first_line(path).starts_with("# Neel ")) {
    return true;
  }
  const bool generic =
      ending == ".log" || ending == ".h5" || ending == ".tsv" || ending == ".vtkhdf" || ending == ".pbm";
  return !generic || first_line(base + ".resolved.toml") == "[model]" || fs::exists(base + ".chk.h5") ||
         is_result(base + ".h5");
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
    for (const char* ending : all_endings) {
      std::error_code error;
      if (fs::equivalent(file, base + ending, error)) {
        throw InputError(what + ": " + base + ending +
                         " is a file that this run writes; choose --name or --out to write elsewhere");
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
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
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
