//===- CallRole.cpp - Roles of calls and assembly in a loop ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/spin/CallRole.h"
#include "spec/FunctionNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

//===----------------------------------------------------------------------===//
// By name
//===----------------------------------------------------------------------===//

/// The words of a name, such as cpu_relax, SpinLockDelay or tryLock, in lower
/// case.
static SmallVector<std::string> wordsOf(StringRef Name) {
  SmallVector<std::string> Words(1);
  for (size_t I = 0; I != Name.size(); ++I) {
    char C = Name[I];
    bool Begins = isUpper(C) && I && !isUpper(Name[I - 1]);
    if (!isAlnum(C) || Begins)
      Words.emplace_back();
    if (isAlnum(C))
      Words.back() += toLower(C);
  }
  return Words;
}

static std::string baseNameOf(StringRef Name) {
  if (!Name.starts_with("_Z"))
    return Name.str();
  FunctionNames Names(Name);
  StringRef Plain = Names.plain();
  return Plain
      .drop_front(Plain.rfind("::") == StringRef::npos ? 0
                                                       : Plain.rfind("::") + 2)
      .str();
}

bool udpc::isNamedWaiting(StringRef Name) {
  static constexpr StringRef Waiting[] = {
      "yield", "relax",   "sleep", "usleep",   "nanosleep", "msleep",
      "pause", "backoff", "delay", "spinwait", "cpurelax"};
  return any_of(wordsOf(baseNameOf(Name)),
                [](StringRef W) { return is_contained(Waiting, W); });
}

bool udpc::isNamedTrying(StringRef Name) {
  SmallVector<std::string> Words = wordsOf(baseNameOf(Name));
  for (size_t I = 0; I != Words.size(); ++I) {
    StringRef W = Words[I];
    if (W == "trylock" || W == "tryacquire" || W == "trywait")
      return true;
    if (W == "try" && I + 1 != Words.size() &&
        (Words[I + 1] == "lock" || Words[I + 1] == "acquire" ||
         Words[I + 1] == "enter"))
      return true;
  }
  return false;
}

static CallRole roleOfFunction(StringRef Name) {
  return StringSwitch<CallRole>(Name)
      .Cases({"sched_yield", "pthread_yield", "thrd_yield", "usleep",
              "nanosleep", "clock_nanosleep", "sleep", "thrd_sleep", "pause",
              "futex", "_ZNSt11this_thread5yieldEv"},
             CallRole::Hint)
      .Cases({"clock_gettime", "gettimeofday", "time", "clock", "getpid",
              "gettid", "sched_getcpu", "rand", "random", "rand_r", "lrand48",
              "_ZNSt6chrono3_V212steady_clock3nowEv",
              "_ZNSt6chrono3_V212system_clock3nowEv"},
             CallRole::Clock)
      .Cases({"pthread_mutex_trylock", "pthread_spin_trylock",
              "pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock",
              "sem_trywait", "mtx_trylock", "omp_test_lock"},
             CallRole::Poll)
      .Cases({"pthread_mutex_unlock", "pthread_spin_unlock",
              "pthread_rwlock_unlock", "sem_post", "mtx_unlock",
              "omp_unset_lock"},
             CallRole::Release)
      .StartsWith("__atomic_load", CallRole::Poll)
      .StartsWith("__atomic_exchange", CallRole::Poll)
      .StartsWith("__atomic_compare_exchange", CallRole::Poll)
      .Case("__atomic_test_and_set", CallRole::Poll)
      // Our own markers, and failure reports.
      .StartsWith("__udpc_", CallRole::Nothing)
      .StartsWith("__ubsan_handle_", CallRole::Nothing)
      .Default(CallRole::Unknown);
}

static CallRole roleOfIntrinsic(const IntrinsicInst &I) {
  StringRef Name = I.getCalledFunction()->getName();
  static constexpr StringRef Hints[] = {
      "llvm.x86.sse2.pause", "llvm.x86.tpause",      "llvm.x86.umwait",
      "llvm.x86.umonitor",   "llvm.x86.sse2.mfence", "llvm.x86.sse2.lfence",
      "llvm.aarch64.hint",   "llvm.aarch64.isb",     "llvm.aarch64.dmb",
      "llvm.aarch64.dsb",    "llvm.arm.hint",        "llvm.riscv.pause"};
  static constexpr StringRef Clocks[] = {"llvm.readcyclecounter",
                                         "llvm.readsteadycounter",
                                         "llvm.x86.rdtsc", "llvm.x86.rdtscp"};
  if (any_of(Hints, [&](StringRef H) { return Name.starts_with(H); }))
    return CallRole::Hint;
  if (any_of(Clocks, [&](StringRef C) { return Name.starts_with(C); }))
    return CallRole::Clock;
  // `lock bts` and similar, whose result is in the flags; byte exchanges
  // implemented by word exchanges.
  static constexpr StringRef Swaps[] = {"llvm.x86.atomic.bts",
                                        "llvm.x86.atomic.btr",
                                        "llvm.x86.atomic.or.cc",
                                        "llvm.x86.atomic.and.cc",
                                        "llvm.riscv.masked.atomicrmw.xchg",
                                        "llvm.riscv.masked.cmpxchg"};
  if (any_of(Swaps, [&](StringRef S) { return Name.starts_with(S); }))
    return CallRole::Swap;
  if (I.isAssumeLikeIntrinsic() || I.doesNotAccessMemory())
    return CallRole::Nothing;
  switch (I.getIntrinsicID()) {
  case Intrinsic::pseudoprobe:
  case Intrinsic::stacksave:
  case Intrinsic::stackrestore:
  case Intrinsic::instrprof_increment:
  case Intrinsic::instrprof_increment_step:
  case Intrinsic::instrprof_cover:
    return CallRole::Nothing;
  default:
    return I.onlyReadsMemory() ? CallRole::Poll : CallRole::Unknown;
  }
}

