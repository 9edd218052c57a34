//===- Machine.h - Runs a riscv64 program -----------------------*- C++ -*-===//
//
// The interface to the emulator (Unicorn): executes the program's instructions,
// counts them, and does what the emulator cannot: system calls, counter
// registers, the udpc instruction, counters' CSRs.
//
// The emulator calls the machine before each instruction and at each access of
// memory. So each count is exact at each instruction, and a sample is taken
// right after the instruction that makes it due.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_EMULATOR_MACHINE_H
#define UDPC_TOOLS_MACHINE_EMULATOR_MACHINE_H

#include "include/udpc/encoding.h"
#include "tools/machine/linux/GuestMemory.h"
#include "tools/machine/linux/SignalFrame.h"
#include "tools/machine/linux/SystemCalls.h"
#include "tools/machine/model/CacheModel.h"
#include "tools/machine/model/CounterRegisters.h"
#include "tools/machine/model/InstructionClass.h"
#include "tools/machine/model/Predictor.h"
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

struct uc_struct;

namespace udpc {
namespace machine {

/// Takes over the system calls of samples, as a process does that traces the
/// program.
class Tracer {
public:
  virtual ~Tracer() = default;
  /// The program is about to execute its first instruction.
  virtual void started(CounterRegisters &Registers) {}
  /// The program makes a system call of its own.
  virtual void called(uint64_t Number, CounterRegisters &Registers) {}
  /// A sample was taken with sampleFuncAddr 0.
  virtual void sampled(CounterRegisters &Registers) = 0;
};

/// Counts udpc instructions.
class UnitObserver {
public:
  virtual ~UnitObserver() = default;
  /// \p Thread: its number.
  virtual void executed(unsigned Thread, encoding::Instruction I,
                        uint64_t Pc) = 0;
};

struct MachineOptions {
  rt::CacheSet Caches = defaultCaches();
  /// Simulate caches and TLBs; otherwise their counters read 0.
  bool SimulateCaches = true;
};

/// How the program ended: by exit or by a signal.
struct ProgramEnd {
  int Status = 0;
  int Signal = 0;
  /// Where and why the signal came, if from an instruction.
  std::string Reason;
};

class Machine : private PageObserver {
public:
  static llvm::Expected<std::unique_ptr<Machine>>
  create(GuestMemory &Memory, SystemCalls &Calls,
         const MachineOptions &Options);
  ~Machine() override;

  void setTracer(Tracer *T) { SampleTracer = T; }
  void setUnit(UnitObserver *U) { Unit = U; }
  /// \p F is called in each child that the program forks.
  void onFork(std::function<void()> F) { Forked = std::move(F); }

  /// Runs the program to its end.
  ProgramEnd run(uint64_t Entry, uint64_t StackPointer);

  CounterRegisters &registers() { return Registers; }
  /// All instructions executed, whether counted or not.
  uint64_t executedInstructions() const { return Executed; }
  /// The cycle counter: one for each instruction, and what the events of the
  /// model cost while they were counted.
  uint64_t cycles() const { return Executed + Registers.delaysSinceStart(); }

private:
  Machine(GuestMemory &Memory, SystemCalls &Calls,
          const MachineOptions &Options);
  llvm::Error start();
  void mapped(uint64_t Address, uint64_t Size, unsigned Permissions,
              char *Host) override;
  void unmapped(uint64_t Address, uint64_t Size, unsigned Permissions) override;

  static void onInstruction(uc_struct *Engine, uint64_t Pc, uint32_t Size,
                            void *Self);
  static bool onAccess(uc_struct *Engine, int Type, uint64_t Address, int Size,
                       int64_t Value, void *Self);
  static bool onInvalidAccess(uc_struct *Engine, int Type, uint64_t Address,
                              int Size, int64_t Value, void *Self);
  static void onException(uc_struct *Engine, uint32_t Number, void *Self);

