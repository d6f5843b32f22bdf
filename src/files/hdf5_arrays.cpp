// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Arrays of checkpoints and configurations (run::Array), written and read as a whole or by pieces.

#include "files/hdf5.hpp"

#include "errors/errors.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace neel::files {

namespace {

constexpr std::pair<run::Array::Number, hid_t (*)()> kinds[] = {
    {run::Array::Number::u8, [] { return H5T_NATIVE_UINT8; }},
    {run::Array::Number::u32, [] { return H5T_NATIVE_UINT32; }},
    {run::Array::Number::u64, [] { return H5T_NATIVE_UINT64; }},
    {run::Array::Number::f32, [] { return H5T_NATIVE_FLOAT; }}};

hid_t hdf5_type(run::Array::Number number) {
  return std::find_if(std::begin(kinds), std::end(kinds), [&](const auto& kind) { return kind.first == number; })
      ->second();
}

/// A piece of an array (run::Piece).
Slab slab_of(const run::Array& of, std::uint64_t number) {
  const std::size_t axis = of.pieces.axis;
  const run::Piece piece = run::piece_of(of, number);
  Slab slab{std::vector<hsize_t>(of.sizes.size(), 0), {of.sizes.begin(), of.sizes.end()}};
  slab.begin[axis] = piece.first;
  slab.count[axis] = piece.count;
  std::uint64_t before = piece.begin / run::size_of(of.number) / run::product(of.sizes, axis, of.sizes.size());
  for (std::size_t a = axis; a-- > 0; before /= of.sizes[a]) {
    slab.begin[a] = before % of.sizes[a];
    slab.count[a] = 1;
  }
  return slab;
}

} // namespace

void Hdf5Writer::plain(const std::string& path, const run::Array& array) {
  const hid_t type = hdf5_type(array.number);
  const std::vector<hsize_t> sizes(array.sizes.begin(), array.sizes.end());
  if (!array.pieces.take || run::product(array.sizes, 0, sizes.size()) == 0) {
    dataset(path, type, sizes, array.bytes.data());
    return;
  }
  const Handle set = begin(path, array);
  for (std::uint64_t number = 0; number < run::count_pieces(array); ++number) {
    write_piece(set, array, number, array.pieces.take(number).data());
  }
}

Handle Hdf5Writer::begin(const std::string& path, const run::Array& head) {
  const std::vector<hsize_t> sizes(head.sizes.begin(), head.sizes.end());
  return create(path, hdf5_type(head.number), sizes, head.pieces);
}

void Hdf5Writer::write_piece(const Handle& set, const run::Array& head, std::uint64_t number, const void* bytes) {
  const Slab slab = slab_of(head, number);
  const Handle there(H5Dget_space(set), H5Sclose, path_),
      here(H5Screate_simple(static_cast<int>(slab.count.size()), slab.count.data(), nullptr), H5Sclose, path_);
  check(H5Sselect_hyperslab(there, H5S_SELECT_SET, slab.begin.data(), nullptr, slab.count.data(), nullptr));
  check(H5Dwrite(set, hdf5_type(head.number), here, there, H5P_DEFAULT, bytes));
  made_.check();
}

run::Array Hdf5Reader::head(const std::string& path) const {
  std::vector<hsize_t> sizes;
  const Handle set = open_dataset(path, sizes);
  const Handle type(H5Dget_type(set), H5Tclose, path_);
  for (const auto& [number, native] : kinds) {
    if (H5Tequal(type, native()) > 0) {
      return {path.substr(path.rfind('/') + 1), number, {sizes.begin(), sizes.end()}, {}};
    }
  }
  fail(path + " is of no kind of numbers that Neel writes");
}

std::vector<std::byte> Hdf5Reader::bytes_of(const std::string& path, const Slab& slab) const {
  std::vector<hsize_t> sizes;
  const Handle set = open_dataset(path, sizes);
  const Handle type(H5Dget_type(set), H5Tclose, path_), there(H5Dget_space(set), H5Sclose, path_);
  const Handle here(sizes.empty() ? H5Screate(H5S_SCALAR)
                                  : H5Screate_simple(static_cast<int>(sizes.size()), slab.count.data(), nullptr),
                    H5Sclose, path_);
  std::size_t bytes = H5Tget_size(type);
  for (const hsize_t n : slab.count) {
    bytes *= n;
  }
  std::vector<std::byte> all(bytes);
  const bool some = slab.count != sizes;
  if ((some &&
       H5Sselect_hyperslab(there, H5S_SELECT_SET, slab.begin.data(), nullptr, slab.count.data(), nullptr) < 0) ||
      H5Dread(set, type, here, there, H5P_DEFAULT, all.data()) < 0) {
    fail("damaged at " + path);
  }
  return all;
}

run::Array Hdf5Reader::array(const std::string& path) const {
  run::Array a = head(path);
  a.bytes = bytes_of(path, {{}, {a.sizes.begin(), a.sizes.end()}});
  return a;
}

run::Array Hdf5Reader::array(const std::string& path, std::uint64_t first, std::uint64_t count) const {
  run::Array a = head(path);
  if (a.sizes.empty() || first > a.sizes[0] || count > a.sizes[0] - first) {
    fail(path + " is shorter than it should be");
  }
  a.sizes[0] = count;
  Slab slab{std::vector<hsize_t>(a.sizes.size(), 0), {a.sizes.begin(), a.sizes.end()}};
  slab.begin[0] = first;
  a.bytes = bytes_of(path, slab);
  return a;
}

std::vector<std::byte> Hdf5Reader::piece(const std::string& path, const run::Array& of, std::uint64_t number) const {
  return bytes_of(path, slab_of(of, number));
}

run::Array in_pieces(const std::shared_ptr<const Hdf5Reader>& file, const std::string& path) {
  run::Array a = file->head(path);
  if (run::size_of(a.number) * run::product(a.sizes, 0, a.sizes.size()) <= run::most_in_piece) {
    return file->array(path);
  }
  a.pieces = run::pieces_of(a.sizes, run::size_of(a.number), a.sizes.size() - 1);
  a.pieces.take = [file, path, head = a](std::uint64_t number) { return file->piece(path, head, number); };
  for (std::uint64_t number = 0; number < run::count_pieces(a); ++number) {
    a.pieces.take(number);
  }
  return a;
}

} // namespace neel::files
