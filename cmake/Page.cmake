# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
# Writes a source file that holds the files of the page. As a script: cmake -DFOLDER=... -DFILES=a,b -DOUTPUT=... -P Page.cmake

string(REPLACE "," ";" names "${FILES}")
set(entries "")
foreach(name IN LISTS names)
  file(READ "${FOLDER}/${name}" text)
  string(REPLACE "??" "?)neel_page\" R\"neel_page(?" text "${text}") # nvcc warns of trigraphs, even here
  string(APPEND entries "  {\"${name}\", R\"neel_page(${text})neel_page\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"view/page.hpp\"
namespace neel::view {
namespace {
constexpr PageFile files[] = {
${entries}};
} // namespace
std::span<const PageFile> page_files() { return files; }
} // namespace neel::view
")
