// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The processes that mpirun or srun started together, as ranks. Builds without MPI have one, and so has a program that was
// started by itself.

#include <neel/run/ranks.hpp>

#include <string>
#include <vector>

namespace neel::parallel {

/// Exists once, as long as ranks are spoken to.
class Session {
public:
  /// Throws InputError in a build without MPI that was started several times at once.
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
};

/// All ranks of the session; one without a session.
run::Ranks& ranks();
/// Of those on this machine, this rank's number, and how many there are.
int rank_here();
int ranks_here();
/// Is this rank the one that reads inputs and writes files?
inline bool leads() { return ranks().rank() == 0; }

/// Bytes from rank 0 to all.
void tell(std::vector<std::byte>& bytes);
/// The text of every rank, on every rank.
std::vector<std::string> texts(const std::string& mine);

/// From now on the ranks are not in step any more: the end of this one is to be the end of all.
void lose_step();
bool in_step();
/// Ends all ranks at once; does not return where there are several.
void end_all(int code);

/// "Open MPI v5.0.7", or nothing.
std::string library();

} // namespace neel::parallel
