// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// NAME.vtkhdf with time steps: VTKHDF 2.0, of a file that grows (docs/snapshots.md has the layout).

#include "files/appendable.hpp"
#include "files/async_writer.hpp"
#include "input/run_input.hpp"
#include "output/point_arrays.hpp"

#include <chrono>
#include <memory>

namespace neel::output {

/// What is said of a snapshot.
struct Moment {
  std::uint64_t sweep = 0; ///< since the start of the run
  std::int64_t point = 0;
  double field = 0;
  std::vector<double> temperatures; ///< of each system in the file
};

/// What a file says of its systems, where it has no steps, too.
struct SnapshotHead {
  std::string model, input_hash;
  std::vector<int> places; ///< systems in the file; the first one's arrays have the plain names
};

class SnapshotFile {
public:
  using Shoot = std::function<Shot(int place, const run::SiteRange&)>;

  /// Writes nothing yet; the first system is looked at, for its arrays.
  SnapshotFile(std::string path, const input::RunInput& run, SnapshotHead head, Shoot shoot);
  /// Goes on from where numbers() were taken. Throws std::invalid_argument if they are of other arrays, FileError if the file
  /// is not what it was.
  void go_on(const std::vector<std::uint64_t>& numbers);

  std::size_t steps() const { return steps_; }
  /// The last snapshot is of this moment.
  bool has(std::uint64_t sweep) const { return steps_ > 0 && last_sweep_ == sweep; }
  /// Another thread writes it, and what goes wrong there is thrown by a later call, of whatever function but the two above.
  void add(Moment moment);
  /// Seconds until all that was added is written.
  double left() { return behind_.left(); }
  /// All snapshots are in the file, safe on the disk.
  void publish();
  /// The file is complete, and closed.
  void finish();
  /// All that go_on() needs; none before the first snapshot.
  std::vector<std::uint64_t> numbers();
  /// Bytes that wait to be written, at most.
  static constexpr std::size_t most_waiting = std::size_t{1} << 27;

private:
  using Sizes = files::Hdf5Block::Sizes;
  using Address = files::Hdf5Block::Address;
  struct Stored {
    std::string name;
    files::Hdf5Type type;
    bool changes;
    Sizes step, chunk; ///< sizes of a step, and of what is stored of it at once
    std::uint64_t pieces = 1;
    std::vector<files::StoredChunk> chunks;
  };

  bool crystal() const { return !run_.lattice.basis.empty(); }
  Stored stored(const std::string& name, files::Hdf5Type type, Sizes step) const;
  /// Bytes for the end of the file, and whose chunks they are, with addresses from there.
  struct Batch {
    std::string bytes;
    std::vector<std::pair<Stored*, files::StoredChunk>> chunks;
    /// Adds the next chunks of an array.
    void add(Stored& to, std::string_view from);
  };
  Batch crystal_batch();
  /// Has it written behind `before` snapshots that are complete.
  void ask(Batch batch, std::size_t before);
  void append(const Batch& batch, std::size_t before);
  void complete(Moment moment);
  void publish_now();
  files::AppendableFile::Block block(std::uint64_t at, std::size_t steps) const;
  Address dataset(files::Hdf5Block& b, const Stored& a, std::size_t steps) const;
  Address steps_group(files::Hdf5Block& b, std::size_t steps) const;
  /// What is said of the snapshots, by name.
  std::map<std::string, Address> conditions(files::Hdf5Block& b, std::size_t steps) const;
  files::AppendableFile::Make make() const;
  std::uint64_t layout() const;

  std::string path_;
  input::RunInput run_;
  SnapshotHead head_;
  Shoot shoot_;
  std::pair<std::string, std::string> main_;
  std::uint64_t pieces_ = 1; ///< of a step, each of as many sites
  std::size_t steps_ = 0;    ///< asked for
  std::uint64_t last_sweep_ = 0;
  // What follows is the other thread's until it has been waited for.
  std::vector<Stored> arrays_;
  std::vector<Stored> fixed_; ///< of a crystal: Points, ...
  std::vector<Moment> moments_;
  std::unique_ptr<files::AppendableFile> file_;
  std::chrono::steady_clock::time_point published_{};
  double publish_seconds_ = 0;
  bool unpublished_ = false; ///< some snapshots are
  files::AsyncWriter behind_{most_waiting};
};

/// NAME.vtkhdf without time steps.
void write_configuration(const input::RunInput& run, const SnapshotHead& head, const Moment& moment,
                         const SnapshotFile::Shoot& shoot, const std::string& path);

} // namespace neel::output
