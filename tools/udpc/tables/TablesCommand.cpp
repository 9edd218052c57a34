//===- TablesCommand.cpp - udpc tables ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/TablesFile.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/Command.h"
#include "tools/udpc/files/OpenFolder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static Error run();

static Command
    TablesCommand(Job::AnyProfile, "tables",
                  "Keep what small profiles refer to (docs/fleet.md)", run,
                  Command::WithoutName);

static cl::list<std::string> Words(cl::Positional,
                                   cl::desc("extract <program or library>..."),
                                   TablesCommand);
static cl::opt<std::string>
    Folder("o",
           cl::desc("extract: write <folder>/.build-id/..., for UDPC_TABLES"),
           cl::value_desc("folder"), TablesCommand);

/// Writes the tables of \p Program below the folder.
static Error extract(const std::string &Program) {
  Expected<TablesFile> Tables = TablesFile::extract(Program);
  if (!Tables)
    return Tables.takeError();
  SmallString<256> Path(Folder);
  sys::path::append(Path, Tables->place());
  if (std::error_code EC =
          sys::fs::create_directories(sys::path::parent_path(Path)))
    return createStringError(EC, Path + ": " + EC.message());
  Expected<OpenFolder> Parent =
      OpenFolder::open(sys::path::parent_path(Path).str());
  if (!Parent)
    return Parent.takeError();
  if (Error E = Parent->store(sys::path::filename(Path), Tables->Bytes))
    return E;
  outs() << shownMessage(Program + ": " + Tables->BuildId + ", " +
                         Twine(Tables->Bytes.size()) + " bytes\n");
  return Error::success();
}

static Error run() {
  std::vector<std::string> Programs(Words.begin(), Words.end());
  if (Programs.size() < 2 || Programs[0] != "extract" || Folder.empty())
    return createStringError(
        "tables: give 'extract -o <folder> <program or library>...'");
  // Those that have tables are written even if others have none.
  int Status = 0;
  for (size_t I = 1; I != Programs.size(); ++I)
    if (Error E = extract(Programs[I])) {
      TablesCommand.printError(toString(std::move(E)));
      Status = 1;
    }
  return exitWith(Status);
}
