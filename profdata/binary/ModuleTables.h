//===- ModuleTables.h - Finds the tables of small profiles ------*- C++ -*-===//
//
// Small profiles contain references (TableReference.h) in place of tables. This
// class reads the tables from the modules or from tables files. Used by the
// commands that read profiles.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_MODULETABLES_H
#define UDPC_PROFDATA_BINARY_MODULETABLES_H

#include "profdata/tables/TableReference.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace udpc {

/// Finds tables by build ID in the modules themselves and in folders. A file is
/// used only if it has the build ID, whatever its name is.
class ModuleTables : public TableSource {
public:
  /// Searches folders besides the modules, in this order: \p Folders, which
  /// have files that `udpc tables` makes or `.build-id` folders; \p
  /// DebugFolder; \p DebuginfodFolder, the cache of debuginfod's client.
  ModuleTables(std::vector<std::string> Folders, std::string DebugFolder,
               std::string DebuginfodFolder);
  /// Uses the folders of the environment: UDPC_TABLES, separated by colons;
  /// /usr/lib/debug; DEBUGINFOD_CACHE_PATH or its default.
  static ModuleTables ofEnvironment();

  llvm::StringRef find(const TableReference &Reference,
                       llvm::StringRef Module) override;

  /// Returns the build IDs, in hexadecimal, of the tables that were looked up
  /// since the last call, by module.
  std::map<std::string, std::set<std::string>> takeBuildIds();
  /// Returns a line for each module whose tables were not found, sorted.
  std::vector<std::string> missing() const;

private:
  /// A file and its loaded sections.
  struct LoadedFile {
    llvm::object::OwningBinary<llvm::object::ObjectFile> Binary;
    /// Keyed by the address relative to the ELF header.
    std::map<uint64_t, llvm::StringRef> Sections;
  };
  struct Module {
    std::vector<LoadedFile> Files;
    /// Why existing files were not used.
    std::vector<std::string> Reasons;
  };

  /// Returns the files with the build ID, which may be none.
  Module &open(llvm::StringRef BuildId, llvm::StringRef Path);
  void addFile(Module &To, llvm::StringRef BuildId, const std::string &Path);

  std::vector<std::string> Folders;
  std::string DebugFolder, DebuginfodFolder;
  /// Keyed by build ID and path.
  std::map<std::pair<std::string, std::string>, Module> Modules;
  std::map<std::string, std::string> Missing;
  std::map<std::string, std::set<std::string>> BuildIds;
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_MODULETABLES_H
