//===- PackedTable.h - The packed form of a cost table ----------*- C++ -*-===//
//
// Profiles contain cost tables in this form, whose size is about a twelfth. The
// plugin makes it, so that the runtime only has to copy it (udpc/costs.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_PACKEDTABLE_H
#define UDPC_PROFDATA_CACHE_PACKEDTABLE_H

#include "udpc/costs.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace udpc {

/// Returns the packed form of \p Table, a whole cost table in plain form. Empty
/// if there is none: without zlib, or if it would be smaller than
/// 1/MaxPackRatio of the table.
std::vector<uint8_t> packTable(llvm::ArrayRef<uint8_t> Table);

/// Whether \p Bytes begin like a packed cost table.
bool isPackedTable(llvm::StringRef Bytes);

/// Returns the plain form of the packed table at the beginning of \p Bytes,
/// which may be hostile. The lists have the sizes in the header; their contents
/// are not checked. Time and memory are proportional to the packed size.
llvm::Expected<std::string> unpackTable(llvm::StringRef Bytes);

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_PACKEDTABLE_H
