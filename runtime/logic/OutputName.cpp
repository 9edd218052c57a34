//===- OutputName.cpp - The name of a profile -----------------------------===//

#include "runtime/logic/OutputName.h"

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

bool rt::hasProcess(const char *Pattern, const OutputNameParts &Parts) {
  for (const char *P = Pattern; *P; ++P) {
    if (P[0] != '%' || !P[1])
      continue;
    if (*++P == 'p')
      return true;
  }
  return Parts.Forked;
}
