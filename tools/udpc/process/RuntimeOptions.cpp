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

std::string udpc::fileOption(StringRef Name, StringRef Folder, StringRef File) {
  std::string Value;
  for (char C : Folder)
    Value += C == '%' ? "%%" : std::string(1, C);
  Value += "/" + File.str();
  // Only a ':' requires quotes.
  StringRef Quote = !StringRef(Value).contains(':')   ? ""
                    : StringRef(Value).contains('\'') ? "\""
                                                      : "'";
  return (Name + "=" + Quote + Value + Quote).str();
}

std::string udpc::cacheProfileOptions(StringRef Folder, StringRef File) {
  return fileOption("cache_output", Folder, File) +
         ":cachegrind_output='':summary=0:tables=1";
}

std::string udpc::withUserOptions(StringRef Options) {
  std::optional<std::string> Set = sys::Process::GetEnv("UDPC_OPTIONS");
  return Set && !Set->empty() ? *Set + ":" + Options.str() : Options.str();
}
