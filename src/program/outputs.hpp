// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The files that a run of one name writes, and what must not be lost to them. `base`: their path without endings.

#include "program/commands.hpp"

#include <utility>

namespace neel::program {

/// Makes the directory of the output; path of its files without their endings. Throws InputError if the name is none.
std::string output_base(const RunOptions& options);
/// Throws InputError if one of these files, given with what names them, is one that a run of this name writes, or removes.
void keep_files_read(const std::vector<std::pair<std::string, std::string>>& files, const std::string& base);
/// Throws InputError if a file is in the way that no run of Neel wrote, or one that is no regular file.
void keep_foreign_files(const std::string& base);
/// Removes what an earlier run left, but for its log; and all of systems that were added to it (more_base).
void remove_outputs(const std::string& base);
/// Removes what a run that is done needs no more, once its results are complete.
void remove_leftovers(const std::string& base, bool keep_checkpoint);
/// The name of the run of systems that are added to the run of this name; no other run may have such a name.
std::string more_base(const std::string& base);
/// Removes what a run of this name has written, its log as well, and nothing of others. For files that are needed no more: what
/// cannot be removed stays.
void remove_all(const std::string& base);
/// The text of a NAME.resolved.toml. Throws FileError if it is not one any more.
std::string read_input(const std::string& path);
/// Has a run written to these files?
bool has_outputs(const std::string& base);

} // namespace neel::program
