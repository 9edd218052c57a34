//===- ModuleCode.h - The code of a linked file, decoded -------*- C++ -*-===//
//
// Decodes all code of an x86-64 ELF file, and finds its functions and every
// possible target of a jump. Every address that might be a target counts as
// one: a false target costs room for patches, a missing one breaks the program.
// Used by rewrite/plan.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_CODE_MODULECODE_H
#define UDPC_REWRITE_CODE_MODULECODE_H

#include "rewrite/code/AddressRange.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace udpc {

/// A function that a symbol or an entry of .eh_frame names.
struct CodeFunction {
  /// The function's main range, and then the parts that the compiler has moved
  /// out of it.
  llvm::SmallVector<AddressRange, 1> Ranges;
  /// All symbols at the first byte, mangled and sorted; none if only .eh_frame
  /// describes the function. They reference the files.
  llvm::SmallVector<llvm::StringRef, 1> Names;
  /// Whether it is the resolver of an indirect function (IFUNC).
  bool IsResolver = false;

  uint64_t begin() const { return Ranges.front().Begin; }
};

/// The code of a module. References the file. Thread-safe once created.
class ModuleCode {
public:
  /// Decodes \p File. Takes symbols from it and from its debug file \p Debug,
  /// unless that is null. Fails if \p File is damaged, not linked, or not for
  /// x86-64.
  static llvm::Expected<ModuleCode>
  create(const llvm::object::ELFObjectFileBase &File,
         const llvm::object::ELFObjectFileBase *Debug = nullptr);
  ModuleCode(ModuleCode &&);
  ~ModuleCode();

  /// All functions, by address, without the stubs of .plt. Parts belong to
  /// their functions.
  llvm::ArrayRef<CodeFunction> functions() const;

  struct Contents;
  const Contents &contents() const { return *Impl; }

private:
  explicit ModuleCode(std::unique_ptr<Contents> C);
  std::unique_ptr<Contents> Impl;
};

} // namespace udpc

#endif // UDPC_REWRITE_CODE_MODULECODE_H