/// The role of `syscall(number, ...)`.
static CallRole roleOfSystemCall(const CallBase &Call, const Triple &T) {
  auto *Number =
      Call.arg_size() ? dyn_cast<ConstantInt>(Call.getArgOperand(0)) : nullptr;
  if (!Number)
    return CallRole::Unknown;
  struct Numbers {
    uint64_t Yield, Futex, Sleep, ClockSleep, FutexWaitV;
  };
  // Numbers of asm/unistd_64.h and asm-generic/unistd.h.
  Numbers N = T.getArch() == Triple::x86_64 ? Numbers{24, 202, 35, 230, 449}
                                            : Numbers{124, 98, 101, 115, 449};
  uint64_t V = Number->getZExtValue();
  bool IsWait = V == N.Yield || V == N.Futex || V == N.Sleep ||
                V == N.ClockSleep || V == N.FutexWaitV;
  return IsWait ? CallRole::Hint : CallRole::Unknown;
}

bool udpc::isAtomicWait(StringRef Name) {
  return Name.starts_with("_ZNKSt") && Name.contains("atomic") &&
         (Name.contains("4waitE") || Name.contains("4waitB"));
}

/// Whether a call of `poll` or `select` has no files, so that only time passes.
static bool waitsForNothing(const CallBase &Call, StringRef Name) {
  unsigned NumFiles = Name == "poll" ? 1 : Name == "select" ? 0 : ~0u;
  if (NumFiles >= Call.arg_size())
    return false;
  auto *Number = dyn_cast<ConstantInt>(Call.getArgOperand(NumFiles));
  return Number && Number->isZero();
}

//===----------------------------------------------------------------------===//
// Inline assembly
//===----------------------------------------------------------------------===//

CallRole udpc::roleOfAssembly(StringRef Text, bool ReadsMemory,
                              bool WritesMemory) {
  bool Hints = false, Swaps = false, Ups = false, Downs = false;
  SmallVector<StringRef> Statements;
  SplitString(Text, Statements, "\n;");
  for (StringRef Statement : Statements) {
    Statement = Statement.trim();
    // Skip a label, as in `1: lock xchg ...`.
    while (true) {
      auto [Label, Rest] = Statement.split(':');
      if (Rest.data() == nullptr || Label.contains_insensitive(' ') ||
          Label.contains('\t') || Label.size() == Statement.size())
        break;
      Statement = Rest.trim();
    }
    StringRef Word;
    do {
      std::tie(Word, Statement) = getToken(Statement);
    } while (Word == "lock" || Word == "rep" || Word == "repz" ||
             Word == "repe" || Word == "rep;");
    if (Word.empty() || Word.starts_with("#") || Word.starts_with("//"))
      continue;
    enum Act { None, Hint, Read, Swap, Up, Down, Other };
    Act A = StringSwitch<Act>(Word)
                .Cases({"pause", "nop", "yield", "wfe", "isb", "sevl", "sev",
                        "hint", "prfm", "tpause", "mfence", "lfence", "sfence",
                        "fence", "dmb", "dsb", ".insn", ".4byte"},
                       Hint)
                .StartsWith("xchg", Swap)
                .StartsWith("cmpxchg", Swap)
                .StartsWith("amoswap", Swap)
                .StartsWith("lr.", Swap)
                .StartsWith("sc.", Swap)
                .StartsWith("ldxr", Swap)
                .StartsWith("ldaxr", Swap)
                .StartsWith("stxr", Swap)
                .StartsWith("stlxr", Swap)
                .StartsWith("cas", Swap)
                .StartsWith("swp", Swap)
                .StartsWith("amoor", Swap)
                .StartsWith("amoand", Swap)
                .StartsWith("ldset", Swap)
                .StartsWith("ldclr", Swap)
                .StartsWith("ldadd", Other)
                .StartsWith("ldeor", Other)
                // These are idempotent: they set or clear what the first
                // iteration has set or cleared.
                .StartsWith("bts", Swap)
                .StartsWith("btr", Swap)
                .StartsWith("inc", Up)
                .StartsWith("dec", Down)
                // RISC-V uses a division by zero as a pause.
                .Case("div", None)
                .StartsWith("set", None)
                // These terminate the program.
                .Cases({"hlt", "ud2", "int3", "ebreak", "unimp"}, None)
                .StartsWith("j", None)
                .StartsWith("b.", None)
                .StartsWith("cb", None)
                .StartsWith("bne", None)
                .StartsWith("beq", None)
                .StartsWith("mov", Read)
                .StartsWith("cmp", Read)
                .StartsWith("test", Read)
                .StartsWith("ld", Read)
                .StartsWith("lw", Read)
                .StartsWith("sub", Read)
                .StartsWith("xor", Read)
                .Default(Other);
    // `movl $0, (%1)`: a trailing parenthesis is a memory destination.
    if (A == Read && !Word.starts_with("cmp") && !Word.starts_with("test") &&
        !Word.starts_with("l") && Statement.trim().ends_with(")"))
      A = Other;
    if (A == Other)
      return CallRole::Unknown;
    Hints |= A == Hint;
    Swaps |= A == Swap;
    Ups |= A == Up;
    Downs |= A == Down;
  }
  if (Swaps && !Ups && !Downs)
    return ReadsMemory || WritesMemory ? CallRole::Swap : CallRole::Unknown;
  if (Ups != Downs)
    return WritesMemory ? (Ups ? CallRole::Up : CallRole::Down)
                        : CallRole::Nothing;
  if (Ups || WritesMemory)
    return CallRole::Unknown;
  if (ReadsMemory)
    return CallRole::Poll;
  return Hints ? CallRole::Hint : CallRole::Nothing;
}

