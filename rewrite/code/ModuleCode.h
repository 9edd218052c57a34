//===- ModuleCode.h - The code of a linked file, decoded -------*- C++ -*-===//
//
// Decodes all code of an x86-64 ELF file, and finds its functions and every
// possible target of a jump. Every address that might be a target counts as
// one: a false target costs room for patches, a missing one breaks the program.
//
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

/// A function of a file: what a symbol or an entry of .eh_frame names.
struct CodeFunction {
  /// Its code, and then the parts of it that the compiler has put elsewhere.
  llvm::SmallVector<AddressRange, 1> Ranges;
  /// All symbols at its first byte, mangled and sorted; none if only .eh_frame
  /// has it. They reference the files.
  llvm::SmallVector<llvm::StringRef, 1> Names;
  /// The resolver of an indirect function (IFUNC).
  bool IsResolver = false;

  uint64_t begin() const { return Ranges.front().Begin; }
};

/// References the file. Thread-safe once created.
class ModuleCode {
public:
  /// Takes symbols from \p File and, unless it is null, from its debug file \p
  /// Debug. Fails if \p File is damaged, not linked, or not for x86-64.
  static llvm::Expected<ModuleCode>
  create(const llvm::object::ELFObjectFileBase &File,
         const llvm::object::ELFObjectFileBase *Debug = nullptr);
  ModuleCode(ModuleCode &&);
  ~ModuleCode();

  /// By address. Without the stubs of .plt, and without parts of functions.
  llvm::ArrayRef<CodeFunction> functions() const;

  struct Contents;
  const Contents &contents() const { return *Its; }

private:
  explicit ModuleCode(std::unique_ptr<Contents> C);
  std::unique_ptr<Contents> Its;
};

} // namespace udpc

#endif // UDPC_REWRITE_CODE_MODULECODE_H
