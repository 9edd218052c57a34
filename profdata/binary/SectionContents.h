//===- SectionContents.h - The contents of a named section ------*- C++ -*-===//

#ifndef UDPC_PROFDATA_BINARY_SECTIONCONTENTS_H
#define UDPC_PROFDATA_BINARY_SECTIONCONTENTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ObjectFile.h"

namespace udpc {

/// The contents of the first section \p Name that has any in \p File, which
/// owns them, or "". Sections that cannot be read are passed over.
llvm::StringRef contentsOf(const llvm::object::ObjectFile &File,
                           llvm::StringRef Name);

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_SECTIONCONTENTS_H
