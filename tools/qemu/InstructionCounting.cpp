//===- InstructionCounting.cpp - Executions of udpc instructions ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/qemu/InstructionCounting.h"
#include "include/udpc/abi.h"
#include "tools/qemu/OverflowLog.h"
#include "tools/qemu/PluginState.h"
#include <atomic>
#include <iterator>
#include <map>
#include <mutex>
#include <string.h>
#include <sys/uio.h>
#include <tuple>
#include <unistd.h>

using namespace udpc;
using namespace udpc::qemu;

namespace {
/// An architecture that has an encoding of the instruction.
struct Guest {
  const char *Name;
  size_t Size;
  bool (*Decode)(const uint8_t *Code, encoding::Instruction &Out);
};
} // namespace

static const Guest Guests[] = {
    {"x86_64", encoding::x86_64::Size, encoding::x86_64::decode},
    {"riscv64", encoding::riscv64::Size, encoding::riscv64::decode},
};

static const Guest *TheGuest;

bool qemu::setInstructionsOf(const char *Name) {
  for (const Guest &G : Guests)
    if (strcmp(G.Name, Name) == 0)
      TheGuest = &G;
  return TheGuest;
}

namespace {
/// A counter instruction in translated code. Never freed: QEMU does not tell
/// when it discards translations.
struct InstructionSite {
  uint64_t Address;
  uint8_t Counter;
  uint8_t Times;
};
} // namespace

/// Returns the site of an instruction; all of its translations share it.
static const InstructionSite *siteAt(uint64_t Address,
                                     encoding::CounterPart I) {
  static std::mutex Mutex;
  static std::map<std::tuple<uint64_t, uint8_t, uint8_t>, InstructionSite>
      Sites;
  std::lock_guard<std::mutex> Lock(Mutex);
  return &Sites
              .try_emplace({Address, I.Counter, I.Times},
                           InstructionSite{Address, I.Counter, I.Times})
              .first->second;
}

/// Logs the counters of a core, if a log is requested.
static void logOverflow(const char *Cause, unsigned CoreNumber,
                        const InstructionSite &At) {
  if (TheArguments.Log.empty())
    return;
  LoggedEvent What = {Cause, At.Counter, CoreNumber, At.Address,
                      monotonicTime()};
  static std::atomic<bool> Reported;
  int Error = appendOverflow(TheArguments.Log.c_str(), *TheProcess.Memory,
                             TheProcess.Style.Width, What, TheProcess.Process);
  if (Error && !Reported.exchange(true))
    tell("cannot write '%s': %s; overflows are missing in it",
         TheArguments.Log.c_str(), strerror(Error));
}

template <int Step>
static void countOnce(unsigned CoreNumber, const InstructionSite &At) {
  unsigned Counter = At.Counter;
  Counters &Memory = *TheProcess.Memory;
  int64_t Register = wrappingSum(Memory.add(CoreNumber, Counter, Step),
                                 Memory.writtenOf(CoreNumber, Counter));
  const CounterWidth &Width = TheProcess.Style.Width;
  if (__builtin_expect(Width.overflowed(Register, Step), false)) {
    if (!Memory.OverflowReported[Counter].exchange(true))
      tell("counter %u overflowed its %u bits; counting continues", Counter,
           Width.bits());
    logOverflow("overflow", CoreNumber, At);
  }
  int64_t Period = TheArguments.Every[Counter];
  if (__builtin_expect(Period != 0, false) &&
      Memory.elapse(CoreNumber, Counter, Step, Period))
    logOverflow("every", CoreNumber, At);
}

template <int Step> static void count(unsigned CoreNumber, void *Data) {
  const InstructionSite &At = *static_cast<const InstructionSite *>(Data);
  for (unsigned I = 0; I != At.Times; ++I)
    countOnce<Step>(CoreNumber, At);
}

static void resetCounter(unsigned CoreNumber, void *Data) {
  TheProcess.Memory->reset(CoreNumber,
                           static_cast<const InstructionSite *>(Data)->Counter);
}