  /// Called before the instruction at \p Pc.
  void step(uint64_t Pc);
  void finish(uint64_t NextPc);
  void countJump(uint64_t NextPc);
  /// Returns whether the program continues at another address.
  bool interrupt(uint64_t NextPc);
  /// Passes a sample to the tracer. Returns the address at which the program
  /// continues, \p NextPc unless the tracer has changed it.
  uint64_t takeOverSample(uint64_t NextPc);
  InstructionClass classOf(uint64_t Pc);
  uint32_t codeAt(uint64_t Pc) const;
  /// Executes what the emulator does not.
  void execute(uint64_t Pc, InstructionClass C);
  void executeHint(uint64_t NextPc, uint32_t Code);
  void executeCounterRead(uint64_t Pc, uint32_t Code);
  /// \p Number: the code of mcause.
  void exception(uint32_t Number);
  void systemCall();
  /// Has the program, which is about to go on at \p Pc, call the handlers of
  /// pending signals, or ends it. \p Interrupted: the first argument of the
  /// system call before \p Pc, which is made again after a handler that
  /// restarts system calls. Returns whether it calls one.
  bool deliverSignals(uint64_t Pc, std::optional<uint64_t> Interrupted = {});
  void callHandler(const SignalDelivery &Delivery, uint64_t Pc);
  /// The system call rt_sigreturn.
  void leaveHandler();
  /// The new thread's turn comes later; its creator continues at \p Pc.
  void startThread(const ThreadStart &Start, uint64_t Pc);
  /// Stops for the tracer before the instruction at \p Pc. Returns the address
  /// at which the program continues.
  uint64_t stopForTracer(uint64_t Pc, bool IsCall);
  /// Whether the program stops at system calls for its tracer. A program with
  /// several threads does not.
  bool stopsAtCalls() const;
  /// The thread will go on at \p Pc, when \p For has come; others do now.
  void leaveThread(uint64_t Pc, const Wait &For);
  /// Another thread's turn comes before the instruction at \p Pc, or a signal's
  /// handler. Returns whether the program continues at another address.
  bool endTurn(uint64_t Pc);
  /// Whether another thread's turn may come before the instruction at \p Pc, if
  /// this one's is over.
  bool isTurnOver(uint64_t Pc) const;
  /// The current thread of SystemCalls' threads is no more, or is saved.
  void enterNextThread();
  /// A signal by the current instruction, which has not been executed.
  void fault(int Signal, const char *Reason, const SignalOrigin &Origin);
  ProcessorState state(uint64_t Pc) const;
  void setState(const ProcessorState &State);
  void stop(ProgramEnd HowEnded);
  /// Discards what is known of code in these addresses, or in all.
  void invalidateCode(uint64_t Address, uint64_t Size);
  void invalidateAllCode();
  /// Has accesses of memory reported from now on.
  llvm::Error watchAccesses();
  /// Programs that never count run faster: accesses are watched from the first
  /// time on. Returns whether that began.
  bool beginCounting();
  static void warn(const llvm::Twine &Message);
  void warnOfZeroCounter(int Tag);

  uint64_t readRegister(unsigned Number) const;
  void writeRegister(unsigned Number, uint64_t Value);
  void jump(uint64_t Pc);
  uint64_t pc() const;

  GuestMemory &Memory;
  SystemCalls &Calls;
  MachineOptions Options;
  uc_struct *Engine = nullptr;
  Tracer *SampleTracer = nullptr;
  UnitObserver *Unit = nullptr;
  std::function<void()> Forked;

  CounterRegisters Registers;
  Predictor Branches;
  CacheModel Caches;
  uint64_t Executed = 0;
  /// When another thread's turn comes, in Executed.
  uint64_t TurnEnd = 0;
  /// In the handler of a sample, which other threads share, no turn ends.
  bool IsInHandler = false;

  /// The instruction that is being executed; class 0: none.
  uint64_t CurrentPc = 0;
  InstructionClass CurrentClass = 0;
  /// It has accessed memory.
  bool HasAccessed = false;

  /// Classes of the program's own code, one for each two bytes; other code is
  /// in OtherClasses.
  uint64_t CodeStart = 0;
  std::vector<InstructionClass> Classes;
  std::unordered_map<uint64_t, InstructionClass> OtherClasses;

  /// The executable pieces of memory: their ends by their starts.
  std::map<uint64_t, uint64_t> CodePieces;

  std::optional<ProgramEnd> End;
  /// The address of code that makes the system call rt_sigreturn; 0: none yet.
  uint64_t ReturnCode = 0;
  /// Where an invalid access was, and whether its page is mapped.
  uint64_t InvalidAddress = 0;
  bool IsProtected = false;
  bool WatchesAccesses = false;
  bool WarnedOfZero = false;
  bool WarnedOfTracer = false;
  bool WarnedOfSelection = false;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_EMULATOR_MACHINE_H
