//===- Command.cpp - The commands of udpc ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/Command.h"
#include "profdata/support/ShownText.h"
#include "tools/OwnOptions.h"
#include "tools/udpc/Component.h"
#include "tools/udpc/output/Progress.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/WithColor.h"
#include <map>
#include <vector>

using namespace llvm;
using namespace udpc;

/// The options that belong to no command: none of ours.
static cl::OptionCategory Category("udpc options");

namespace {
/// Ends a command with an exit status.
class CommandExit : public ErrorInfo<CommandExit> {
public:
  static char ID;
  CommandExit(int Status, std::string Message)
      : Status(Status), Message(std::move(Message)) {}
  void log(raw_ostream &OS) const override { OS << Message; }
  std::error_code convertToErrorCode() const override {
    return inconvertibleErrorCode();
  }

  int Status;
  std::string Message;
};
} // namespace

char CommandExit::ID;

Error udpc::exitWith(int Status, Error Why) {
  std::string Message = Why ? toString(std::move(Why)) : "";
  if (!Status && Message.empty())
    return Error::success();
  return make_error<CommandExit>(Status, std::move(Message));
}

/// The commands in the order in which their files are initialised.
static std::vector<const Command *> &registry() {
  static std::vector<const Command *> Commands;
  return Commands;
}

Command::Command(Job For, StringRef Name, StringRef Summary, Action Run,
                 ErrorText Text, int ErrorStatus, ArgumentFilter Filter)
    : For(For), Title(("udpc " + Name + " options").str()),
      OwnCategory(std::in_place, Title), Category(*OwnCategory),
      Parser(Name, Summary), Run(Run), Text(Text), ErrorStatus(ErrorStatus),
      Filter(Filter) {
  registry().push_back(this);
}

Command::Command(const ComponentCommand &Of, Action Run, ErrorText Text)
    : Command(Of.For, Of.Name, Of.Summary, Run, Text) {}

Command::Command(const Command &Like, StringRef Name, StringRef Summary,
                 Action Run)
    : For(Like.For), Category(Like.Category), Parser(Name, Summary), Run(Run),
      Text(Like.Text), ErrorStatus(Like.ErrorStatus) {
  registry().push_back(this);
}

int Command::run() const {
  Error E = Run();
  if (!E)
    return 0;
  int Status = ErrorStatus;
  std::string Message;
  E = handleErrors(std::move(E), [&](const CommandExit &Exit) {
    Status = Exit.Status;
    Message = Exit.Message;
  });
  if (E)
    Message = toString(std::move(E));
  if (!Message.empty())
    printError(Message);
  return Status;
}

void Command::printError(const Twine &Message) const {
  Progress::clear();
  raw_ostream &OS = WithColor::error(errs(), "udpc");
  if (Text == WithName)
    OS << name() << ": ";
  OS << shownMessage(Message) << '\n';
}

ArrayRef<const Command *> udpc::commands() {
  sort(registry(), [](const Command *A, const Command *B) {
    return A->name() < B->name();
  });
  return registry();
}

static StringRef title(Job J) {
  switch (J) {
  case Job::Events:
    return "Events";
  case Job::Costs:
    return "Cache profiles";
  case Job::Prefetches:
    return "Prefetches";
  case Job::AnyProfile:
    return "Profiles of any kind";
  case Job::UnchangedCode:
    return "Programs that were not compiled with udpc";
  case Job::Fleet:
    return "Profiles of many machines";
  }
  llvm_unreachable("all jobs have a title");
}

void udpc::printHelp(raw_ostream &OS) {
  OS << "OVERVIEW: " << ToolSummary << "\nUSAGE: udpc <command> [options]\n\n";
  // Summaries by name by job.
  std::map<Job, std::map<StringRef, StringRef>> Lines;
  for (const Command *C : commands())
    Lines[C->job()].insert({C->name(), C->summary()});
  for (const ComponentCommand &C : ComponentCommands)
    if (isInstalled(C.Of))
      Lines[C.For].insert({C.Name, C.Summary});
  size_t Width = 0;
  for (const auto &[For, OfJob] : Lines)
    for (const auto &[Name, Summary] : OfJob)
      Width = std::max(Width, Name.size());
  for (const auto &[For, OfJob] : Lines) {
    OS << title(For) << ":\n";
    for (const auto &[Name, Summary] : OfJob)
      OS << "  " << left_justify(Name, Width) << " - " << Summary << '\n';
  }
  OS << "\nOptions: --help, --version; \"udpc help <command>\" has those of a "
        "command.\n";
}

void udpc::hideForeignOptions() {
  for (const Command *C : commands())
    cl::HideUnrelatedOptions(C->category(), C->parser());
  cl::HideUnrelatedOptions(Category);
  keepOwnOptions(Category);
  // Do not list --help itself.
  for (cl::SubCommand *Parser : cl::getRegisteredSubcommands())
    if (cl::Option *Help = cl::getRegisteredOptions(*Parser).lookup("help"))
      Help->setHiddenFlag(cl::Hidden);
}
