// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "import/elements.hpp"

#include <cctype>
#include <sstream>

namespace neel::imports {

namespace {

constexpr const char* symbols =
    "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As "
    "Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu "
    "Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu "
    "Am Cm Bk Cf Es Fm Md No Lr";

bool between(int number, int least, int most) { return number >= least && number <= most; }

} // namespace

int atomic_number(const std::string& symbol) {
  std::istringstream list(symbols);
  int number = 0;
  for (std::string s; list >> s;) {
    ++number;
    if (s == symbol) {
      return number;
    }
  }
  return symbol == "D" ? 1 : 0;
}

std::string element_of(const std::string& label) {
  for (const std::size_t letters : {2, 1}) {
    std::string symbol = label.substr(0, letters);
    if (symbol.size() == letters && std::isalpha(static_cast<unsigned char>(symbol.back())) != 0) {
      symbol[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(symbol[0])));
      if (letters == 2) {
        symbol[1] = static_cast<char>(std::tolower(static_cast<unsigned char>(symbol[1])));
      }
      if (atomic_number(symbol) > 0) {
        return symbol;
      }
    }
  }
  return "";
}

std::optional<int> charge_of(const std::string& symbol) {
  const std::size_t sign = symbol.find_first_of("+-");
  if (sign == std::string::npos) {
    return {};
  }
  std::string digits;
  for (const char c : symbol) {
    digits += std::isdigit(static_cast<unsigned char>(c)) != 0 ? std::string(1, c) : "";
  }
  if (digits.size() > 1) {
    return {};
  }
  const int size = digits.empty() ? 1 : digits[0] - '0';
  return symbol[sign] == '-' ? -size : size;
}

bool has_open_shell(int number, std::optional<int> charge) {
  if (!charge) {
    return between(number, 22, 29) || between(number, 42, 45) || between(number, 74, 77) || between(number, 58, 70) ||
           between(number, 92, 98);
  }
  if (between(number, 57, 71) || between(number, 89, 103)) {
    return between(number - (number < 80 ? 54 : 86) - *charge, 1, 13);
  }
  const int core = between(number, 21, 30) ? 18 : between(number, 39, 48) ? 36 : between(number, 72, 80) ? 68 : 0;
  return core > 0 && between(number - core - *charge, 1, 9);
}

} // namespace neel::imports
