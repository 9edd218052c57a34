//===- ExportRows.h - Row formats for databases --------------- -*- C++ -*-===//
//
// Writes profiles as rows for `udpc export`, `query` and `collect`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_FLEET_ROWS_EXPORTROWS_H
#define UDPC_TOOLS_UDPC_FLEET_ROWS_EXPORTROWS_H

#include "profdata/rows/ProfileRows.h"
#include "profdata/open/ProfileSum.h"

namespace udpc {

/// Returns the rows of \p Sum, a sum of profiles, and fills in the BuildIds of
/// \p Batch. Fails for files in Cachegrind's format, and if the profiles are of
/// several builds of one module.
llvm::Expected<std::vector<ProfileRow>>
rowsOf(const ProfileSum &Sum, RowOptions Options, RowBatch &Batch);

/// Returns this machine's name.
std::string hostName();
/// Returns an identifier of \p Content from \p Host: 16 hexadecimal digits.
std::string batchName(llvm::StringRef Content, llvm::StringRef Host);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_FLEET_ROWS_EXPORTROWS_H
