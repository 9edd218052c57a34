//===- ReadProfiles.h - Reads the profiles of a command ---------*- C++ -*-===//
//
// Reads and adds up the files that a command line names, and prints progress
// and warnings. Used by all commands that read profiles.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PROFILES_READPROFILES_H
#define UDPC_TOOLS_UDPC_PROFILES_READPROFILES_H

#include "profdata/binary/ModuleTables.h"
#include "profdata/open/ProfileSum.h"

namespace udpc {

/// Returns the tables of small profiles, which search the places given by the
/// environment and live as long as the process. Not thread-safe.
ModuleTables &systemTables();

/// Warns once about each table that systemTables() has not found.
void warnOfMissingTables();

/// Prints the warnings of \p Sum, and its notes unless \p Wanted is one kind:
/// reports and annotations show themselves what is of several builds.
void printWarnings(ProfileSum &Sum, ProfilePart Wanted = ProfilePart::Any);

/// Adds up \p Files, showing progress on a terminal if there are many. Prints
/// warnings.
llvm::Expected<ProfileSum> readProfiles(llvm::ArrayRef<std::string> Files,
                                        ProfilePart Wanted = ProfilePart::Any);

/// Returns the profile in \p Input. Prints warnings.
llvm::Expected<ProfileSum> readProfile(const ProfileInput &Input,
                                       ProfilePart Wanted = ProfilePart::Any);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROFILES_READPROFILES_H
