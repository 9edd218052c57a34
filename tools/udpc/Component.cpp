//===- Component.cpp - Optional components of udpc ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/Component.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <cstring>
#include <unistd.h>
#include <vector>

using namespace llvm;
using namespace udpc;

static StringRef nameOf(Component C) {
  switch (C) {
  case Component::Fleet:
    return "fleet";
  case Component::Machine:
    return "machine";
  case Component::Rewriting:
    return "rewriting";
  }
  llvm_unreachable("all components have a name");
}

const ComponentCommand *udpc::findComponentCommand(StringRef Name) {
  const ComponentCommand *It =
      find_if(ComponentCommands, [&](const auto &C) { return C.Name == Name; });
  return It == std::end(ComponentCommands) ? nullptr : It;
}

/// Returns the path of the component's program.
static std::string programOf(Component C) {
  SmallString<128> Path = sys::path::parent_path(sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&programOf)));
  sys::path::append(Path, "udpc-with-" + nameOf(C));
  return Path.str().str();
}

bool udpc::isInstalled(Component C) {
  return sys::fs::can_execute(programOf(C));
}

/// The command line, which ends with a null pointer.
static std::vector<const char *> &commandLine() {
  static std::vector<const char *> Words = {nullptr};
  return Words;
}

void udpc::keepCommandLine(int argc, const char *const *argv) {
  commandLine().assign(argv, argv + argc);
  commandLine().push_back(nullptr);
}

Error udpc::continueIn(Component C, const Twine &What) {
  const std::string Path = programOf(C);
  if (!sys::fs::can_execute(Path))
    return createStringError(
        What + " needs the package udpc-" + Twine(LLVM_VERSION_MAJOR) + "-" +
        nameOf(C) + ", or a build with UDPC_" + nameOf(C).upper() + "=ON");
  execv(Path.c_str(), const_cast<char *const *>(commandLine().data()));
  return createStringError(Path + ": " + std::strerror(errno));
}
