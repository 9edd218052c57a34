//===- PluginArguments.h - Parses the plugin's arguments --------*- C++ -*-===//
//
// Parses the arguments of the plugin (`-plugin libudpc_qemu.so,key=value`) and
// the lists of counters in them. ControlCommands uses the lists too.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_PLUGINARGUMENTS_H
#define UDPC_TOOLS_QEMU_PLUGINARGUMENTS_H

#include "include/udpc/encoding.h"
#include "tools/qemu/InstructionPattern.h"
#include "tools/qemu/OffsetList.h"
#include <functional>
#include <string>
#include <vector>

namespace udpc {
namespace qemu {

/// The values of the arguments, by default those of absent ones.
struct PluginArguments {
  std::string Out = "udpc-unit.%p.json";
  /// By counter: bit N is set if command N is masked.
  uint8_t Masked[encoding::MaxCounter + 1] = {};
  unsigned Width = 64;
  bool PerThread = true;
  /// By counter: the initial value, and the period of `every` or 0.
  int64_t Start[encoding::MaxCounter + 1] = {};
  int64_t Every[encoding::MaxCounter + 1] = {};
  /// File that overflows are logged to; empty for none.
  std::string Log;
  /// Path of the socket for commands; empty for none.
  std::string Control;
  /// Pattern of the counter instruction; empty for udpc's own encoding.
  InstructionPattern Encoding;
  /// Places whose executions are counted too.
  OffsetList Offsets;
};

/// Parses numbers and ascending ranges, separated by `+` or `;`, each with an
/// optional /inc or /dec. Sets the bits of these commands, or of all, in the
/// 256 elements of \p Masked. Returns false on errors.
bool parseCounters(const std::string &Text, uint8_t *Masked);
/// Parses items that consist of a counter, \p Separator and a number of at
/// least \p Least, and calls \p Take for each. Returns false on errors.
bool parseNumbers(const std::string &Text, char Separator, int64_t Least,
                  const std::function<void(unsigned, int64_t)> &Take);

/// Parses "key=value" strings. Returns a message for each invalid one.
std::vector<std::string> parseArguments(int Count, const char *const *Texts,
                                        PluginArguments &Arguments);

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_PLUGINARGUMENTS_H
