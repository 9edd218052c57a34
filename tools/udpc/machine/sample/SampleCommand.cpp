//===- SampleCommand.cpp - udpc sample ------------------------------------===//
//
// Samples a riscv64 program from outside by udpc-machine, which is a separate
// program because of its license (docs/machine.md).
//
//===----------------------------------------------------------------------===//

#include "tools/udpc/Component.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

static Error run();

static Command SampleCommand(*findComponentCommand("sample"), run);

static cl::opt<std::string> Program(cl::Positional, cl::desc("-- <program>"),
                                    SampleCommand);
static cl::list<std::string>
    Arguments(cl::ConsumeAfter, cl::desc("[argument...]"), SampleCommand);
static cl::opt<std::string>
    Event("event",
          cl::desc("insts (default), com_misp_br, dcache_to_L2 or "
                   "dtlb_miss_num"),
          cl::value_desc("event"), SampleCommand);
static cl::opt<std::string>
    Every("every", cl::desc("Take a sample when more than N events happened"),
          cl::value_desc("N"), SampleCommand);
static cl::opt<std::string>
    Warmup("warmup",
           cl::desc("Instructions before each period that are not counted"),
           cl::value_desc("N"), SampleCommand);
static cl::opt<std::string> Periods("periods",
                                    cl::desc("Stop sampling after N samples"),
                                    cl::value_desc("N"), SampleCommand);
static cl::opt<std::string>
    Control("control", cl::desc("Read these from a file as samplectrl.txt"),
            cl::value_desc("file"), SampleCommand);
static cl::opt<std::string>
    Start("start",
          cl::desc("entry (default): from the program's first instruction; "
                   "brk: from its first system call brk"),
          cl::value_desc("where"), SampleCommand);
static cl::opt<std::string> Output("o", cl::desc("The log [standard error]"),
                                   cl::value_desc("file"), SampleCommand);

/// Returns udpc-machine beside this program, or in PATH.
static Expected<std::string> findMachine() {
  SmallString<128> Beside = sys::path::parent_path(sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&findMachine)));
  if (ErrorOr<std::string> Path =
          sys::findProgramByName("udpc-machine", {StringRef(Beside)}))
    return *Path;
  if (ErrorOr<std::string> Path = sys::findProgramByName("udpc-machine"))
    return *Path;
  return createStringError(
      "udpc-machine is not there: it is built where libunicorn-dev is "
      "installed, and installed by `cmake --install <build> --component "
      "machine`");
}

/// Becomes udpc-machine, which runs the program; returns only if it cannot.
static Error becomeMachine() {
  if (Program.empty())
    return createStringError("name the program to run");
  if (Every.empty() && Control.empty())
    return createStringError("--every=N or --control=FILE is needed");
  Expected<std::string> Machine = findMachine();
  if (!Machine)
    return Machine.takeError();
  std::vector<std::string> Words = {*Machine};
  for (auto [Name, Value] :
       {std::pair("--event=", &Event), std::pair("--every=", &Every),
        std::pair("--warmup=", &Warmup), std::pair("--periods=", &Periods),
        std::pair("--control=", &Control), std::pair("--start=", &Start),
        std::pair("--log=", &Output)})
    if (!Value->empty())
      Words.push_back(Name + *Value);
  Words.push_back("--");
  Words.push_back(Program);
  Words.insert(Words.end(), Arguments.begin(), Arguments.end());
  std::vector<char *> Pointers;
  for (std::string &Word : Words)
    Pointers.push_back(Word.data());
  Pointers.push_back(nullptr);
  execv(Machine->c_str(), Pointers.data());
  return createStringError(*Machine + ": " + std::strerror(errno));
}

static Error run() { return exitWith(125, becomeMachine()); }
