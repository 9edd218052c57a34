//===- GuestModules.h - Finds the file of guest code ---------- -*- C++ -*-===//
//
// QEMU's user mode maps the guest's files into its own memory, so
// /proc/self/maps gives the file and offset of a translated instruction, and
// the file's program headers give its address.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// Maps offsets in an ELF file to addresses.
class FileAddresses {
public:
  /// Reads the program headers of \p Path. Returns an empty map if it is not a
  /// 64-bit little-endian ELF file.
  static FileAddresses read(const std::string &Path);
  /// Returns whether the byte at \p Offset is loaded, and its address.
  bool find(uint64_t Offset, uint64_t &Address) const;

private:
  struct Segment {
    uint64_t Offset, Size, Address;
  };
  std::vector<Segment> Segments;
};

/// The files mapped into this process. Thread-safe.
class GuestModules {
public:
  /// Invalidates the list of mappings. To be called after the guest may have
  /// changed them.
  void mappingsChanged() { IsCurrent = false; }
  /// Finds the file that is mapped at the address \p Host of this process, and
  /// the byte's address in the file. Returns false if no file is mapped there.
  /// The path stays valid.
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
