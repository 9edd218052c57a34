//===- TableReferences.h - References in place of tables -------*- C++ -*-===//
//
// With tables=0 profiles refer to the tables in the program's files
// (udpc/references.h).
//
// Needs the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_TABLEREFERENCES_H
#define UDPC_RUNTIME_OUTPUT_TABLEREFERENCES_H

#include "runtime/output/ProfileFile.h"

namespace udpc {
namespace rt {

/// Whether profiles for \p Target are small. Those that several processes share
/// have their tables: once for all of them.
bool isSmall(const ProfileTarget &Target);

/// Finds the files that are mapped, for the next profile. Before the calls of
/// writeTable.
void findTableFiles();

/// Writes the \p Size bytes of \p Table, which begins with a header of \p
/// HeaderSize bytes, or a reference to it if the profile is small, and the
/// table is in a file that has a build ID. Returns 0 or an errno.
int writeTable(ProfileFile &File, const void *Table, uint64_t Size,
               uint64_t HeaderSize);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_TABLEREFERENCES_H
