//===- RuntimeOptions.cpp - UDPC_OPTIONS of started programs --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/process/RuntimeOptions.h"
#include "llvm/Support/Process.h"

using namespace llvm;
using namespace udpc;

Expected<std::string> udpc::quotedOption(StringRef Name, StringRef Value) {
  char Quote = Value.contains('"') ? '\'' : '"';
  if (Value.contains(Quote))
    return createStringError("'" + Value + "' has both kinds of quotes");
  return (Name + "=" + Twine(Quote) + Value + Twine(Quote)).str();
}

Expected<std::string> udpc::fileOption(StringRef Name, StringRef Folder,
                                       StringRef File) {
  // A percent sign in a folder's name is not a placeholder.
  std::string Pattern;
  for (char C : Folder)
    Pattern += C == '%' ? "%%" : std::string(1, C);
  return quotedOption(Name, Pattern + "/" + File.str());
}

std::string udpc::withUserOptions(StringRef Options) {
  std::optional<std::string> Set = sys::Process::GetEnv("UDPC_OPTIONS");
  return Set ? *Set + ":" + Options.str() : Options.str();
}
