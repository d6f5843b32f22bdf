// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What can go wrong for a user, each with the exit code of the program. Everything is thrown; only main() exits.

#include <stdexcept>
#include <string>

namespace neel {

enum class ExitCode : int { done = 0, internal = 1, input = 2, file = 3, device = 4, check = 5, stopped = 75 };

/// An error for the user: one clear sentence (or several lines, one problem each).
class UserError : public std::runtime_error {
public:
  UserError(ExitCode code, const std::string& what) : std::runtime_error(what), code_(code) {}
  ExitCode code() const { return code_; }

private:
  ExitCode code_;
};

struct InputError : UserError {
  explicit InputError(const std::string& what) : UserError(ExitCode::input, what) {}
};
struct FileError : UserError {
  explicit FileError(const std::string& what) : UserError(ExitCode::file, what) {}
};
struct DeviceError : UserError {
  explicit DeviceError(const std::string& what) : UserError(ExitCode::device, what) {}
};
struct CheckError : UserError {
  explicit CheckError(const std::string& what) : UserError(ExitCode::check, what) {}
};

} // namespace neel
