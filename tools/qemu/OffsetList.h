//===- OffsetList.h - Which places of modules are counted -------*- C++ -*-===//
//
// The argument `offset`: places of executables and libraries whose executions
// are counted, whether they have udpc instructions or not.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_OFFSETLIST_H
#define UDPC_TOOLS_QEMU_OFFSETLIST_H

#include <stddef.h>
#include <stdint.h>
#include <string>
#include <vector>

namespace udpc {
namespace qemu {

/// An address of a module, as `nm` and `objdump` print it: in position-
/// independent files the distance from the load address.
struct ModuleOffset {
  /// A path, or the name of a file.
  std::string Module;
  uint64_t Address;
};

class OffsetList {
public:
  /// Parses `libc.so.6+0x1234;prog+0x10`, or with `@file` such items, one a
  /// line; # begins a comment. Returns "" or what is wrong.
  std::string parse(const std::string &Text);

  bool empty() const { return Offsets.empty(); }
  size_t size() const { return Offsets.size(); }
  /// In the order given, each once.
  const ModuleOffset &operator[](size_t I) const { return Offsets[I]; }

  /// Whether \p Module names the file \p Path: it is the path, or its last
  /// part, or that without a version (libz.so.1 for libz.so.1.2.13).
  static bool names(const std::string &Module, const std::string &Path);

private:
  std::string add(const std::string &Item);

  std::vector<ModuleOffset> Offsets;
};

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_OFFSETLIST_H
