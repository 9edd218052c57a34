//===- OffsetList.h - Places of modules to count -------------- -*- C++ -*-===//
//
// The argument `offset`: places of executables and libraries whose executions
// are counted, whether they have udpc instructions or not.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_OFFSETLIST_H
#define UDPC_TOOLS_QEMU_OFFSETLIST_H

#include <stddef.h>
#include <stdint.h>
#include <string>
#include <vector>

namespace udpc {
namespace qemu {

/// An address of a module, as `nm` and `objdump` print it: in
/// position-independent files, the distance from the load address.
struct ModuleOffset {
  /// A path, or a file name without a folder.
  std::string Module;
  uint64_t Address;
};

/// The parsed argument `offset`.
class OffsetList {
public:
  /// Parses `libc.so.6+0x1234;prog+0x10`, or with `@file` a file with one such
  /// item a line, in which # begins a comment. Returns "" or an error message.
  std::string parse(const std::string &Text);

  bool empty() const { return Offsets.empty(); }
  size_t size() const { return Offsets.size(); }
  /// Items in the order given, without duplicates.
  const ModuleOffset &operator[](size_t I) const { return Offsets[I]; }

  /// Returns whether \p Module names the file \p Path: the path, its last
  /// component, or that component without a version (libz.so.1 for
  /// libz.so.1.2.13).
  static bool names(const std::string &Module, const std::string &Path);

private:
  std::string add(const std::string &Item);

  std::vector<ModuleOffset> Offsets;
};

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_OFFSETLIST_H
