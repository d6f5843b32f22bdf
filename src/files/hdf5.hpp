// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A thin layer over the HDF5 C library: handles that close themselves, and errors that are thrown. Where the library writes, see
// files/hdf5_atomic_file.hpp.

#include "files/hdf5_atomic_file.hpp"

#include <neel/run/array.hpp>

#include <hdf5.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace neel::files {

/// An HDF5 identifier that is closed when it goes.
class Handle {
public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  /// Throws FileError naming `what` if the identifier is invalid.
  Handle(hid_t id, Close close, const std::string& what);
  Handle(Handle&& other) noexcept : id_(other.id_), close_(other.close_) { other.id_ = H5I_INVALID_HID; }
  Handle& operator=(Handle&& other) noexcept;
  ~Handle();
  operator hid_t() const { return id_; }
  /// Closes of this program that failed: what was to be written is lost then, and a destructor cannot say so.
  static int failed_closes();

private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

/// A dimension of a dataset: a scale with a name and values.
struct Axis {
  std::string name;
  hsize_t size;
};

class Hdf5Reader;

class Hdf5Writer {
public:
  /// Starts the file `path`.
  explicit Hdf5Writer(const std::string& path);
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  void group(const std::string& path);
  /// A group of another file as it is there, with its attributes and members.
  void copy(const Hdf5Reader& from, const std::string& path);
  void attribute(const std::string& object, const std::string& name, const std::string& value);
  /// A fixed-length ASCII string, which VTK insists on.
  void ascii_attribute(const std::string& object, const std::string& name, const std::string& value);
  void attribute(const std::string& object, const std::string& name, double value);
  void attribute(const std::string& object, const std::string& name, std::int64_t value);
  void attribute(const std::string& object, const std::string& name, std::span<const std::int64_t> values);
  void attribute(const std::string& object, const std::string& name, std::span<const double> values);
  void text(const std::string& path, const std::string& value);
  /// A coordinate: a dataset of one dimension that is its own scale.
  void scale(const std::string& path, std::span<const double> values, const std::string& units,
             const std::string& long_name);
  void scale(const std::string& path, std::span<const std::int64_t> values, const std::string& long_name);
  /// An array whose axes are scales of the same group.
  void array(const std::string& path, std::span<const double> values, const std::vector<Axis>& axes,
             const std::string& units, const std::string& long_name);
  void array(const std::string& path, std::span<const std::int64_t> values, const std::vector<Axis>& axes,
             const std::string& long_name);
  void array(const std::string& path, std::span<const float> values, const std::vector<Axis>& axes,
             const std::string& long_name);
  void array(const std::string& path, std::span<const std::int8_t> values, const std::vector<Axis>& axes,
             const std::string& long_name);
  /// An array without scales, as other formats want it.
  void plain(const std::string& path, std::span<const float> values, const std::vector<hsize_t>& sizes);
  void plain(const std::string& path, std::span<const std::uint8_t> values, const std::vector<hsize_t>& sizes);
  void plain(const std::string& path, const run::Array& array);
  /// Begins one whose pieces are written one by one, and writes one.
  Handle begin(const std::string& path, const run::Array& head);
  void write_piece(const Handle& set, const run::Array& head, std::uint64_t number, const void* bytes);
  void plain(const std::string& path, std::span<const double> values, const std::vector<hsize_t>& sizes = {});
  void plain(const std::string& path, std::span<const std::int64_t> values);
  /// Completes the file, safely on the disk, without giving it its name yet. Only commit() may follow.
  void finish();
  /// Completes the file and gives it its name.
  void commit();

private:
  /// Throws FileError where the library failed.
  void check(herr_t status) const;
  /// In chunks as large as these pieces. All but single values have checksums, so that any reader of HDF5 notices if a bit changes.
  Handle create(const std::string& path, hid_t type, const std::vector<hsize_t>& sizes,
                const run::Array::Pieces& pieces);
  Handle dataset(const std::string& path, hid_t type, const std::vector<hsize_t>& sizes, const void* data);
  void array(const std::string& path, hid_t type, const void* values, const std::vector<Axis>& axes,
             const std::string& units, const std::string& long_name);
  void scale(const Handle& set, const std::string& path, const std::string& units, const std::string& long_name);
  /// What H5DSattach_scale does, but scales learn of all their uses at once, in the end: it would write the list anew for each.
  void attach(const Handle& set, const std::string& path, const std::vector<Axis>& axes);
  void write_uses();
  hobj_ref_t reference(const std::string& path);
  Handle open(const std::string& object);
  template <class T>
  void write_attribute(hid_t object, const std::string& name, hid_t type, std::span<const T> values, bool scalar);
  void text_attribute(hid_t object, const std::string& name, const std::string& value);