/// Whether \p Asm accesses memory by an address in a register, as in `ldaxr
/// %w0, [%1]`.
static bool hasPlainAddress(const CallBase &Call, const InlineAsm &Asm) {
  if (Asm.getAsmString().find_first_of("[(") == StringRef::npos)
    return false;
  bool ClobbersMemory = false;
  for (const InlineAsm::ConstraintInfo &C : Asm.ParseConstraints()) {
    if (C.isIndirect)
      return false;
    ClobbersMemory |=
        C.Type == InlineAsm::isClobber && is_contained(C.Codes, "{memory}");
  }
  return ClobbersMemory && any_of(Call.args(), [](const Value *V) {
           return V->getType()->isPointerTy();
         });
}

SmallVector<Value *, 2> udpc::memoryOf(const CallBase &Call) {
  const auto &Asm = *cast<InlineAsm>(Call.getCalledOperand());
  SmallVector<Value *, 2> Places;
  auto Add = [&](Value *V) {
    if (!is_contained(Places, V))
      Places.push_back(V);
  };
  if (hasPlainAddress(Call, Asm)) {
    for (Value *V : Call.args())
      if (V->getType()->isPointerTy())
        Add(V);
    return Places;
  }
  unsigned Argument = 0;
  for (const InlineAsm::ConstraintInfo &C : Asm.ParseConstraints()) {
    if (!C.hasArg())
      continue;
    if (C.isIndirect)
      Add(Call.getArgOperand(Argument));
    ++Argument;
  }
  return Places;
}

static CallRole roleOfAssembly(const CallBase &Call, const InlineAsm &Asm) {
  bool Reads = false, Writes = false;
  for (const InlineAsm::ConstraintInfo &C : Asm.ParseConstraints()) {
    Reads |= C.isIndirect && C.Type == InlineAsm::isInput;
    Writes |= C.isIndirect && C.Type == InlineAsm::isOutput;
  }
  StringRef Text = Asm.getAsmString();
  if (!hasPlainAddress(Call, Asm))
    return udpc::roleOfAssembly(Text, Reads, Writes);
  // The mnemonics show whether it writes.
  CallRole Role = udpc::roleOfAssembly(Text, /*ReadsMemory=*/true,
                                       /*WritesMemory=*/true);
  return Role == CallRole::Unknown
             ? udpc::roleOfAssembly(Text, /*ReadsMemory=*/true,
                                    /*WritesMemory=*/false)
             : Role;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

CallRole udpc::roleOf(const CallBase &Call, const Triple &T) {
  if (const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand()))
    return ::roleOfAssembly(Call, *Asm);
  if (const auto *I = dyn_cast<IntrinsicInst>(&Call))
    return roleOfIntrinsic(*I);
  const Function *F = Call.getCalledFunction();
  if (!F)
    return CallRole::Unknown;
  StringRef Name = F->getName();
  if (Name == "syscall")
    return roleOfSystemCall(Call, T);
  if (CallRole Role = roleOfFunction(Name); Role != CallRole::Unknown)
    return Role;
  if (isAtomicWait(Name) || waitsForNothing(Call, Name))
    return CallRole::Hint;
  if (Call.doesNotAccessMemory())
    return CallRole::Nothing;
  if (Call.onlyReadsMemory())
    return CallRole::Poll;
  if (isNamedWaiting(Name))
    return CallRole::Hint;
  if (isNamedTrying(Name))
    return CallRole::Poll;
  return CallRole::Unknown;
}
