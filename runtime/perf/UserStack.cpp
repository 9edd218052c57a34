//===- UserStack.cpp - The stack of interrupted code ----------------------===//

#include "runtime/perf/UserStack.h"
#include "runtime/core/System.h"
#include <errno.h>
#include <sys/syscall.h>
#include <ucontext.h>

using namespace udpc;
using namespace udpc::rt;

namespace {
/// What a frame pointer points to, \p Distance bytes below it.
struct FrameRecord {
  uint64_t Caller; ///< The caller's frame pointer.
  uint64_t Return;
};
} // namespace

#if defined(__x86_64__)
static constexpr uint64_t Distance = 0;
#else // riscv64
static constexpr uint64_t Distance = sizeof(FrameRecord);
#endif

/// Whether the page with \p Address can be read. The kernel reads the new mask
/// before it rejects what is to be done with it.
static bool isReadable(uint64_t Address) {
  return rawSyscall(SYS_rt_sigprocmask, /*how=*/-1, long(Address), 0,
                    sizeof(SignalSet)) != -EFAULT;
}

UserStack::UserStack(const void *Context) {
  [[maybe_unused]] const mcontext_t &Machine =
      static_cast<const ucontext_t *>(Context)->uc_mcontext;
  uint64_t Frame = 0;
#if defined(__x86_64__)
  Pc = Machine.gregs[REG_RIP];
  Frame = Machine.gregs[REG_RBP];
  uint64_t Least = Machine.gregs[REG_RSP];
#elif defined(__riscv)
  Pc = Machine.__gregs[0];
  Frame = Machine.__gregs[8];
  uint64_t Least = Machine.__gregs[2];
#else
  uint64_t Least = 1;
#endif
  walk(Frame, Least);
}

UserStack::UserStack(uint64_t Pc, uint64_t Frame, uint64_t Least) : Pc(Pc) {
  walk(Frame, Least);
}

void UserStack::walk(uint64_t Frame, uint64_t Least) {
  // Most frames are in pages that have been looked at.
  constexpr uint64_t PageSize = 4096;
  uint64_t Checked = 0;
  auto CanRead = [&](uint64_t Address) {
    uint64_t Page = Address / PageSize;
    if (Page != Checked && !isReadable(Address))
      return false;
    Checked = Page;
    return true;
  };
  // Frames of callers are at higher addresses.
  while (NumFrames != MaxFrames && Frame > Least && Frame % 8 == 0) {
    uint64_t Record = Frame - Distance;
    if (!CanRead(Record) || !CanRead(Record + 8))
      return;
    auto *R = reinterpret_cast<const FrameRecord *>(Record);
    if (!R->Return)
      return;
    Frames[NumFrames++] = R->Return;
    Least = Frame;
    Frame = R->Caller;
  }
}
