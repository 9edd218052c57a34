//===- GuestModules.h - Which file the guest's code is of -------*- C++ -*-===//
//
// QEMU's user mode maps the guest's files into its own memory, so its mappings
// tell which file and which of its bytes a translated instruction is; the
// file's program headers give the address.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_GUESTMODULES_H
#define UDPC_TOOLS_QEMU_GUESTMODULES_H

#include <atomic>
#include <map>
#include <mutex>
#include <stdint.h>
#include <string>
#include <utility>
#include <vector>

namespace udpc {
namespace qemu {

/// The addresses of an ELF file's bytes.
class FileAddresses {
public:
  /// Reads the program headers of \p Path; of another file none.
  static FileAddresses read(const std::string &Path);
  /// Whether the byte at \p Offset is loaded, and if so, its address.
  bool find(uint64_t Offset, uint64_t &Address) const;

private:
  struct Segment {
    uint64_t Offset, Size, Address;
  };
  std::vector<Segment> Segments;
};

/// Thread-safe.
class GuestModules {
public:
  /// The guest may have changed its mappings.
  void mappingsChanged() { IsCurrent = false; }
  /// The file of the byte at \p Host, in the memory of this process, and its
  /// address in the file. False if it is not of a file. The path stays valid.
  bool find(uintptr_t Host, const std::string *&Path, uint64_t &Address);

private:
  struct Mapping {
    uintptr_t Start, End;
    uint64_t Offset;
    std::string Path;
  };
  void readMappings();

  std::mutex Mutex;
  std::atomic<bool> IsCurrent{false};
  std::vector<Mapping> Mappings;
  std::map<std::string, FileAddresses> Files;
};

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_GUESTMODULES_H
