// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/part.hpp"

#include <charconv>
#include <filesystem>

namespace neel::program {

namespace {

constexpr std::string_view part_mark = ".part-", between = "-of-";

/// Two whole numbers with `middle` between them, and nothing else: "2/3".
std::optional<Part> parse(std::string_view text, std::string_view middle) {
  constexpr std::int64_t most_parts = 1'000'000;
  Part part;
  const std::size_t at = text.find(middle);
  if (at == std::string_view::npos) {
    return {};
  }
  for (const auto& [digits, number] :
       {std::pair{text.substr(0, at), &part.number}, std::pair{text.substr(at + middle.size()), &part.of}}) {
    const auto [rest, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), *number);
    if (failure != std::errc{} || rest != digits.data() + digits.size()) {
      return {};
    }
  }
  return part.number >= 1 && part.number <= part.of && part.of <= most_parts ? std::optional(part) : std::nullopt;
}

} // namespace

std::optional<Part> read_part(const RunOptions& options) {
  if (options.part.empty()) {
    return {};
  }
  const auto part = parse(options.part, "/");
  if (!part) {
    throw InputError("--part " + options.part + ": expected K/N, such as 1/8, with K from 1 to N and N up to 1000000");
  }
  return part;
}

std::string to_text(Part part) { return std::to_string(part.number) + "/" + std::to_string(part.of); }

std::string part_base(const std::string& base, Part part) {
  return base + std::string(part_mark) + std::to_string(part.number) + std::string(between) + std::to_string(part.of);
}

bool is_part_name(std::string_view name) {
  const std::size_t at = name.rfind(part_mark);
  return at != std::string_view::npos && parse(name.substr(at + part_mark.size()), between).has_value();
}

std::set<Part> find_parts(const std::string& base, bool logs) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(base).parent_path();
  const std::string begin = fs::path(base).filename().string() + std::string(part_mark);
  std::set<Part> found;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.empty() ? "." : folder, error)) {
    const std::string file = entry.path().filename().string();
    if (file.starts_with(begin) && (logs || !file.ends_with(".log"))) {
      const std::string_view rest = std::string_view(file).substr(begin.size());
      if (const auto part = parse(rest.substr(0, rest.find('.')), between)) {
        found.insert(*part);
      }
    }
  }
  return found;
}

} // namespace neel::program
