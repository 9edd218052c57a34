//===- Amounts.h - Times and sizes in options -------------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_LOGIC_AMOUNTS_H
#define UDPC_RUNTIME_LOGIC_AMOUNTS_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// Parses a whole number with a unit: us, ms, s, m, h, d. False if \p Text is
/// something else, 0, or more than 100 years.
bool parseDuration(const char *Text, uint64_t &Nanoseconds);

/// Parses a whole number of bytes, or of K, M, G (powers of 1024). False if \p
/// Text is something else, 0, or more than 2^60.
bool parseSize(const char *Text, uint64_t &Bytes);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_AMOUNTS_H
