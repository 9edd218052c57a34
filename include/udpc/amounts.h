//===- udpc/amounts.h - Times and sizes in options --------------*- C++ -*-===//
//
// For the runtime's options and those of the tools, which read them alike.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_AMOUNTS_H
#define UDPC_AMOUNTS_H

#include <stdint.h>

namespace udpc {
namespace amounts {

struct Unit {
  const char *Name;
  uint64_t Factor;
};

/// Parses a number from 1 to \p Limit, in units of one of \p Units.
template <unsigned N>
inline bool parse(const char *Text, const Unit (&Units)[N], uint64_t Limit,
                  uint64_t &Out) {
  uint64_t Number = 0;
  for (; *Text >= '0' && *Text <= '9'; ++Text) {
    if (Number > Limit / 10)
      return false;
    Number = Number * 10 + uint64_t(*Text - '0');
  }
  for (const Unit &U : Units) {
    unsigned I = 0;
    while (U.Name[I] && U.Name[I] == Text[I])
      ++I;
    if (U.Name[I] || Text[I])
      continue;
    if (!Number || Number > Limit / U.Factor)
      return false;
    Out = Number * U.Factor;
    return true;
  }
  return false;
}

/// Parses a whole number with a unit: us, ms, s, m, h, d. False if \p Text is
/// something else, 0, or more than 100 years.
inline bool parseDuration(const char *Text, uint64_t &Nanoseconds) {
  constexpr uint64_t Second = 1000000000, Minute = 60 * Second,
                     Hour = 60 * Minute, Day = 24 * Hour;
  constexpr Unit Units[] = {{"us", 1000},  {"ms", 1000000}, {"s", Second},
                            {"m", Minute}, {"h", Hour},     {"d", Day}};
  return parse(Text, Units, 36500 * Day, Nanoseconds);
}

/// Parses a whole number of bytes, or of K, M, G (powers of 1024). False if \p
/// Text is something else, 0, or more than 2^60.
inline bool parseSize(const char *Text, uint64_t &Bytes) {
  constexpr Unit Units[] = {
      {"", 1}, {"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}};
  return parse(Text, Units, uint64_t(1) << 60, Bytes);
}

/// Limits of options, which their documentation and messages name.
constexpr uint64_t LeastInterval = 1000000; // 1 ms
constexpr uint64_t LeastLogSize = 4 << 10;  // 4K

} // namespace amounts
} // namespace udpc

#endif // UDPC_AMOUNTS_H
