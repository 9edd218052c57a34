//===- PluginState.cpp - State shared by the plugin's files ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/qemu/PluginState.h"
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

using namespace udpc;
using namespace udpc::qemu;

PluginArguments qemu::TheArguments;
WatchedProcess qemu::TheProcess;

/// Uses one write, so that lines of several processes are not interleaved.
void qemu::tell(const char *Format, ...) {
  char Text[PATH_MAX + 256];
  size_t Used = size_t(snprintf(Text, sizeof(Text), "udpc-qemu: "));
  va_list List;
  va_start(List, Format);
  int Size = vsnprintf(Text + Used, sizeof(Text) - Used - 1, Format, List);
  va_end(List);
  Used = Size < 0 ? Used : Used + size_t(Size);
  if (Used > sizeof(Text) - 2)
    Used = sizeof(Text) - 2;
  Text[Used++] = '\n';
  if (write(STDERR_FILENO, Text, Used) < 0) {
    // Errors cannot be reported.
  }
}
