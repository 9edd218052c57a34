//===- OptionLists.cpp - Lists all options as JSON ------------------------===//
//
// Prints the options of all programs for man_pages.py and completions.py: those
// of udpc's commands from LLVM's CommandLine, those of the driver and the
// runtime from their lists. Not installed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tools/udpc-clang/DriverFlags.h"
#include "tools/udpc/Command.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static json::Object optionObject(const cl::Option &O) {
  return json::Object{
      {"name", O.ArgStr},
      {"value", O.ValueStr},
      {"help", O.HelpStr},
      {"value_is_optional",
       O.getValueExpectedFlag() == cl::ValueExpected::ValueOptional}};
}

static json::Object commandObject(cl::SubCommand &Parser) {
  std::vector<const cl::Option *> Shown;
  for (const auto &Entry : cl::getRegisteredOptions(Parser))
    if (Entry.second->getOptionHiddenFlag() == cl::NotHidden)
      Shown.push_back(Entry.second);
  // Sorted by name without regard to case, as in --help.
  llvm::sort(Shown, [](const cl::Option *A, const cl::Option *B) {
    return A->ArgStr.compare_insensitive(B->ArgStr) < 0;
  });
  json::Array Options, Arguments;
  for (const cl::Option *O : Shown)
    Options.push_back(optionObject(*O));
  for (const cl::Option *O : Parser.PositionalOpts)
    Arguments.push_back(O->HelpStr);
  if (Parser.ConsumeAfterOpt)
    Arguments.push_back(Parser.ConsumeAfterOpt->HelpStr);
  return json::Object{{"name", Parser.getName()},
                      {"summary", Parser.getDescription()},
                      {"arguments", std::move(Arguments)},
                      {"options", std::move(Options)}};
}

static json::Object driverObject() {
  json::Array Flags, Remarks, Variables;
  for (const DriverFlag &F : driverFlags())
    Flags.push_back(json::Object{{"spelling", F.Spelling},
                                 {"value", F.Value},
                                 {"words", F.Words},
                                 {"help", F.Help}});
#define UDPC_REMARK(Spelling, Help)                                            \
  Flags.push_back(json::Object{                                                \
      {"spelling", Spelling}, {"value", ""}, {"words", ""}, {"help", Help}});
#define UDPC_VARIABLE(Name, Help)                                              \
  Variables.push_back(json::Object{{"name", Name}, {"help", Help}});
#include "tools/udpc-clang/Options.inc"
  return json::Object{{"flags", std::move(Flags)},
                      {"variables", std::move(Variables)}};
}

static std::string defaultText(bool Default) { return Default ? "1" : "0"; }
static std::string defaultText(int Default) { return std::to_string(Default); }
static std::string defaultText(const char *Default) { return Default; }

static json::Array runtimeOptions() {
  json::Array Options;
#define UDPC_NAMED_OPTION(Type, Field, Name, Default, Help)                    \
  Options.push_back(json::Object{                                              \
      {"name", Name}, {"default", defaultText(Default)}, {"help", Help}});
#include "runtime/options/options.inc"
  return Options;
}

int main() {
  hideForeignOptions();
  json::Array Tool;
  for (const Command *C : commands())
    Tool.push_back(commandObject(C->parser()));
  json::Value Lists = json::Object{{"version", UDPC_VERSION},
                                   {"summary", ToolSummary},
                                   {"commands", std::move(Tool)},
                                   {"driver", driverObject()},
                                   {"runtime", runtimeOptions()}};
  outs() << formatv("{0:2}\n", Lists);
  return 0;
}
