// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The processes that mpirun or srun started together, as ranks. Builds without MPI have one, and so has a program that was
// started by itself.

#include <neel/run/communicator.hpp>

#include <exception>
#include <optional>
#include <string>
#include <vector>

namespace neel::parallel {

/// Exists once, as long as ranks are spoken to.
class Session {
public:
  /// Throws InputError in a build without MPI that was started several times at once.
  Session();
  ~Session(); // NOLINT: trivial without MPI alone
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
};

/// All ranks of the session; one without a session.
run::Communicator& launched();
/// These, unless there is a Rehearsal (rehearsal.hpp).
run::Communicator& ranks();
/// Of those on this machine, this rank's number, and how many there are.
int rank_here();
int ranks_here();
/// Is this rank the one that reads inputs and writes files?
inline bool leads() { return ranks().rank() == 0; }

/// As long as it lives, ranks() is one by itself; the others are there still for letters. On all ranks.
class Aside {
public:
  Aside();
  ~Aside(); // NOLINT: trivial without MPI alone
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;
  int rank() const { return rank_; }
  int size() const { return size_; }

private:
  int rank_, size_;
};

/// A few words between two ranks.
struct Letter {
  int rank; ///< to which it goes, or from which it came
  int kind, value;
};
/// Does not wait until the other rank looks.
void send(const Letter& letter);
/// The next letter, those of one rank in order, if there is one; or once there is one.
std::optional<Letter> look_for_letter();
Letter wait_for_letter();

/// The name of this rank's device among those of its machine; empty: none.
void know_device(const std::string& device);
/// On all ranks: from now on planes go from device to device without the host, if each rank has one of its own.
void use_devices();
/// By what they go: peer access, NCCL, both; empty: not so.
std::string way_between_devices();
/// No more.
void let_devices_go();

/// Bytes from rank 0 to all.
void tell(std::vector<std::byte>& bytes);
/// The text of every rank, on every rank.
std::vector<std::string> texts(const std::string& mine);

/// Calls work(), in which ranks wait for one another: where it fails on one, it is over for all, at once. Not so with an exception of the
/// type Alike, which all of them meet in the same way.
struct Nothing {};
template <class Alike = Nothing, class Work>
auto together(const Work& work);

/// What tells of an exception; returns the exit code. Set once.
void tell_failures(int (*tell)(const std::exception_ptr&));
/// Tells of it, and ends all ranks at once; returns where there is one.
void fail(const std::exception_ptr& why);

/// "Open MPI v5.0.7", or nothing.
std::string library();

template <class Alike, class Work>
auto together(const Work& work) {
  try {
    return work();
  } catch (const Alike&) {
    throw;
  } catch (...) {
    fail(std::current_exception());
    throw;
  }
}

} // namespace neel::parallel
