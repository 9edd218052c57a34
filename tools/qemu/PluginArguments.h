//===- PluginArguments.h - Parses the plugin's arguments --------*- C++ -*-===//

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

struct PluginArguments {
  std::string Out = "udpc-unit.%p.json";
  /// By counter: bit N is set if command N is off.
  uint8_t Masked[encoding::MaxCounter + 1] = {};
  unsigned Width = 64;
  bool PerThread = true;
  /// By counter: what registers begin with, and the period of `every`, or 0.
  int64_t Start[encoding::MaxCounter + 1] = {};
  int64_t Every[encoding::MaxCounter + 1] = {};
  /// Where overflows are logged; "" is nowhere.
  std::string Log;
  /// The name of the socket that takes commands; "" is none.
  std::string Control;
  /// Empty: udpc's own.
  InstructionPattern Encoding;
  /// Places that are counted besides.
  OffsetList Offsets;
};

/// Numbers and ascending ranges with `+` or `;` between them, maybe with /inc
/// or /dec: sets the bits of these commands, or all, in the 256 of \p Masked.
bool parseCounters(const std::string &Text, uint8_t *Masked);
/// Items of a counter, \p Separator and a number of at least \p Least. Calls
/// \p Take with them.
bool parseNumbers(const std::string &Text, char Separator, int64_t Least,
                  const std::function<void(unsigned, int64_t)> &Take);

/// Parses "key=value" strings. Returns a message for each invalid one.
std::vector<std::string> parseArguments(int Count, const char *const *Texts,
                                        PluginArguments &Arguments);

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_PLUGINARGUMENTS_H
