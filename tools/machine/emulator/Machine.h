//===- Machine.h - Runs a riscv64 program -----------------------*- C++ -*-===//
//
// The interface to the emulator (Unicorn). Executes the program's instructions,
// counts them, and implements what the emulator does not: system calls, counter
// registers, the udpc instruction and the counters' CSRs.
//
// The emulator calls the machine before each instruction and at each memory
// access. So each count is exact at each instruction, and a sample is taken
// right after the instruction that makes it due.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// Takes over the system calls of samples, as a process that traces the program
/// would.
class Tracer {
public:
  virtual ~Tracer() = default;
  /// Called before the program's first instruction.
  virtual void started(CounterRegisters &Registers) {}
  /// Called when the program makes a system call of its own.
  virtual void called(uint64_t Number, CounterRegisters &Registers) {}
  /// Called when a sample is taken with sampleFuncAddr 0.
  virtual void sampled(CounterRegisters &Registers) = 0;
};

/// Is notified of udpc instructions.
class UnitObserver {
public:
  virtual ~UnitObserver() = default;
  /// Called for each instruction; \p Thread is the thread's number.
  virtual void executed(unsigned Thread, encoding::Instruction I,
                        uint64_t Pc) = 0;
};

/// Options of a machine.
struct MachineOptions {
  rt::CacheSet Caches = defaultCaches();
  /// Simulate caches and TLBs; otherwise their counters read 0.
  bool SimulateCaches = true;
};

/// How the program ended: by exit or by a signal.
struct ProgramEnd {
  int Status = 0;
  int Signal = 0;
  /// Cause and place of the signal if an instruction raised it.
  std::string Reason;
};

/// Runs one program to its end.
class Machine : private PageObserver {
public:
  static llvm::Expected<std::unique_ptr<Machine>>
  create(GuestMemory &Memory, SystemCalls &Calls,
         const MachineOptions &Options);
  ~Machine() override;

  void setTracer(Tracer *T) { SampleTracer = T; }
  void setUnit(UnitObserver *U) { Unit = U; }
  /// Sets a function to call in each child that the program forks.
  void onFork(std::function<void()> F) { Forked = std::move(F); }

  /// Runs the program to its end.
  ProgramEnd run(uint64_t Entry, uint64_t StackPointer);

  CounterRegisters &registers() { return Registers; }
  /// Returns the number of instructions executed, counted or not.
  uint64_t executedInstructions() const { return Executed; }
  /// Returns the cycle counter: one cycle for each instruction, plus the delays
  /// of the model's events while they were counted.
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
  /// Takes the sample that is due, if any. Returns whether the program
  /// continues at another address.
  bool interrupt(uint64_t NextPc);
  /// Passes a sample to the tracer. Returns the address at which the program
  /// continues, \p NextPc unless the tracer has changed it.
  uint64_t takeOverSample(uint64_t NextPc);
  InstructionClass classOf(uint64_t Pc);
  uint32_t codeAt(uint64_t Pc) const;
  /// Executes an instruction that the emulator does not implement.
  void execute(uint64_t Pc, InstructionClass C);
  void executeHint(uint64_t NextPc, uint32_t Code);
  void executeCounterRead(uint64_t Pc, uint32_t Code);
  /// Handles the exception whose code in mcause is \p Number.
  void exception(uint32_t Number);
  void systemCall();
  /// Delivers pending signals before the program continues at \p Pc: calls
  /// their handlers or ends the program. \p Interrupted is the first argument
  /// of the system call before \p Pc, which is made again after a handler that
  /// restarts system calls. Returns whether a handler is called.
  bool deliverSignals(uint64_t Pc, std::optional<uint64_t> Interrupted = {});
  void callHandler(const SignalDelivery &Delivery, uint64_t Pc);
  /// Implements the system call rt_sigreturn.
  void leaveHandler();
  /// Adds a thread, which gets its turn later; its creator continues at \p Pc.
  void startThread(const ThreadStart &Start, uint64_t Pc);
  /// Stops for the tracer before the instruction at \p Pc. Returns the address
  /// at which the program continues.
  uint64_t stopForTracer(uint64_t Pc, bool IsCall);
  /// Returns whether the program stops at system calls for its tracer. A
  /// program with several threads does not.
  bool stopsAtCalls() const;
  /// Suspends the thread, which continues at \p Pc after \p For, and runs
  /// another one.
  void leaveThread(uint64_t Pc, const Wait &For);
  /// Ends the thread's turn before the instruction at \p Pc, for another thread
  /// or a signal handler. Returns whether the program continues at another
  /// address.
  bool endTurn(uint64_t Pc);
  /// Returns whether the turn may end before the instruction at \p Pc, and has
  /// used its instructions.
  bool isTurnOver(uint64_t Pc) const;
  /// Makes the next thread current. The current thread must have ended or been
  /// saved.
  void enterNextThread();
  /// Raises a signal for the current instruction, which has not been executed.
  void fault(int Signal, const char *Reason, const SignalOrigin &Origin);
  ProcessorState state(uint64_t Pc) const;
  void setState(const ProcessorState &State);
  void stop(ProgramEnd HowEnded);
  /// Discards translations and classes of the code at these addresses.
  void invalidateCode(uint64_t Address, uint64_t Size);
  void invalidateAllCode();
  /// Makes the emulator report memory accesses from now on.
  llvm::Error watchAccesses();
  /// Watches accesses from the first time that the program counts, so that
  /// programs that never count run faster. Returns whether watching began.
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
  /// The value of Executed at which another thread gets its turn.
  uint64_t TurnEnd = 0;
  /// Whether a sample handler runs, in which no turn ends because other threads
  /// share its registers.
  bool IsInHandler = false;

  /// The instruction being executed; class 0 for none.
  uint64_t CurrentPc = 0;
  InstructionClass CurrentClass = 0;
  /// Whether the instruction has accessed memory.
  bool HasAccessed = false;

  /// Classes of the program's own code, one for each two bytes. Other code is
  /// in OtherClasses.
  uint64_t CodeStart = 0;
  std::vector<InstructionClass> Classes;
  std::unordered_map<uint64_t, InstructionClass> OtherClasses;

  /// Executable ranges of memory: end by start.
  std::map<uint64_t, uint64_t> CodePieces;

  std::optional<ProgramEnd> End;
  /// Address of the code that calls rt_sigreturn; 0 before it is written.
  uint64_t ReturnCode = 0;
  /// Address of an invalid access, and whether its page is mapped.
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
