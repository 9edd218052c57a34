//===- PerfEvents.cpp - Events that the kernel counts ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/options/PerfEvents.h"
#include "runtime/base/Bytes.h"
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;

namespace {
enum Place { Anywhere, Kernel };
struct KnownEvent {
  const char *Name;
  uint32_t Type;
  uint64_t Config;
  Place Where;
};
} // namespace

static const KnownEvent KnownEvents[] = {
#define UDPC_PERF_EVENT(Name, Type, Config, Where)                             \
  {Name, PERF_TYPE_##Type, Config, Where},
#include "runtime/options/perf_events.inc"
};

static constexpr char UserSuffix[] = ":u";

/// Returns the length of the name without the suffix.
static size_t baseLength(const char *Name) {
  size_t N = lengthOf(Name);
  return N > 2 && sameText(Name + N - 2, UserSuffix) ? N - 2 : N;
}

/// Parses r<hexadecimal>, the number of an event in the processor's manual.
static bool readRaw(const char *Name, size_t Length, uint64_t &Config) {
  if (*Name != 'r' || Length < 2 || Length > 17)
    return false;
  Config = 0;
  for (size_t I = 1; I != Length; ++I) {
    char C = Name[I];
    unsigned Digit = C >= '0' && C <= '9'   ? C - '0'
                     : C >= 'a' && C <= 'f' ? C - 'a' + 10
                                            : 16;
    if (Digit == 16)
      return false;
    Config = Config << 4 | Digit;
  }
  return true;
}

bool rt::readPerfEvent(const char *&List, PerfEvent &Out) {
  clearBytes(&Out, sizeof(Out));
  TextBuffer Name(Out.Name, sizeof(Out.Name));
  for (; *List && *List != ','; ++List)
    Name.add(*List);
  List += *List == ',';
  size_t Base = baseLength(Out.Name);
  Out.UserOnly = Out.Name[Base] != 0;
  if (Name.overflowed())
    return false;
  if (readRaw(Out.Name, Base, Out.Config)) {
    Out.Type = PERF_TYPE_RAW;
    return true;
  }
  for (const KnownEvent &K : KnownEvents)
    if (lengthOf(K.Name) == Base && sameBytes(K.Name, Out.Name, Base)) {
      Out.Type = K.Type;
      Out.Config = K.Config;
      Out.IsKernelOnly = K.Where == Kernel;
      return !(Out.UserOnly && Out.IsKernelOnly);
    }
  return false;
}

void rt::addPerfEventNames(TextBuffer &Out) {
  const char *Separator = "";
  for (const KnownEvent &K : KnownEvents) {
    Out.add(Separator).add(K.Name);
    Separator = ", ";
  }
}

long rt::openPerfEvent(PerfEvent &E, bool Inherit, PerfOpen Open, void *Data) {
  perf_event_attr A;
  clearBytes(&A, sizeof(A));
  A.size = sizeof(A);
  A.type = E.Type;
  A.config = E.Config;
  A.read_format =
      PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  A.exclude_kernel = E.UserOnly;
  A.exclude_hv = 1;
  A.inherit = Inherit;
  A.inherit_thread = Inherit;
  long FD = Open(Data, A);
  size_t Length = lengthOf(E.Name);
  if ((FD != -EACCES && FD != -EPERM) || E.UserOnly || E.IsKernelOnly ||
      Length + sizeof(UserSuffix) > sizeof(E.Name))
    return FD;
  A.exclude_kernel = 1;
  long UserFD = Open(Data, A);
  if (UserFD < 0)
    return UserFD;
  copyBytes(E.Name + Length, UserSuffix, sizeof(UserSuffix));
  E.UserOnly = true;
  return UserFD;
}

uint64_t rt::scaledCount(const PerfReading &R) {
  if (!R.Running || R.Running >= R.Enabled)
    return R.Value;
  // The product of counts and times needs 128 bits.
  auto Scaled = static_cast<unsigned __int128>(R.Value) * R.Enabled / R.Running;
  return Scaled > UINT64_MAX ? UINT64_MAX : static_cast<uint64_t>(Scaled);
}

void rt::addPerfReason(TextBuffer &Out, int Error, int Paranoid) {
  switch (Error) {
  case ENOENT:
  case EOPNOTSUPP:
  case ENODEV:
    Out.add("no such counter here: most virtual machines have no PMU");
    return;
  case EACCES:
    Out.add("not allowed");
    if (Paranoid < -1)
      return;
    Out.add(": kernel.perf_event_paranoid is ");
    if (Paranoid < 0)
      Out.add('-');
    Out.add(uint64_t(Paranoid < 0 ? -Paranoid : Paranoid));
    return;
  case EPERM:
    Out.add("not allowed, as by seccomp in containers");
    return;
  case ENOSYS:
    Out.add("the kernel has no perf_event_open, or seccomp hides it");
    return;
  case EMFILE:
  case ENFILE:
    Out.add("no descriptors left");
    return;
  case EBUSY:
    Out.add("the processor's counters are in use");
    return;
  case EINVAL:
  case E2BIG:
    Out.add("this kernel does not know them");
    return;
  default:
    Out.add("error ").add(uint64_t(Error));
  }
}