static void logCounters(unsigned CoreNumber, void *Data) {
  logOverflow("command", CoreNumber,
              *static_cast<const InstructionSite *>(Data));
}

/// Runs \p Action unless the command is masked. With the argument `control`,
/// masks may change while the code runs.
template <qemu_plugin_vcpu_udata_cb_t Action, uint8_t Command>
static void unlessMasked(unsigned CoreNumber, void *Data) {
  if (!TheProcess.Memory->isMasked(
          CoreNumber, static_cast<const InstructionSite *>(Data)->Counter,
          Command))
    Action(CoreNumber, Data);
}

/// Actions by command. The first two commands are those of events.
static const qemu_plugin_vcpu_udata_cb_t Actions[] = {
    count<1>, count<-1>, resetCounter, logCounters};
static const qemu_plugin_vcpu_udata_cb_t MaskedActions[] = {
    unlessMasked<count<1>, 0>, unlessMasked<count<-1>, 1>,
    unlessMasked<resetCounter, 2>, unlessMasked<logCounters, 3>};
static_assert(uint8_t(abi::SiteCommand::Inc) == 0 &&
                  uint8_t(abi::SiteCommand::Dec) == 1,
              "Actions is indexed by command");

static void reportUnknown(uint8_t Command, uint64_t Address) {
  static std::atomic<bool> Reported[256];
  if (!Reported[Command].exchange(true))
    tell("unknown command %u at 0x%llx", Command,
         static_cast<unsigned long long>(Address));
}

/// Decodes \p Insn, with the instructions after it if needed, by the pattern of
/// the argument `encoding`. Returns whether it matches.
static bool decodePattern(qemu_plugin_insn *Insn, encoding::Instruction &Out) {
  const InstructionPattern &P = TheArguments.Encoding;
  size_t Size = qemu_plugin_insn_size(Insn);
  if (Size != P.firstSize())
    return false;
  uint8_t Code[InstructionPattern::MaxSize];
  memcpy(Code, qemu_plugin_insn_data(Insn), Size);
  size_t Rest = P.size() - Size;
  auto *Next = static_cast<char *>(qemu_plugin_insn_haddr(Insn)) + Size;
  // The following bytes may be in another block, and on an unreadable page.
  iovec To = {Code + Size, Rest}, From = {Next, Rest};
  if (Rest && process_vm_readv(getpid(), &To, 1, &From, 1, 0) != ssize_t(Rest))
    return false;
  return P.decode(Code, Out.Counter, Out.Command);
}

static bool decode(qemu_plugin_insn *Insn, encoding::Instruction &Out) {
  if (!TheGuest)
    return false;
  if (!TheArguments.Encoding.empty())
    return decodePattern(Insn, Out);
  return qemu_plugin_insn_size(Insn) == TheGuest->Size &&
         TheGuest->Decode(
             static_cast<const uint8_t *>(qemu_plugin_insn_data(Insn)), Out);
}

static void countExecutions(qemu_plugin_insn *Insn, encoding::CounterPart I) {
  uint8_t Counter = I.Counter, Command = I.Command;
  bool MayChange = !TheArguments.Control.empty();
  uint8_t Masked = MayChange ? 0 : TheArguments.Masked[Counter];
  if (Masked == 0xff || (Command < 8 && Masked >> Command & 1))
    return;
  uint64_t Address = qemu_plugin_insn_vaddr(Insn);
  if (Command >= std::size(Actions)) {
    reportUnknown(Command, Address);
    return;
  }
  TheProcess.Memory->Seen[Counter] = true;
  qemu_plugin_register_vcpu_insn_exec_cb(
      Insn, MayChange ? MaskedActions[Command] : Actions[Command],
      QEMU_PLUGIN_CB_NO_REGS,
      const_cast<InstructionSite *>(siteAt(Address, I)));
}

void qemu::countInstruction(qemu_plugin_insn *Insn) {
  encoding::Instruction I;
  if (!decode(Insn, I))
    return;
  I.forEachPart([Insn](encoding::CounterPart P) { countExecutions(Insn, P); });
}
