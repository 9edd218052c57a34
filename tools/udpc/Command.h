//===- Command.h - The commands of udpc -------------------------*- C++ -*-===//
//
// A command is a static Command in a file of its own, which registers itself:
// the list of commands and the help of udpc are made of the registry. The
// command is a modifier of its options, as categories are:
//
//   static Error merge();
//   static Command MergeCommand(Job::AnyProfile, "merge", "Add ...", merge);
//   static cl::opt<bool> Json("json", cl::desc("As JSON"), MergeCommand);
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_COMMAND_H
#define UDPC_TOOLS_UDPC_COMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace udpc {

struct ComponentCommand;

/// What a command is for. The help of udpc groups the commands by job, in this
/// order.
enum class Job { Events, Costs, Prefetches, AnyProfile, UnchangedCode, Fleet };

class Command {
public:
  /// Whether messages of errors begin with the command's name.
  enum ErrorText { WithName, WithoutName };
  using Action = llvm::Error (*)();
  /// Removes arguments that are not udpc's before the command line is parsed.
  /// Returns the number of the others.
  using ArgumentFilter = int (*)(int argc, char **argv);

  /// \p ErrorStatus: the exit status if \p Run fails, or the command line is
  /// wrong.
  Command(Job For, llvm::StringRef Name, llvm::StringRef Summary, Action Run,
          ErrorText Text = WithName, int ErrorStatus = 1,
          ArgumentFilter Filter = nullptr);
  /// A command of a component.
  Command(const ComponentCommand &Of, Action Run, ErrorText Text = WithName);
  /// A command that shares options with \p Like.
  Command(const Command &Like, llvm::StringRef Name, llvm::StringRef Summary,
          Action Run);

  /// Adds the option \p O to this command.
  template <typename Opt> void apply(Opt &O) const {
    O.addCategory(Category);
    O.addSubCommand(Parser);
  }

  Job job() const { return For; }
  llvm::StringRef name() const { return Parser.getName(); }
  llvm::StringRef summary() const { return Parser.getDescription(); }
  llvm::cl::OptionCategory &category() const { return Category; }
  llvm::cl::SubCommand &parser() const { return Parser; }
  int errorStatus() const { return ErrorStatus; }
  ArgumentFilter argumentFilter() const { return Filter; }

  /// Whether the parsed command line calls it.
  bool isCalled() const { return bool(Parser); }
  /// Runs it, and prints an error. Returns the exit status.
  int run() const;
  /// Prints an error of this command, after which it may go on.
  void printError(const llvm::Twine &Message) const;

private:
  Job For;
  std::string Title;
  std::optional<llvm::cl::OptionCategory> OwnCategory;
  llvm::cl::OptionCategory &Category;
  mutable llvm::cl::SubCommand Parser;
  Action Run;
  ErrorText Text;
  int ErrorStatus;
  ArgumentFilter Filter = nullptr;
};

/// Makes a command end with the exit status \p Status, and with the message of
/// \p Why unless that is success.
llvm::Error exitWith(int Status, llvm::Error Why = llvm::Error::success());

/// All commands, by name.
llvm::ArrayRef<const Command *> commands();

/// What --help says of udpc.
inline constexpr const char ToolSummary[] =
    "udpc: what instrumented programs have counted and cost";

/// Prints the help of udpc: the commands of the core and of the components that
/// are installed, by job.
void printHelp(llvm::raw_ostream &OS);

/// Leaves in each command, and in its help, only its own options.
void hideForeignOptions();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_COMMAND_H
