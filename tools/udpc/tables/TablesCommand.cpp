//===- TablesCommand.cpp - udpc tables ------------------------------------===//

#include "tools/udpc/tables/TablesCommand.h"
#include "profdata/binary/TablesFile.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/files/OpenFolder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static cl::OptionCategory Category("udpc tables options");

cl::SubCommand
    udpc::TablesCommand("tables",
                        "Keep what small profiles refer to (docs/fleet.md)");

static cl::list<std::string> Words(cl::Positional,
                                   cl::desc("extract <program or library>..."),
                                   cl::cat(Category), cl::sub(TablesCommand));
static cl::opt<std::string>
    Folder("o",
           cl::desc("extract: write <folder>/.build-id/..., for UDPC_TABLES"),
           cl::value_desc("folder"), cl::cat(Category), cl::sub(TablesCommand));

void udpc::hideUnrelatedToTables() {
  cl::HideUnrelatedOptions(Category, TablesCommand);
}

static int fail(const Twine &Message) {
  WithColor::error(errs(), "udpc") << shownMessage(Message) << '\n';
  return 1;
}

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

int udpc::runTables() {
  std::vector<std::string> Programs(Words.begin(), Words.end());
  if (Programs.size() < 2 || Programs[0] != "extract" || Folder.empty())
    return fail("tables: give 'extract -o <folder> <program or library>...'");
  // Write the tables of all programs that have some, even if others have none.
  int Status = 0;
  for (size_t I = 1; I != Programs.size(); ++I)
    if (Error E = extract(Programs[I]))
      Status = fail(toString(std::move(E)));
  return Status;
}
