//===- Check.cpp - Executes a plan and compares with single steps ---------===//
//
//   rewrite_check [--seed=N] [--offsets=PERCENT] [--no-breakpoints]
//                 [--early] [--only=FUNCTION] [--in=OTHER] <library>
//
// The plan is for the library itself, or for another that it needs. The library
// has a function `int test_main(void)`. It is executed instruction
// by instruction in one process, which counts each address and each transfer of
// control, and with the plan applied in another. What it prints, what it
// returns and all counts must be equal. The plan counts the entry and the
// returns of each function and, of all instructions, PERCENT at random.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "rewrite/code/ModuleContents.h"
#include "rewrite/plan/RewritePlan.h"
#include "test/unit/rewrite/SingleSteps.h"
#include "udpc/abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <random>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

static cl::opt<std::string> Library(cl::Positional, cl::Required);
static cl::opt<unsigned> Seed("seed", cl::init(1));
static cl::opt<unsigned> Percent("offsets", cl::init(0));
static cl::opt<bool> NoBreakpoints("no-breakpoints");
static cl::opt<bool> UseEarlySlots("early");
static cl::opt<std::string> Only("only");
static cl::opt<std::string> In("in");
static cl::opt<bool> Verbose("v");

static const ModuleCode *TheModule;
static uint64_t CodeAddress;
static std::map<uint64_t, uint64_t> *Breakpoints;

template <class T> static T *shared(size_t Size) {
  void *Memory = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED)
    report_fatal_error("no memory");
  return static_cast<T *>(Memory);
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

static void onBreakpoint(int, siginfo_t *, void *Context) {
  auto &Registers = static_cast<ucontext_t *>(Context)->uc_mcontext.gregs;
  auto Found = Breakpoints->find(Registers[REG_RIP] - 1);
  if (Found == Breakpoints->end()) {
    fprintf(
        stderr, "unexpected INT3 at %llx (code at %llx)\n",
        static_cast<unsigned long long>(Registers[REG_RIP] - 1 - Base),
        static_cast<unsigned long long>(Registers[REG_RIP] - 1 - CodeAddress));
    _exit(99);
  }
  Registers[REG_RIP] = static_cast<greg_t>(Found->second);
}

static thread_local uint64_t *Chunk;

static void fill(uint8_t *Field, uint64_t Value) {
  auto Narrow = static_cast<int32_t>(Value);
  if (static_cast<uint64_t>(static_cast<int64_t>(Narrow)) != Value)
    report_fatal_error("out of reach");
  support::endian::write32le(Field, Narrow);
}

