// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "files/checksum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace neel::files {

namespace {

constexpr std::uint64_t prime = 0x100000001B3ULL; // of 64-bit FNV

std::uint64_t stir(std::uint64_t state, std::uint64_t word) {
  state = (state ^ word) * prime;
  return state ^ state >> 32;
}

} // namespace

void Checksum::add(std::string_view bytes) {
  length_ += bytes.size();
  while (!bytes.empty()) {
    std::array<std::uint64_t, 8> words{}; // zeros behind the end, which the length tells from data
    const std::size_t n = std::min(bytes.size(), sizeof words);
    std::memcpy(words.data(), bytes.data(), n);
    for (std::size_t k = 0; k < words.size(); ++k) {
      lanes_[k] = stir(lanes_[k], words[k]);
    }
    bytes.remove_prefix(n);
  }
}

std::uint64_t Checksum::value() const {
  std::uint64_t all = length_;
  for (const std::uint64_t lane : lanes_) {
    all = stir(all, lane);
  }
  return all;
}

std::string hex(std::uint64_t value) { return fmt::format("{:016x}", value); }

std::string checksum(std::string_view bytes) {
  std::uint64_t h = 0xCBF29CE484222325ULL;
  for (const char c : bytes) {
    h = (h ^ static_cast<unsigned char>(c)) * prime;
  }
  return hex(h);
}

} // namespace neel::files
