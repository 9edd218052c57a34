//===- PluginState.h - State shared by the plugin's files ----- -*- C++ -*-===//
//
// The arguments and the process, which are global because QEMU's callbacks have
// no context.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_PLUGINSTATE_H
#define UDPC_TOOLS_QEMU_PLUGINSTATE_H

#include "tools/qemu/PluginArguments.h"
#include "tools/qemu/Watcher.h"

namespace udpc {
namespace qemu {

// Global state of the process, set up by qemu_plugin_install.
extern PluginArguments TheArguments;
extern WatchedProcess TheProcess;

/// Writes a line to stderr, after "udpc-qemu: ".
__attribute__((format(printf, 1, 2))) void tell(const char *Format, ...);

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_PLUGINSTATE_H