/// Memory at most 1 GB from the library, below it or else above: a sanitizer
/// may have mapped terabytes below.
static uint8_t *mapNear(size_t Size) {
  constexpr uint64_t Reach = uint64_t(1) << 30, Margin = 0x1000000,
                     Step = 0x10000;
  auto Try = [&](uint64_t At) {
    void *Memory =
        mmap(reinterpret_cast<void *>(At & ~0xfffull), Size,
             PROT_READ | PROT_WRITE | PROT_EXEC,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    return Memory == MAP_FAILED ? nullptr : static_cast<uint8_t *>(Memory);
  };
  for (uint64_t Distance = Margin + Size; Distance < Reach; Distance += Step)
    if (uint8_t *Memory = Try(Base - Distance))
      return Memory;
  for (uint64_t Distance = Margin; Distance < Reach; Distance += Step)
    if (uint8_t *Memory = Try(ImageEnd + Distance))
      return Memory;
  report_fatal_error("no memory near the library");
}

static void apply(const RewritePlan &Plan, uint64_t *Slots) {
  size_t CodeSize = (Plan.Code.size() + 4095) & ~size_t(4095);
  size_t DataSize = sizeof(abi::Unit) + 8 * Plan.Outcomes.size();
  uint8_t *Block = mapNear(CodeSize + DataSize);
  std::memcpy(Block, Plan.Code.data(), Plan.Code.size());
  CodeAddress = reinterpret_cast<uint64_t>(Block);
  for (const CodeFixup &F : Plan.Fixups) {
    bool IsData = F.Base == plan::FixupBase::Data;
    uint64_t Target = F.Target + (IsData ? CodeAddress + CodeSize : Base);
    fill(Block + F.Offset,
         Target + static_cast<int64_t>(F.Addend) - (CodeAddress + F.Offset));
  }
  if (!UseEarlySlots) {
    auto *Unit = reinterpret_cast<abi::Unit *>(Block + CodeSize);
    Chunk = Slots;
    uint64_t Self;
    __asm__("movq %%fs:0, %0" : "=r"(Self));
    Unit->ChunkPointer = reinterpret_cast<uint64_t>(&Chunk) - Self;
  }
  Breakpoints = new std::map<uint64_t, uint64_t>();
  for (const CodePatch &P : Plan.Patches) {
    uint64_t At = Base + P.Address;
    auto *Bytes = reinterpret_cast<uint8_t *>(At);
    uint64_t Page = At & ~0xfffull;
    mprotect(reinterpret_cast<void *>(Page), At + P.New.size() - Page,
             PROT_READ | PROT_WRITE | PROT_EXEC);
    if (ArrayRef(Bytes, P.Old.size()) != ArrayRef(P.Old))
      report_fatal_error("patches overlap");
    std::memcpy(Bytes, P.New.data(), P.New.size());
    uint64_t Code = CodeAddress + P.CodeOffset;
    if (P.hasField())
      fill(Bytes + P.FieldOffset, Code - (At + P.FieldOffset + 4));
    if (P.Form == plan::PatchForm::Breakpoint)
      (*Breakpoints)[At] = Code;
  }
  handleTraps(onBreakpoint);
}

static const uint64_t *earlySlots(const RewritePlan &Plan) {
  size_t CodeSize = (Plan.Code.size() + 4095) & ~size_t(4095);
  return reinterpret_cast<const uint64_t *>(CodeAddress + CodeSize +
                                            sizeof(abi::Unit));
}

//===----------------------------------------------------------------------===//
// The two processes
//===----------------------------------------------------------------------===//

static Main *load() {
  void *Handle = dlopen(Library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Handle)
    report_fatal_error(dlerror());
  auto Function = reinterpret_cast<Main *>(dlsym(Handle, "test_main"));
  if (!In.empty())
    Handle = dlopen(In.c_str(), RTLD_NOW | RTLD_LOCAL);
  struct link_map *Map;
  dlinfo(Handle, RTLD_DI_LINKMAP, &Map);
  Base = Map->l_addr;
  ImageEnd = Base + IsFlow.size();
  return Function;
}

/// Executes \p Work in a process of its own. Returns its status and output.
template <class Callable> static std::string inChild(Callable Work) {
  char Name[] = "/tmp/rewrite_checkXXXXXX";
  int File = mkstemp(Name);
  unlink(Name);
  pid_t Child = fork();
  if (Child == 0) {
    dup2(File, 1);
    alarm(60);
    int Result = Work();
    fflush(stdout);
    _exit(Result & 0x3f);
  }
  int Status;
  waitpid(Child, &Status, 0);
  std::string Text = "status " + std::to_string(Status) + "\n";
  lseek(File, 0, SEEK_SET);
  char Buffer[4096];
  for (ssize_t Size; (Size = read(File, Buffer, sizeof(Buffer))) > 0;)
    Text.append(Buffer, Size);
  close(File);
  return Text;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static bool isInside(ArrayRef<AddressRange> Ranges, uint64_t Address) {
  return any_of(Ranges, [&](AddressRange R) { return R.contains(Address); });
}

/// What \p Site must have counted.
static uint64_t expected(const PlannedSite &Site) {
  const ModuleCode::Contents &C = TheModule->contents();
  if (Site.Kind == PlannedSiteKind::Offset)
    return TheTrace->Counts[Site.Address];
  bool IsEntry = Site.Kind == PlannedSiteKind::Entry;
  uint64_t Count = IsEntry ? TheTrace->Counts[Site.Address] : 0;
  uint64_t First = Site.Address;
  int32_t Range = C.rangeAt(First);
  bool BeginsAtTableTarget = Range >= 0 && C.Ranges[Range].BeginsAtTableTarget;
  if (IsEntry && C.instructionAt(First).IsEndbr) {
    First += 4;
    Count = TheTrace->Counts[First];
  }
  for (const Edge &E : ArrayRef(TheTrace->Edges, MaxEdges)) {
    if (!E.Count || !isInside(Site.Ranges, E.From))
      continue;
    Flow Kind = C.instructionAt(E.From).Kind;
    bool IsJump = Kind == Flow::Branch || Kind == Flow::Jump ||
                  Kind == Flow::IndirectJump;
    // An indirect jump to the start is a call.
    bool IsOwnCall = Kind == Flow::IndirectJump && E.To == Site.Address &&
                     !BeginsAtTableTarget;
    // Through the ENDBR64, or past it.
    if (IsEntry && IsJump && !IsOwnCall &&
        (E.To == Site.Address || E.To == First))
      Count -= E.Count;
    if (!IsEntry && (Kind == Flow::Return || IsOwnCall ||
                     (IsJump && !isInside(Site.Ranges, E.To))))
      Count += E.Count;
  }
  return Count;
}

static std::vector<PlannedSite> chooseSites() {
  const ModuleCode::Contents &C = TheModule->contents();
  std::vector<PlannedSite> Sites;
  std::mt19937 Random(Seed);
  auto Add = [&](PlannedSiteKind Kind, uint64_t Address,
                 ArrayRef<AddressRange> Ranges) {
    PlannedSite Site;
    Site.Kind = Kind;
    Site.Address = Address;
    Site.Slot = Sites.size();
    Site.Ranges.assign(Ranges.begin(), Ranges.end());
    Sites.push_back(std::move(Site));
  };
  for (const CodeFunction &F : TheModule->functions()) {
    if (!Only.empty() && !is_contained(F.Names, Only.getValue()))
      continue;
    Add(PlannedSiteKind::Entry, F.begin(), F.Ranges);
    Add(PlannedSiteKind::Return, F.begin(), F.Ranges);
    for (AddressRange R : F.Ranges)
      for (uint64_t At = R.Begin; At != R.End; ++At)
        if (C.flagsAt(At) & ReachedStart && Random() % 100 < Percent)
          Add(PlannedSiteKind::Offset, At, {});
  }
  return Sites;
}

static std::string describe(const PlannedSite &Site) {
  static constexpr const char *Kinds[] = {"entry", "return", "offset"};
  std::string Text;
  raw_string_ostream OS(Text);
  OS << Kinds[unsigned(Site.Kind)] << ' ' << format_hex(Site.Address, 0);
  for (const CodeFunction &F : TheModule->functions())
    if (isInside(F.Ranges, Site.Address) && !F.Names.empty())
      OS << ' ' << F.Names.front();
  return Text;
}

static int compare(ArrayRef<PlannedSite> Sites, const RewritePlan &Plan,
                   const uint64_t *Slots) {
  unsigned Wrong = 0, Done = 0, Methods[NumPatchMethods] = {};
  uint64_t Total = 0;
  for (const auto &[Site, Outcome] : zip(Sites, Plan.Outcomes)) {
    if (!Outcome.IsDone) {
      if (Slots[Site.Slot]) {
        outs() << describe(Site) << ": refused, and counted\n";
        ++Wrong;
      }
      if (Verbose)
        outs() << describe(Site) << ": " << udpc::describe(Outcome.Refusal)
               << " at " << format_hex(Outcome.Where, 0) << '\n';
      continue;
    }
    ++Done;
    ++Methods[unsigned(Outcome.Method)];
    uint64_t Right = expected(Site);
    Total += Right;
    if (Slots[Site.Slot] == Right)
      continue;
    outs() << describe(Site) << ": " << Slots[Site.Slot] << ", not " << Right
           << " (" << udpc::describe(Outcome.Method) << ")\n";
    ++Wrong;
  }
  outs() << Library << ": " << Done << " of " << Sites.size() << " sites, "
         << Total << " counts, " << TheTrace->Steps << " steps";
  for (unsigned M = 0; M != NumPatchMethods; ++M)
    outs() << (M ? ", " : "; ") << Methods[M];
  outs() << '\n';
  return Wrong ? 1 : 0;
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv);
  auto File = cantFail(ObjectFile::createObjectFile(In.empty() ? Library : In));
  auto Module =
      cantFail(ModuleCode::create(cast<ELFObjectFileBase>(*File.getBinary())));
  TheModule = &Module;
  std::vector<PlannedSite> Sites = chooseSites();
  PlanOptions Options;
  Options.AllowBreakpoints = !NoBreakpoints;
  RewritePlan Plan = cantFail(planRewrite(Module, Sites, Options));

  const ModuleCode::Contents &C = Module.contents();
  uint64_t End = C.Sections.back().end();
  IsFlow.resize(End);
  for (const FlowInstruction &F : C.Flows)
    IsFlow[F.Address] =
        F.Kind == Flow::SystemCall
            ? IsSystemCall
            : F.Kind != Flow::Call && F.Kind != Flow::IndirectCall;
  TheTrace = shared<Trace>(sizeof(Trace) + 8 * End);
  auto *Slots = shared<uint64_t>(8 * Sites.size() + 8);

  std::string Plain = inChild([&] { return stepped(load()); });
  bool IsTooLong = StringRef(Plain).starts_with("status 14\n");
  if (TheTrace->IsTooLong || IsTooLong) {
    outs() << Library << ": too long\n";
    return 0;
  }
  std::string Patched = inChild([&] {
    Main *Function = load();
    apply(Plan, Slots);
    int Result = Function();
    if (UseEarlySlots)
      std::copy_n(earlySlots(Plan), Sites.size(), Slots);
    return Result;
  });
  if (Plain != Patched) {
    outs() << Library << ": plain prints\n"
           << Plain << "patched prints\n"
           << Patched;
    return 1;
  }
  return compare(Sites, Plan, Slots);
}
