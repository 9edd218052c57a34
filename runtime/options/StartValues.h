//===- StartValues.h - Parses name=number lists -----------------*- C++ -*-===//
//
// Parses the option `write` and the numbers in requests of `udpc ctl`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OPTIONS_STARTVALUES_H
#define UDPC_RUNTIME_OPTIONS_STARTVALUES_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Parses the decimal number, possibly negative, that makes up all of the text
/// up to \p End. False if it is no number or exceeds 64 bits.
bool readNumber(const char *Text, const char *End, int64_t &Number);

/// An item of a list `name=number,name=number`. Name points into the list.
struct StartValue {
  const char *Name;
  size_t NameSize;
  int64_t Value;

  bool names(const char *Event) const;
};

/// Parses the first item of \p List, and advances to the next one, or to the
/// end. A name may contain '=', but no comma. False if the item has no name or
/// no number.
bool readStartValue(const char *&List, StartValue &Item);

/// Returns whether \p List has at least one item and all items are valid.
bool isStartValueList(const char *List);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OPTIONS_STARTVALUES_H
