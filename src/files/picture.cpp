// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "files/picture.hpp"

#include "errors/errors.hpp"
#include "files/durable.hpp"
#include "files/hdf5.hpp"

#include <algorithm>
#include <cctype>

namespace neel::files {

namespace {

constexpr std::size_t most_length = 1'000'000;

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw FileError("cannot read " + path + ": " + what);
}

/// Goes through the bytes of a PBM file.
class PbmText {
public:
  PbmText(const std::string& path, std::string bytes) : path_(path), bytes_(std::move(bytes)) {}

  char next() {
    skip_space();
    return bytes_[at_++];
  }
  int length() {
    std::size_t value = 0;
    skip_space();
    for (; at_ < bytes_.size() && std::isdigit(static_cast<unsigned char>(bytes_[at_])) != 0; ++at_) {
      value = std::min(value * 10 + static_cast<std::size_t>(bytes_[at_] - '0'), most_length + 1);
    }
    if (value < 1 || value > most_length) {
      fail(path_, "a length is not a number from 1 to 1000000");
    }
    return static_cast<int>(value);
  }
  /// The byte at the present place, whatever it is.
  char byte() { return at_ < bytes_.size() ? bytes_[at_++] : '\0'; }
  /// What follows the single white space after the lengths.
  std::string_view rest() const { return std::string_view(bytes_).substr(std::min(at_ + 1, bytes_.size())); }

private:
  /// Goes to the next character that is neither space nor in a comment.
  void skip_space() {
    for (; at_ < bytes_.size(); ++at_) {
      if (bytes_[at_] == '#') {
        at_ = std::min(bytes_.find('\n', at_), bytes_.size() - 1);
      } else if (std::isspace(static_cast<unsigned char>(bytes_[at_])) == 0) {
        return;
      }
    }
    fail(path_, "it ends too early");
  }

  const std::string& path_;
  std::string bytes_;
  std::size_t at_ = 0;
};

Pictures read_pbm(const std::string& path) {
  PbmText text(path, read_text(path));
  const bool is_pbm = text.byte() == 'P';
  const char kind = text.byte();
  if (!is_pbm || (kind != '1' && kind != '4') || std::isspace(static_cast<unsigned char>(text.byte())) == 0) {
    fail(path, "not a portable bit map (P1 or P4)");
  }
  Pictures p;
  p.width = text.length();
  p.height = text.length();
  p.count = 1;
  const auto width = static_cast<std::size_t>(p.width), height = static_cast<std::size_t>(p.height);
  const std::size_t bytes = kind == '1' ? width * height : (width + 7) / 8 * height;
  if (text.rest().size() < bytes) {
    fail(path, "it ends too early");
  }
  if (kind == '4' && text.rest().size() > bytes) {
    fail(path, "it is longer than one picture of that size");
  }
  p.pixels.resize(width * height);
  if (kind == '1') {
    for (std::uint8_t& pixel : p.pixels) {
      const char c = text.next();
      if (c != '0' && c != '1') {
        fail(path, std::string("a pixel is 0 or 1, found ") + c);
      }
      pixel = c == '1' ? 1 : 0;
    }
  } else {
    const std::string_view bits = text.rest();
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t x = 0; x < width; ++x) {
        const auto byte = static_cast<unsigned char>(bits[y * ((width + 7) / 8) + x / 8]);
        p.pixels[y * width + x] = static_cast<std::uint8_t>(byte >> (7 - x % 8) & 1);
      }
    }
  }
  return p;
}

Pictures read_hdf5(const std::string& path) {
  const Hdf5Reader file(path);
  const bool of_a_run = file.has("/VTKHDF"), steps = of_a_run && file.has("/VTKHDF/Steps");
  const std::string cells = of_a_run ? "/VTKHDF/PointData/cell" : "/cells";
  const run::Array a = steps ? file.array(cells, file.doubles("/VTKHDF/Steps/Values").size() - 1, 1) // the last
                             : file.array(cells);
  const std::size_t rank = a.sizes.size();
  if (a.number != run::Array::Number::u8 || rank < 2 || rank > 3 ||
      std::any_of(a.sizes.begin(), a.sizes.end(), [](std::uint64_t n) { return n < 1 || n > most_length; })) {
    fail(path, "cells are not bytes of shape (row, column) or (picture, row, column)");
  }
  Pictures p;
  p.width = static_cast<int>(a.sizes[rank - 1]);
  p.height = static_cast<int>(a.sizes[rank - 2]);
  p.count = rank == 3 ? static_cast<int>(a.sizes[0]) : 1;
  p.pixels.resize(a.bytes.size());
  std::transform(a.bytes.begin(), a.bytes.end(), p.pixels.begin(),
                 [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
  if (std::any_of(p.pixels.begin(), p.pixels.end(), [](std::uint8_t pixel) { return pixel > 1; })) {
    fail(path, "a cell is neither 0 nor 1");
  }
  return p;
}

} // namespace

std::string other_picture(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  std::string format = dot == std::string::npos ? "" : path.substr(dot + 1);
  std::transform(format.begin(), format.end(), format.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  for (const char* known : {"PNG", "JPG", "JPEG", "GIF", "BMP", "TIF", "TIFF", "WEBP", "PGM", "PPM"}) {
    if (format == known) {
      return "a " + format + " picture is not read, but one of two colours is: ImageMagick makes it by `magick " +
             path + " -threshold 50% " + path.substr(0, dot) + ".pbm`";
    }
  }
  return "";
}

Pictures read_pictures(const std::string& path) {
  if (const std::string how = other_picture(path); !how.empty()) {
    fail(path, how);
  }
  return path.ends_with(".pbm") ? read_pbm(path) : read_hdf5(path);
}

void write_picture(const std::string& path, const std::vector<std::uint8_t>& pixels, int width, int height) {
  const auto w = static_cast<std::size_t>(width), h = static_cast<std::size_t>(height), bytes = (w + 7) / 8;
  std::string text = "P4\n" + std::to_string(width) + " " + std::to_string(height) + "\n";
  const std::size_t header = text.size();
  text.resize(header + bytes * h);
  for (std::size_t y = 0; y < h; ++y) {
    for (std::size_t x = 0; x < w; ++x) {
      char& byte = text[header + y * bytes + x / 8];
      byte = static_cast<char>(static_cast<unsigned char>(byte) | pixels[y * w + x] << (7 - x % 8));
    }
  }
  write_text(path, text);
}

} // namespace neel::files
