//===- OutputName.cpp - The name of a profile -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/options/OutputName.h"

using namespace udpc;
using namespace udpc::rt;

bool rt::expandOutputName(const char *Pattern, const OutputNameParts &Parts,
                          TextBuffer &Out) {
  if (Pattern[0] != '/' && Parts.StartFolder[0]) {
    Out.add(Parts.StartFolder);
    if (!sameText(Parts.StartFolder, "/"))
      Out.add('/');
  }
  bool HasPid = false;
  for (const char *P = Pattern; *P; ++P) {
    if (*P != '%') {
      Out.add(*P);
      continue;
    }
    switch (P[1]) {
    case 'p':
      Out.add(Parts.Pid);
      HasPid = true;
      break;
    case 'h':
      Out.add(Parts.Host);
      break;
    case 'n':
      Out.add(Parts.Program);
      break;
    case 'm':
      for (int Shift = 60; Shift >= 0; Shift -= 4)
        Out.add("0123456789abcdef"[Parts.Signature >> Shift & 15]);
      break;
    case '%':
      Out.add('%');
      break;
    default:
      Out.add('%');
      continue;
    }
    ++P;
  }
  if (Parts.Forked && !HasPid)
    Out.add('.').add(Parts.Pid);
  if (Parts.Attempt)
    Out.add('.').add(uint64_t(Parts.Attempt));
  return !Out.overflowed();
}

/// Returns whether \p Pattern has one of the placeholders \p Letters.
static bool hasPlaceholder(const char *Pattern, const char *Letters) {
  for (const char *P = Pattern; *P; ++P) {
    if (P[0] != '%' || !P[1])
      continue;
    ++P;
    for (const char *L = Letters; *L; ++L)
      if (*P == *L)
        return true;
  }
  return false;
}

bool rt::hasProcess(const char *Pattern, const OutputNameParts &Parts) {
  return Parts.Forked || hasPlaceholder(Pattern, "p");
}

bool rt::isLiteralName(const char *Pattern) {
  return !hasPlaceholder(Pattern, "phnm");
}

bool rt::isSharedName(const char *Pattern) {
  return hasPlaceholder(Pattern, "m");
}

/// Returns the rest of \p Text after \p Prefix; null if it does not begin with
/// that.
static const char *after(const char *Prefix, const char *Text) {
  for (; *Prefix; ++Prefix, ++Text)
    if (*Prefix != *Text)
      return nullptr;
  return Text;
}

int rt::descriptorOf(const char *Path) {
  if (sameText(Path, "/dev/stdout"))
    return 1;
  if (sameText(Path, "/dev/stderr"))
    return 2;
  const char *Digits = after("/dev/fd/", Path);
  if (!Digits)
    Digits = after("/proc/self/fd/", Path);
  if (!Digits || !*Digits)
    return -1;
  int Number = 0;
  for (; *Digits; ++Digits) {
    if (*Digits < '0' || *Digits > '9' || Number > 100000)
      return -1;
    Number = Number * 10 + (*Digits - '0');
  }
  return Number;
}
