//===- ProgramModules.cpp - The modules of a program ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/rewriting/plan/ProgramModules.h"
#include "profdata/support/WholeFile.h"
#include "tools/udpc/process/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <unistd.h>

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

static void addModule(std::vector<std::string> &Modules, StringRef Path) {
  SmallString<128> Real;
  if (!sys::fs::real_path(Path, Real) && !is_contained(Modules, Real.str()))
    Modules.push_back(Real.str().str());
}

/// Returns the words of a script's first line; none if it is no script.
static SmallVector<StringRef, 2> interpreterOf(StringRef Contents) {
  SmallVector<StringRef, 2> Words;
  if (Contents.consume_front("#!"))
    SplitString(Contents.split('\n').first, Words);
  return Words;
}

/// Returns the executable that is started for \p Program. `env` in a script's
/// first line starts its argument.
static Expected<std::string> findExecutable(StringRef Program) {
  std::string Name = Program.str();
  constexpr unsigned MostScripts = 4;
  for (unsigned I = 0; I <= MostScripts; ++I) {
    ErrorOr<std::string> Path = sys::findProgramByName(Name);
    if (!Path)
      return createStringError(Name + ": " + Path.getError().message());
    auto Buffer = MemoryBuffer::getFileSlice(*Path, /*MapSize=*/256, 0);
    if (!Buffer)
      return createStringError(*Path + ": " + Buffer.getError().message());
    SmallVector<StringRef, 2> Words =
        interpreterOf((*Buffer)->getBuffer().take_front(256));
    if (Words.empty())
      return *Path;
    bool IsEnv = sys::path::filename(Words[0]) == "env" && Words.size() > 1;
    StringRef Next = Words[IsEnv];
    if (IsEnv && Next == "-S" && Words.size() > 2)
      Next = Words[2];
    Name = Next.str();
  }
  return createStringError(Program + ": too many interpreters of scripts");
}

/// Fails unless \p Path is a 64-bit executable with a dynamic linker.
static Error checkDynamic(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readWhole(Path);
  if (!Buffer)
    return Buffer.takeError();
  auto File = ELF64LEFile::create((*Buffer)->getBuffer());
  auto Headers = File ? File->program_headers()
                      : Expected<ELF64LE::PhdrRange>(File.takeError());
  if (!Headers) {
    consumeError(Headers.takeError());
    return createStringError(Path + ": not an executable of 64-bit ELF");
  }
  if (File->getHeader().e_machine != ELF::EM_X86_64)
    return createStringError(Path + ": not for x86-64, the only processor for "
                                    "whose machine code sites can be added");
  if (none_of(*Headers,
              [](const auto &H) { return H.p_type == ELF::PT_INTERP; }))
    return createStringError(
        Path + ": statically linked, so that no runtime can be loaded into it: "
               "link it dynamically, or compile it with udpc-clang");
  return Error::success();
}

/// Returns the dynamic linker's list of libraries for \p Path, one a line.
static Expected<std::string> listLibraries(StringRef Path) {
  SmallString<128> Output;
  if (std::error_code EC =
          sys::fs::createTemporaryFile("udpc-libraries", "txt", Output))
    return createStringError(Output + ": " + EC.message());
  FileRemover Remove(Output);
  std::vector<std::string> Words = {"LD_TRACE_LOADED_OBJECTS=1"};
  for (char **E = environ; *E; ++E)
    if (!StringRef(*E).starts_with("LD_TRACE_LOADED_OBJECTS="))
      Words.push_back(*E);
  SmallVector<StringRef, 64> Environment(Words.begin(), Words.end());
  std::string Message;
  std::optional<StringRef> Redirects[] = {StringRef(), Output.str(),
                                          StringRef()};
  int Status = sys::ExecuteAndWait(Path, {Path}, ArrayRef(Environment),
                                   Redirects, /*SecondsToWait=*/30,
                                   /*MemoryLimit=*/0, &Message);
  auto Text = MemoryBuffer::getFile(Output);
  if (Status || !Text)
    return createStringError(Path +
                             ": the dynamic linker does not list its "
                             "libraries" +
                             (Message.empty() ? "" : ": " + Message));
  return (*Text)->getBuffer().str();
}

Expected<std::vector<std::string>> udpc::modulesOfProgram(StringRef Program) {
  Expected<std::string> Path = findExecutable(Program);
  if (!Path)
    return Path.takeError();
  if (isPrivilegedProgram(*Path))
    return createStringError(
        *Path + ": it runs with more rights than its user (set-user-ID, "
                "set-group-ID or file capabilities), so the dynamic linker "
                "loads no runtime into it; run it as the user whose rights it "
                "needs, or a copy without them");
  if (Error E = checkDynamic(*Path))
    return std::move(E);
  Expected<std::string> Text = listLibraries(*Path);
  if (!Text)
    return Text.takeError();
  std::vector<std::string> Modules;
  addModule(Modules, *Path);
  // `libc.so.6 => /lib/libc.so.6 (0x7f...)` or `/lib64/ld.so (0x7f...)`.
  for (StringRef Line : split(*Text, '\n')) {
    StringRef File = Line.contains("=> ") ? Line.split("=> ").second : Line;
    File = File.rsplit(" (").first.trim();
    // Not linux-vdso.so.1. LD_LIBRARY_PATH may have relative folders.
    if (File.contains('/'))
      addModule(Modules, File);
  }
  return Modules;
}

Expected<std::vector<std::string>> udpc::modulesOfProcess(pid_t Pid) {
  std::string Name = "/proc/" + std::to_string(Pid) + "/maps";
  auto Text = MemoryBuffer::getFileAsStream(Name);
  if (!Text)
    return createStringError(Name + ": " + Text.getError().message());
  std::vector<std::string> Modules;
  for (StringRef Line : split((*Text)->getBuffer(), '\n')) {
    SmallVector<StringRef, 6> Words;
    Line.split(Words, ' ', /*MaxSplit=*/5, /*KeepEmpty=*/true);
    StringRef File = Words.size() == 6 ? Words[5].ltrim() : "";
    if (File.starts_with("/") && Words[1].contains('x') &&
        !File.ends_with(" (deleted)"))
      addModule(Modules, File);
  }
  return Modules;
}
