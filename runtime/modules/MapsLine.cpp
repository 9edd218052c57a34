//===- MapsLine.cpp - A line of /proc/self/maps ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/modules/MapsLine.h"
#include <sys/mman.h>

using namespace udpc;
using namespace udpc::rt;

static bool parseHex(const char *&At, uintptr_t &Out) {
  const char *Begin = At;
  for (Out = 0;; ++At) {
    if (*At >= '0' && *At <= '9')
      Out = Out << 4 | uintptr_t(*At - '0');
    else if (*At >= 'a' && *At <= 'f')
      Out = Out << 4 | uintptr_t(*At - 'a' + 10);
    else
      return At != Begin;
  }
}

bool rt::parseMapsLine(const char *Line, Mapping &Out) {
  // 00400000-00452000 r-xp 00000000 08:02 173521      /usr/bin/dbus-daemon
  const char *At = Line;
  if (!parseHex(At, Out.Start) || *At++ != '-' || !parseHex(At, Out.End) ||
      *At++ != ' ')
    return false;
  for (int I = 0; I != 4; ++I)
    if (!At[I])
      return false;
  Out.Protection = (At[0] == 'r' ? PROT_READ : 0) |
                   (At[1] == 'w' ? PROT_WRITE : 0) |
                   (At[2] == 'x' ? PROT_EXEC : 0);
  Out.IsShared = At[3] == 's';
  At += 4;
  while (*At == ' ')
    ++At;
  if (!parseHex(At, Out.Offset))
    return false;
  // Device, inode.
  for (int I = 0; I != 2; ++I) {
    while (*At == ' ')
      ++At;
    while (*At && *At != ' ')
      ++At;
  }
  while (*At == ' ')
    ++At;
  Out.Name = At;
  return true;
}
