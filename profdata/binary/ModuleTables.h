//===- ModuleTables.h - Finds the tables of small profiles ------*- C++ -*-===//

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

/// Finds tables by build ID in the modules themselves, and elsewhere. The files
/// that are searched have the build ID, whatever their names are.
class ModuleTables : public TableSource {
public:
  /// Besides the modules searches folders in this order: \p Folders, which have
  /// files as `udpc tables` makes them, or `.build-id` folders; \p DebugFolder;
  /// \p DebuginfodFolder, the cache of debuginfod's client.
  ModuleTables(std::vector<std::string> Folders, std::string DebugFolder,
               std::string DebuginfodFolder);
  /// The folders of the environment: UDPC_TABLES, separated by colons;
  /// /usr/lib/debug; DEBUGINFOD_CACHE_PATH or else its default.
  static ModuleTables ofEnvironment();

  llvm::StringRef find(const TableReference &Reference,
                       llvm::StringRef Module) override;

  /// The build IDs, in hexadecimal, of the tables that were looked for since
  /// the last call, by their module.
  std::map<std::string, std::set<std::string>> takeBuildIds();
  /// What was not found, a line for each module, sorted.
  std::vector<std::string> missing() const;

private:
  /// The sections of a file that are loaded.
  struct LoadedFile {
    llvm::object::OwningBinary<llvm::object::ObjectFile> Binary;
    /// By their address relative to the ELF header.
    std::map<uint64_t, llvm::StringRef> Sections;
  };
  struct Module {
    std::vector<LoadedFile> Files;
    /// Why files that exist were not used.
    std::vector<std::string> Reasons;
  };

  /// The files with the build ID; none if there are none.
  Module &open(llvm::StringRef BuildId, llvm::StringRef Path);
  void addFile(Module &To, llvm::StringRef BuildId, const std::string &Path);

  std::vector<std::string> Folders;
  std::string DebugFolder, DebuginfodFolder;
  /// By build ID and path.
  std::map<std::pair<std::string, std::string>, Module> Modules;
  std::map<std::string, std::string> Missing;
  std::map<std::string, std::set<std::string>> BuildIds;
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_MODULETABLES_H
