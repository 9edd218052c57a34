//===- AddressLines.h - Source lines of addresses of a run ------*- C++ -*-===//

#ifndef UDPC_PROFDATA_STACKS_ADDRESSLINES_H
#define UDPC_PROFDATA_STACKS_ADDRESSLINES_H

#include "profdata/log/Log.h"
#include "profdata/stacks/StackProfile.h"
#include "llvm/DebugInfo/Symbolize/Symbolize.h"
#include "llvm/Object/ELFObjectFile.h"

namespace udpc {

/// Finds functions and lines by LLVM's symbolizer, in the file that was mapped,
/// or in one of that build ID in the system's folder for debug information. Not
/// thread-safe.
class AddressLines {
public:
  /// \p Demangle: names as in the source, else linkage names.
  explicit AddressLines(bool Demangle);

  /// The functions and lines at \p Address of a process, in the mapping \p M or
  /// null, the innermost first. Functions are added to \p To. Where nothing is
  /// known, a function with the name of the file, "[libc.so.6]".
  std::vector<StackLine> at(const LogModule *M, uint64_t Address,
                            StackProfile &To);

  /// Files whose functions are not known, and why; one line each.
  llvm::ArrayRef<std::string> warnings() const { return Warnings; }

private:
  /// A file that was mapped. Null: other than then, or cannot be read.
  using File =
      std::unique_ptr<llvm::object::OwningBinary<llvm::object::ObjectFile>>;

  const llvm::object::ELFObjectFileBase *fileOf(const LogModule &M);

  bool Demangle;
  llvm::symbolize::LLVMSymbolizer Symbolizer;
  std::map<std::pair<std::string, std::string>, File> Files;
  std::vector<std::string> Warnings;
};

} // namespace udpc

#endif // UDPC_PROFDATA_STACKS_ADDRESSLINES_H
