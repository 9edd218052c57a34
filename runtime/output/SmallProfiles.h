//===- SmallProfiles.h - References in place of tables ----------*- C++ -*-===//
//
// Writes profiles with tables=0, which refer to the tables in the program's
// files (udpc/references.h). Needs the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_SMALLPROFILES_H
#define UDPC_RUNTIME_OUTPUT_SMALLPROFILES_H

#include "runtime/counts/Units.h"
#include "runtime/output/ProfileWriter.h"

namespace udpc {
namespace rt {

/// Returns whether profiles for \p Target are small. Profiles that several
/// processes share contain their tables, once for all of them.
bool isSmall(const ProfileTarget &Target);

/// Writes the \p Size bytes of \p Table of \p U, which begins with a header of
/// \p HeaderSize bytes; or a reference to it, if the profile is small and the
/// table is, or was, in a file with a build ID. To be called after
/// findTableFiles (TableOrigins.h). Returns 0 or an errno.
int writeTable(ProfileWriter &File, const UnitRecord &U, const void *Table,
               uint64_t Size, uint64_t HeaderSize);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_SMALLPROFILES_H
