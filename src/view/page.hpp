// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The files of the page, src/view/page, which the build puts into the program (cmake/Page.cmake).

#include <span>
#include <string_view>

namespace neel::view {

struct PageFile {
  std::string_view name, text;
};

std::span<const PageFile> page_files();

} // namespace neel::view
