//===- Dump.h - Writes the profile -----------------------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_DUMP_H
#define UDPC_RUNTIME_DUMP_H

namespace udpc {
namespace rt {

/// Writes all that was counted so far to the profile, in place of what is
/// there. Does nothing in a process that does not own the counts, or when the
/// profile would say nothing: no unit has a site, or all have udpc instructions
/// and none has ever been on. May be called anywhere, in signal handlers too;
/// takes the lock itself. Returns 0 or an errno, and keeps errno.
int dumpProfile(const char *Why);

struct DumpResult {
  int Error;
  /// Null if there was nothing to write.
  const char *Path;
};
/// The same for who holds the StateLock, in a process that owns the counts.
DumpResult dumpLocked(const char *Why);

/// In the child after fork().
void forgetDumps();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_DUMP_H
