//===- StartValues.cpp - Parses name=number lists -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/options/StartValues.h"

using namespace udpc;
using namespace udpc::rt;

bool rt::readNumber(const char *Text, const char *End, int64_t &Number) {
  bool Negative = Text != End && *Text == '-';
  if (Negative)
    ++Text;
  if (Text == End)
    return false;
  Number = 0;
  for (; Text != End; ++Text) {
    int Digit = *Text - '0';
    if (Digit < 0 || Digit > 9 || __builtin_mul_overflow(Number, 10, &Number) ||
        __builtin_add_overflow(Number, Negative ? -Digit : Digit, &Number))
      return false;
  }
  return true;
}

bool StartValue::names(const char *Event) const {
  for (size_t I = 0; I != NameSize; ++I)
    if (Event[I] != Name[I])
      return false;
  return !Event[NameSize];
}

bool rt::readStartValue(const char *&List, StartValue &Item) {
  const char *End = List, *Equals = nullptr;
  for (; *End && *End != ','; ++End)
    if (*End == '=')
      Equals = End;
  Item.Name = List;
  Item.NameSize = Equals ? Equals - List : 0;
  List = *End ? End + 1 : End;
  return Item.NameSize && readNumber(Equals + 1, End, Item.Value);
}

bool rt::isStartValueList(const char *List) {
  if (!*List)
    return false;
  StartValue Item;
  while (*List)
    if (!readStartValue(List, Item))
      return false;
  return true;
}
