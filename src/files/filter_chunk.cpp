// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The HDF5 library itself filters chunks, in a file that is never written.
#include "errors/errors.hpp"
#include "files/hdf5.hpp"
#include "files/hdf5_block.hpp"

namespace neel::files {

namespace {

hid_t native(Hdf5Type type) {
  switch (type) {
  case Hdf5Type::u8:
    return H5T_NATIVE_UINT8;
  case Hdf5Type::i64:
    return H5T_NATIVE_INT64;
  case Hdf5Type::f32:
    return H5T_NATIVE_FLOAT;
  default:
    return H5T_NATIVE_DOUBLE;
  }
}

void check(bool done) {
  if (!done) {
    throw FileError("the HDF5 library failed to compress an array");
  }
}

bool library_deflates() { return H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0; }

FilteredChunk filtered(Hdf5Type type, std::string_view bytes, bool deflates) {
  const std::string what = "an array in memory";
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, what);
  check(H5Pset_fapl_core(access, std::size_t{1} << 16, false) >= 0);
  const Handle file(H5Fcreate("neel-chunk/", H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose, what);
  const hsize_t size = bytes.size() / size_of(type);
  const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose, what);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, what);
  check(H5Pset_chunk(creation, 1, &size) >= 0 && H5Pset_shuffle(creation) >= 0 &&
        (!deflates || H5Pset_deflate(creation, 1) >= 0) && H5Pset_fletcher32(creation) >= 0);
  const Handle set(H5Dcreate2(file, "a", native(type), space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose, what);
  const hsize_t at = 0;
  hsize_t stored = 0;
  check(H5Dwrite(set, native(type), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) >= 0 && H5Dflush(set) >= 0 &&
        H5Dget_chunk_storage_size(set, &at, &stored) >= 0);
  FilteredChunk chunk{std::string(stored, '\0'), 0};
  std::uint32_t mask = 0;
  check(H5Dread_chunk(set, H5P_DEFAULT, &at, &mask, chunk.bytes.data()) >= 0);
  constexpr std::uint32_t deflate = 2, last_of_two = 2, last_of_three = 4;
  chunk.left_out = deflates ? mask : ((mask & 1U) | deflate | ((mask & last_of_two) != 0 ? last_of_three : 0U));
  return chunk;
}

/// The middle of a long chunk becomes shorter by a fifth, at least. Spins that point anywhere do not, and take thirty times as long
/// with this filter as without it.
bool worth_deflating(Hdf5Type type, std::string_view bytes) {
  constexpr std::size_t sample = std::size_t{1} << 14;
  if (bytes.size() < 16 * sample) {
    return true;
  }
  const std::string_view middle = bytes.substr(bytes.size() / 2 / sample * sample, sample);
  return 5 * filtered(type, middle, true).bytes.size() <= 4 * sample;
}

} // namespace

FilteredChunk filter_chunk(Hdf5Type type, std::string_view bytes) {
  return filtered(type, bytes, library_deflates() && worth_deflating(type, bytes));
}

} // namespace neel::files
