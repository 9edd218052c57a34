//===- Dump.h - Writes the profile -----------------------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_DUMP_H
#define UDPC_RUNTIME_DUMP_H

namespace udpc {
namespace rt {

/// Writes all that was counted so far to the profile, in place of what is
/// there. Does nothing in a process that does not own the counts, or when no
/// unit has a site. May be called anywhere, in signal handlers too; takes the
/// lock itself. Returns 0 or an errno, and keeps errno.
int dumpProfile(const char *Why);

/// In the child after fork().
void forgetDumps();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_DUMP_H
