//===- ConfigFiles.cpp - Configuration files of clang ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc-clang/ConfigFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace udpc;

/// Returns whether a default file may exist. Debian's clang looks for them only
/// in its own folder.
static bool hasDefaultFile(StringRef Clang) {
  SmallString<128> Real;
  if (sys::fs::real_path(Clang, Real))
    return false;
  std::error_code EC;
  for (sys::fs::directory_iterator It(sys::path::parent_path(Real), EC), End;
       It != End && !EC; It.increment(EC))
    if (sys::path::extension(It->path()) == ".cfg")
      return true;
  return false;
}

/// Returns the arguments on which the choice of files depends.
static std::vector<StringRef> choosingArguments(ArrayRef<std::string> Args) {
  std::vector<StringRef> Result;
  for (size_t I = 0; I != Args.size(); ++I) {
    StringRef Arg = Args[I];
    if (Arg.starts_with("--config") || Arg == "--no-default-config" ||
        Arg.starts_with("--target=") || Arg.starts_with("--driver-mode=") ||
        Arg == "-m32" || Arg == "-m64")
      Result.push_back(Arg);
    if (is_contained({"--config", "-target"}, Arg) && I + 1 != Args.size()) {
      if (Arg == "-target")
        Result.push_back(Arg);
      Result.push_back(Args[++I]);
    }
  }
  return Result;
}

/// Returns the existing files that are named by their paths.
static std::vector<std::string> namedFiles(ArrayRef<StringRef> Choosing) {
  std::vector<std::string> Files;
  for (StringRef Arg : Choosing)
    if (Arg.consume_front("--config=") && sys::fs::exists(Arg))
      Files.push_back(Arg.str());
  return Files;
}

/// Returns the files that clang names with its version. If clang fails because
/// of the content of a file, returns namedFiles().
static std::vector<std::string> askClang(StringRef Clang,
                                         ArrayRef<StringRef> Choosing) {
  SmallString<128> Output;
  if (sys::fs::createTemporaryFile("udpc-config", "txt", Output))
    return {};
  FileRemover Remover(Output);
  std::vector<StringRef> Argv = {Clang};
  append_range(Argv, Choosing);
  Argv.push_back("--version");
  std::optional<StringRef> Redirects[] = {StringRef(), Output.str(),
                                          StringRef()};
  if (sys::ExecuteAndWait(Clang, Argv, std::nullopt, Redirects))
    return namedFiles(Choosing);
  auto Buffer = MemoryBuffer::getFile(Output);
  if (!Buffer)
    return {};
  std::vector<std::string> Files;
  for (StringRef Line : split((*Buffer)->getBuffer(), '\n'))
    if (Line.consume_front("Configuration file: "))
      Files.push_back(Line.str());
  return Files;
}

Expected<std::vector<std::string>>
udpc::readConfigFiles(StringRef Clang, ArrayRef<std::string> Args) {
  std::vector<StringRef> Choosing = choosingArguments(Args);
  bool MayHaveDefault =
      !is_contained(Choosing, "--no-default-config") && hasDefaultFile(Clang);
  bool NamesOne = any_of(
      Choosing, [](StringRef Arg) { return Arg.starts_with("--config"); });
  std::vector<std::string> Result;
  if (!MayHaveDefault && !NamesOne)
    return Result;
  BumpPtrAllocator Alloc;
  cl::ExpansionContext Context(Alloc, cl::tokenizeConfigFile);
  for (const std::string &File : askClang(Clang, Choosing)) {
    SmallVector<const char *, 32> Expanded;
    if (Error E = Context.readConfigFile(File, Expanded))
      return createStringError(File + ": " + toString(std::move(E)));
    for (StringRef Arg : Expanded) {
      // The prefix marks arguments for the linker's end of the command line.
      Arg.consume_front("$");
      if (Arg.starts_with("-fudpc") || Arg.starts_with("-fno-udpc"))
        return createStringError(
            File + ": clang itself reads this file and does not know '" + Arg +
            "'; put it on the command line, or use UDPC_SPEC, "
            "UDPC_PREFETCH_HINTS or UDPC_PROFILE");
      Result.push_back(Arg.str());
    }
  }
  return Result;
}
