// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Vectors of a file, in units of a cell and in those of its own vectors.

#include "crystal/symmetry.hpp"
#include "import/imported.hpp"

namespace neel::imports {

/// The text with blanks for these characters, so that what they part are words.
std::string with_blanks(std::string text, std::string_view characters);
/// The words from `from` on; `expected` is what the line was to hold.
Vector three_numbers(const TextFile& file, const Line& line, std::size_t from, const std::string& expected);

/// f[0] cell[0] + f[1] cell[1] + f[2] cell[2].
Vector product(const Vector& f, const Matrix& cell);
/// The matrix times a column.
Vector product(const Matrix& m, const Vector& v);
/// With product(product(f, cell), inverse) = f; none where the vectors lie in one plane.
std::optional<Matrix> inverse(const Matrix& cell);
/// Without the roundings of an inverse.
Vector rounded(const Vector& f);

/// The cell without the small strain that a relaxation leaves against the symmetry of the group.
Matrix unstrained(const Matrix& cell, const std::vector<crystal::Operation>& group);

/// Nine numbers, however they are parted: "[[1,0,0],[0,1,0],[0,0,1]]". Throws InputError that begins with `what`.
Matrix parse_cell(const std::string& text, const std::string& what);
/// Three whole numbers from 1 to 1000000.
std::array<int, 3> parse_size(const std::string& text, const std::string& what);

} // namespace neel::imports