  /// A scale, and the axes of datasets that it belongs to.
  struct Attached {
    struct Use {
      hobj_ref_t dataset;
      int dimension;
    };
    hobj_ref_t itself;
    std::vector<Use> uses;
  };

  std::string path_;
  int failed_closes_ = Handle::failed_closes(); ///< before it
  Hdf5AtomicFile made_;
  Handle file_;
  std::map<std::string, Attached> attached_; ///< by the scale's path
  std::optional<AtomicFile> draft_;
};

/// Entries of a dataset, from `begin` on along each axis.
struct Slab {
  std::vector<hsize_t> begin, count;
};

/// Reads a file of ours. Everything throws FileError if it is missing, damaged, or of another kind than expected.
class Hdf5Reader {
public:
  /// `check`: compare the file's checksum with its contents, which reads all of it.
  explicit Hdf5Reader(const std::string& path, bool check = true);

  /// It was checked, and is as Neel wrote it.
  bool sealed() const { return sealed_; }
  bool has(const std::string& object) const;
  bool has(const std::string& object, const std::string& attribute) const;
  std::string text_attribute(const std::string& object, const std::string& name) const;
  double number_attribute(const std::string& object, const std::string& name) const;
  std::int64_t integer_attribute(const std::string& object, const std::string& name) const;
  std::vector<std::int64_t> integers_attribute(const std::string& object, const std::string& name) const;
  std::vector<double> doubles_attribute(const std::string& object, const std::string& name) const;
  std::string text(const std::string& path) const;
  std::vector<double> doubles(const std::string& path) const;
  std::vector<std::int64_t> integers(const std::string& path) const;
  /// Of any number of axes; `sizes` receives the shape. Shorter numbers of the kind are converted.
  std::vector<double> doubles(const std::string& path, std::vector<std::size_t>& sizes) const;
  std::vector<std::int64_t> integers(const std::string& path, std::vector<std::size_t>& sizes) const;
  bool holds_integers(const std::string& path) const;
  /// Names of the scales of a dataset's axes, one each.
  std::vector<std::string> axes(const std::string& path) const;
  run::Array array(const std::string& path) const;
  /// What it is, without bytes; and a piece of it.
  run::Array head(const std::string& path) const;
  std::vector<std::byte> piece(const std::string& path, const run::Array& of, std::uint64_t number) const;
  /// So many entries of its first axis.
  run::Array array(const std::string& path, std::uint64_t first, std::uint64_t count) const;
  /// Names of the members of a group.
  std::vector<std::string> members(const std::string& group) const;

private:
  friend class Hdf5Writer;
  [[noreturn]] void fail(const std::string& what) const;
  Handle open_attribute(const std::string& object, const std::string& name) const;
  void require_kind(const Handle& attribute, hid_t type, const std::string& object, const std::string& name) const;
  void read_number(const std::string& object, const std::string& name, hid_t type, void* value) const;
  template <class T>
  std::vector<T> read_attribute(const std::string& object, const std::string& name, hid_t type) const;
  std::vector<std::byte> bytes_of(const std::string& path, const Slab& slab) const;
  /// Opens a dataset; `sizes` receives its shape. Its data are all there.
  Handle open_dataset(const std::string& path, std::vector<hsize_t>& sizes) const;
  template <class T>
  std::vector<T> read(const std::string& path, hid_t type, std::vector<std::size_t>& sizes) const;
  template <class T>
  std::vector<T> read_list(const std::string& path, hid_t type) const;

  std::string path_;
  bool sealed_ = false;
  Handle file_;
};

/// An array of the file, which stays open as long as pieces can be asked for; short ones are read at once. All of it has been read, and is
/// not damaged.
run::Array in_pieces(const std::shared_ptr<const Hdf5Reader>& file, const std::string& path);

} // namespace neel::files
