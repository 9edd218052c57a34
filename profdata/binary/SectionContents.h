//===- SectionContents.h - The contents of a named section ------*- C++ -*-===//
//
// Reads a section of an object file without failing. Used by readers of
// binaries.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_SECTIONCONTENTS_H
#define UDPC_PROFDATA_BINARY_SECTIONCONTENTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ObjectFile.h"

namespace udpc {

/// Returns the contents of the first section \p Name of \p File that has any,
/// or "". \p File owns them. Skips sections that cannot be read.
llvm::StringRef contentsOf(const llvm::object::ObjectFile &File,
                           llvm::StringRef Name);

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_SECTIONCONTENTS_H
