//===- Options.cpp - The command line of udpc-machine ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/Options.h"
#include "tools/OwnOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace udpc;
using namespace udpc::machine;

static cl::OptionCategory Category("options");

static cl::opt<std::string> EventName(
    "event",
    cl::desc("What to sample: 0 or insts (default), 1 or com_misp_br, 2 or "
             "dcache_to_L2, 3 or dtlb_miss_num"),
    cl::value_desc("event"), cl::cat(Category));
static cl::opt<uint64_t>
    Every("every", cl::desc("Take a sample when more than N events happened"),
          cl::value_desc("N"), cl::cat(Category));
static cl::opt<uint64_t>
    Warmup("warmup",
           cl::desc("Instructions before each period that are not counted"),
           cl::value_desc("N"), cl::cat(Category));
static cl::opt<uint64_t> Periods("periods",
                                 cl::desc("Stop sampling after N samples"),
                                 cl::value_desc("N"), cl::cat(Category));
static cl::opt<std::string>
    Log("log", cl::desc("Write the samples here; - (default): standard error"),
        cl::value_desc("file"), cl::cat(Category));
static cl::opt<std::string>
    Control("control",
            cl::desc("Read event, period, warm-up and log from a file as the "
                     "BOOM fork's samplectrl.txt"),
            cl::value_desc("file"), cl::cat(Category));
static cl::opt<std::string>
    Start("start",
          cl::desc("Where sampling starts: entry (default), the program's "
                   "first instruction, or brk, its first system call brk"),
          cl::value_desc("place"), cl::init("entry"), cl::cat(Category));
static cl::opt<std::string>
    Counters("counters",
             cl::desc("Count the whole program; write the 64 counters here; -: "
                      "standard error, as a table with their names"),
             cl::value_desc("file"), cl::cat(Category));
static cl::opt<std::string>
    Unit("unit",
         cl::desc("Count udpc instructions, with the arguments of the QEMU "
                  "plugin: out=counters.json,mask=3+7-9,width=8"),
         cl::value_desc("arguments"), cl::cat(Category));
static cl::opt<std::string> I1("I1", cl::desc("The code cache (32768,8,64)"),
                               cl::value_desc("size,ways,line"),
                               cl::cat(Category));
static cl::opt<std::string> D1("D1", cl::desc("The data cache (32768,8,64)"),
                               cl::value_desc("size,ways,line"),
                               cl::cat(Category));
static cl::opt<std::string> LL("LL", cl::desc("The last level (524288,8,64)"),
                               cl::value_desc("size,ways,line"),
                               cl::cat(Category));
static cl::opt<bool>
    NoCaches("no-caches",
             cl::desc("Do not simulate caches and TLBs: their counters read 0"),
             cl::cat(Category));
// Options that one machine passes to the machine of the program it executes.
static cl::opt<unsigned> Executed("execution", cl::Hidden, cl::init(0),
                                  cl::cat(Category));
static cl::opt<std::string> OwnName("argv0", cl::Hidden, cl::cat(Category));
static cl::opt<std::string> Inherited("registers", cl::Hidden,
                                      cl::cat(Category));
static cl::opt<int> TraceFile("trace", cl::Hidden, cl::init(-1),
                              cl::cat(Category));
static cl::list<std::string>
    Program(cl::ConsumeAfter, cl::desc("[argument...]"), cl::cat(Category));
static cl::opt<std::string> Name(cl::Positional, cl::Required,
                                 cl::desc("<program>"), cl::cat(Category));

static Error readGeometry(const cl::opt<std::string> &Option,
                          abi::CacheGeometry &G) {
  if (Option.empty())
    return Error::success();
  if (const char *Message = rt::parseGeometry(Option.c_str(), G))
    return createStringError("--" + Option.ArgStr + "=" + Option + ": " +
                             Message);
  return Error::success();
}

static Error readSamples(CommandLine &C) {
  if (!Control.empty()) {
    // Devices may be endless, so only regular files are read.
    if (sys::fs::exists(Control) && !sys::fs::is_regular_file(Control))
      return createStringError(Control + ": no regular file");
    auto Buffer = MemoryBuffer::getFile(Control, /*IsText=*/true);
    if (!Buffer)
      return createStringError(Control + ": " + Buffer.getError().message());
    if (Error E = parseControlFile((*Buffer)->getBuffer(), Control, C.Samples))
      return E;
    if (!C.Samples.Every)
      return createStringError(Control + ": maxevent is missing or 0");
  }
  if (!EventName.empty()) {
    Expected<unsigned> Selection = parseSelection(EventName);
    if (!Selection)
      return createStringError("--event: " + toString(Selection.takeError()));
    C.Samples.Selection = *Selection;
  }
  if (Every.getNumOccurrences() && !Every)
    return createStringError("--every needs a number above 0");
  if (Every)
    C.Samples.Every = Every;
  if (Warmup.getNumOccurrences())
    C.Samples.Warmup = Warmup;
  if (Periods.getNumOccurrences())
    C.Samples.Periods = Periods;
  if (!Log.empty())
    C.Samples.Log = Log;
  bool IsSet = !EventName.empty() || Warmup || Periods || !Log.empty();
  if (IsSet && !C.Samples.Every)
    return createStringError("--event, --warmup, --periods and --log need "
                             "--every or --control");
  if (Start != "entry" && Start != "brk")
    return createStringError("--start is entry or brk, not '" + Start + "'");
  C.StartsAtBreak = Start == "brk";
  if (C.Samples.Every && !Counters.empty())
    return createStringError("--counters and sampling use the same counters: "
                             "choose one");
  if (NoCaches && C.Samples.Selection >= 2)
    return createStringError("--no-caches leaves nothing to sample for events "
                             "2 and 3");
  return Error::success();
}

Expected<CommandLine> machine::readCommandLine(int Argc, char **Argv) {
  cl::HideUnrelatedOptions(Category);
  keepOwnOptions(Category);
  cl::SetVersionPrinter([](raw_ostream &OS) {
    OS << "udpc-machine " UDPC_VERSION " (with Unicorn: GPL-2.0)\n";
  });
  cl::ParseCommandLineOptions(
      Argc, Argv,
      "udpc-machine: runs a static riscv64 Linux program, with the counter "
      "registers of the BOOM fork\n");
  CommandLine C;
  for (auto [Option, Geometry] : {std::pair(&I1, &C.Machine.Caches.I1),
                                  std::pair(&D1, &C.Machine.Caches.D1),
                                  std::pair(&LL, &C.Machine.Caches.LL)})
    if (Error E = readGeometry(*Option, *Geometry))
      return std::move(E);
  C.Machine.SimulateCaches = !NoCaches;
  if (Error E = readSamples(C))
    return std::move(E);
  C.Counters = Counters;
  if (Unit.getNumOccurrences())
    C.Unit = Unit;
  C.Path = Name;
  C.Execution = Executed;
  if (!tryGetFromHex(Inherited, C.Registers))
    return createStringError("--registers: not in hexadecimal");
  C.Trace = TraceFile;
  C.Program = {OwnName.getNumOccurrences() ? OwnName : Name};
  C.Program.insert(C.Program.end(), Program.begin(), Program.end());
  for (int I = 1; I < Argc - static_cast<int>(C.Program.size()); ++I) {
    StringRef Argument = Argv[I];
    if (Argument != "--" && !Argument.starts_with("--execution=") &&
        !Argument.starts_with("--argv0=") &&
        !Argument.starts_with("--registers=") &&
        !Argument.starts_with("--trace="))
      C.Own.push_back(Argument.str());
  }
  return C;
}
