//===- PluginArguments.h - Parses the plugin's arguments --------*- C++ -*-===//

#ifndef UDPC_TOOLS_QEMU_PLUGINARGUMENTS_H
#define UDPC_TOOLS_QEMU_PLUGINARGUMENTS_H

#include "include/udpc/encoding.h"
#include <bitset>
#include <string>
#include <vector>

namespace udpc {
namespace qemu {

struct PluginArguments {
  std::string Out = "udpc-unit.%p.json";
  std::bitset<encoding::MaxCounter + 1> Masked;
  unsigned Width = 64;
  bool PerThread = true;
};

/// Parses "key=value" strings. Returns a message for each invalid one.
std::vector<std::string> parseArguments(int Count, const char *const *Texts,
                                        PluginArguments &Arguments);

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_PLUGINARGUMENTS_H
