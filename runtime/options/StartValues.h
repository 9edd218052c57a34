//===- StartValues.h - Parses lists of names with numbers -------*- C++ -*-===//

#ifndef UDPC_RUNTIME_OPTIONS_STARTVALUES_H
#define UDPC_RUNTIME_OPTIONS_STARTVALUES_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Reads the decimal number, which may be negative, that is all of the text up
/// to \p End. False if it is none or beyond 64 bits.
bool readNumber(const char *Text, const char *End, int64_t &Number);

/// An item of a list `name=number,name=number`, in the list.
struct StartValue {
  const char *Name;
  size_t NameSize;
  int64_t Value;

  bool names(const char *Event) const;
};

/// Reads the first item of \p List, and advances to the next one, or to the
/// end. A name may contain '=', but no comma. False if it has no name or no
/// number.
bool readStartValue(const char *&List, StartValue &Item);

/// Whether all items of \p List can be read, of which there is at least one.
bool isStartValueList(const char *List);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OPTIONS_STARTVALUES_H
