// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What the wrapped system calls (calls.cpp) do beside their work: fail when they are told to, and keep a journal. The
// environment says how:
//
//   NEEL_FAULT_FOLDER   absolute path; only calls on this folder and on files below it are watched
//   NEEL_FAULT_JOURNAL  file to which every watched call is added: "NAME RESULT ARGUMENTS", for write and its data
//   NEEL_FAIL_CALL      name of the call that fails: open, read, write, truncate, sync, close, rename, unlink
//   NEEL_FAIL_AT        its number, from 1
//   NEEL_FAIL_COUNT     so many fail from there on
//   NEEL_FAIL_ERROR     the number that errno gets
//   NEEL_FAIL_HALF      if set: that write writes half of its bytes, and those after it fail

#include <string>
#include <string_view>

namespace neel::faults {

enum class Fate { happens, half, fails };

/// What becomes of a call that is watched: counts it. Sets errno if it fails.
Fate fate_of(std::string_view call);

/// Adds a line to the journal; leaves errno alone.
void note(std::string_view call, long result, const std::string& arguments, std::string_view data = {});

/// A path relative to the watched folder ("." for itself); empty if it lies elsewhere. `folder`: as in openat().
std::string place_of(int folder, const char* path);

bool is_watched(int descriptor);
void set_watched(int descriptor, bool watched);

} // namespace neel::faults
