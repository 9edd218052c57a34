//===- Glob.cpp - Patterns for event names --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/base/Glob.h"

using namespace udpc;
using namespace udpc::rt;

/// Returns the ']' of the set whose '[' is at \p At; null if it has none. The
/// first character after '[' is a member or negates the set.
static const char *endOfSet(const char *At) {
  if (!At[1])
    return nullptr;
  for (At += 2; *At && *At != ']';)
    ++At;
  return *At ? At : nullptr;
}

/// Reads the set whose '[' is at \p At, and advances past its ']'. Returns
/// false if it has no end or a range is reversed. Sets \p Matches to whether \p
/// C is in it.
static bool readSet(const char *&At, unsigned char C, bool &Matches) {
  const char *End = endOfSet(At);
  if (!End)
    return false;
  const char *Member = At + 1;
  bool Negated = *Member == '!' || *Member == '^';
  if (Negated)
    ++Member;
  bool Found = false;
  while (Member != End) {
    unsigned char From = *Member, To = From;
    bool IsRange = End - Member >= 3 && Member[1] == '-';
    if (IsRange)
      To = Member[2];
    if (From > To)
      return false;
    Found |= From <= C && C <= To;
    Member += IsRange ? 3 : 1;
  }
  At = End + 1;
  Matches = Found != Negated;
  return true;
}

/// Advances \p At past one element of a glob; false if it has no end.
static bool skipElement(const char *&At) {
  bool Ignored;
  if (*At == '[')
    return readSet(At, 0, Ignored);
  if (*At == '\\' && !*++At)
    return false;
  ++At;
  return true;
}

static bool atEnd(const char *At) { return !*At || *At == ','; }

bool rt::isGlobList(const char *List) {
  for (;; ++List) {
    if (atEnd(List))
      return false;
    while (!atEnd(List))
      if (!skipElement(List))
        return false;
    if (!*List)
      return true;
  }
}

const char *rt::endOfGlob(const char *List) {
  while (!atEnd(List))
    skipElement(List);
  return List;
}

/// Returns whether the element at \p At, which is no star, matches \p C;
/// advances \p At past it.
static bool matchElement(const char *&At, char C) {
  if (*At == '[') {
    bool Matches = false;
    readSet(At, static_cast<unsigned char>(C), Matches);
    return Matches;
  }
  if (*At == '?') {
    ++At;
    return true;
  }
  if (*At == '\\')
    ++At;
  return *At++ == C;
}

bool rt::matchesGlob(const char *List, const char *Name) {
  const char *At = List;
  // To backtrack, the last star matches one more character.
  const char *AfterStar = nullptr, *Retry = nullptr;
  for (;;) {
    if (*At == '*') {
      AfterStar = ++At;
      Retry = Name;
      continue;
    }
    if (!*Name && atEnd(At))
      return true;
    if (*Name && !atEnd(At) && matchElement(At, *Name)) {
      ++Name;
      continue;
    }
    if (!AfterStar || !*Retry)
      return false;
    At = AfterStar;
    Name = ++Retry;
  }
}

bool rt::matchesGlobList(const char *List, const char *Name) {
  for (;; ++List) {
    if (matchesGlob(List, Name))
      return true;
    List = endOfGlob(List);
    if (!*List)
      return false;
  }
}
