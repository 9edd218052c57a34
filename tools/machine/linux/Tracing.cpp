//===- Tracing.cpp - ptrace between emulated programs ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/linux/Tracing.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <elf.h>
#include <fcntl.h>
#include <linux/ptrace.h>
#include <string>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <type_traits>
#include <unistd.h>

using namespace udpc::machine;

static_assert(std::is_trivially_copyable_v<TraceChannel>,
              "processes share its bytes");

// The requests and options used here have the same numbers on all processors.

static constexpr char ChannelName[] = "udpc-machine-trace";
/// Lowest descriptor of a channel, above those that programs use.
static constexpr int FirstFile = 900;

static TraceChannel *mapChannel(int File) {
  void *Bytes = mmap(nullptr, sizeof(TraceChannel), PROT_READ | PROT_WRITE,
                     MAP_SHARED, File, 0);
  return Bytes == MAP_FAILED ? nullptr : static_cast<TraceChannel *>(Bytes);
}

Tracing::~Tracing() { forget(); }

//===----------------------------------------------------------------------===//
// The traced process
//===----------------------------------------------------------------------===//

int64_t Tracing::traceMe() {
  if (Own)
    return -EPERM;
  int File = memfd_create(ChannelName, MFD_CLOEXEC);
  if (File < 0)
    return -errno;
  OwnFile = fcntl(File, F_DUPFD_CLOEXEC, FirstFile);
  close(File);
  if (OwnFile < 0 || ftruncate(OwnFile, sizeof(TraceChannel)) ||
      !(Own = mapChannel(OwnFile)))
    return -ENOMEM;
  OwnTracer = getppid();
  // Let the process continue when its tracer ends.
  prctl(PR_SET_PDEATHSIG, SIGCONT);
  return 0;
}

int Tracing::handOver() const {
  if (!Own)
    return -1;
  fcntl(OwnFile, F_SETFD, 0);
  return OwnFile;
}

void Tracing::takeOver(int File) {
  OwnFile = File;
  fcntl(OwnFile, F_SETFD, FD_CLOEXEC);
  Own = mapChannel(OwnFile);
  OwnTracer = getppid();
}

void Tracing::stop(TracedRegisters &Registers, bool IsCall) {
  std::memcpy(Own->Registers, Registers, sizeof(Registers));
  Own->Counters = *Counters;
  Own->Memory = Memory.host(0);
  Own->IsCall = IsCall;
  if (getppid() == OwnTracer)
    raise(SIGSTOP);
  std::memcpy(Registers, Own->Registers, sizeof(Registers));
  Counters->takeOver(Own->Counters);
  if (getppid() != OwnTracer || Own->IsDetached)
    forget();
}

void Tracing::forget() {
  if (Own)
    munmap(Own, sizeof(TraceChannel));
  if (OwnFile >= 0)
    close(OwnFile);
  Own = nullptr;
  OwnFile = -1;
  for (const auto &[Process, Child] : Children)
    munmap(Child.Channel, sizeof(TraceChannel));
  Children.clear();
}

//===----------------------------------------------------------------------===//
// The tracer
//===----------------------------------------------------------------------===//

TraceChannel *Tracing::channelOf(pid_t Process) {
  auto Known = Children.find(Process);
  if (Known != Children.end())
    return Known->second.Channel;
  std::string Folder = "/proc/" + std::to_string(Process) + "/fd/";
  DIR *Files = opendir(Folder.c_str());
  if (!Files)
    return nullptr;
  int File = -1;
  dirent *Entry;
  while (File < 0 && (Entry = readdir(Files))) {
    char Name[64] = {};
    std::string Path = Folder + Entry->d_name;
    if (readlink(Path.c_str(), Name, sizeof(Name) - 1) > 0 &&
        std::strstr(Name, ChannelName))
      File = open(Path.c_str(), O_RDWR | O_CLOEXEC);
  }
  closedir(Files);
  if (File < 0)
    return nullptr;
  TraceChannel *Channel = mapChannel(File);
  close(File);
  if (Channel)
    Children[Process] = {Channel, false};
  return Channel;
}

int64_t Tracing::wait(uint64_t Process, uint64_t Status, uint64_t Options,
                      uint64_t Usage) {
  char *Out = Status ? Memory.bytes(Status, sizeof(int), MayWrite) : nullptr;
  char *Used = Usage ? Memory.bytes(Usage, sizeof(rusage), MayWrite) : nullptr;
  if ((Status && !Out) || (Usage && !Used))
    return -EFAULT;
  while (true) {
    int Word = 0;
    rusage Resources = {};
    pid_t Child = wait4(static_cast<pid_t>(Process), &Word,
                        static_cast<int>(Options) | WUNTRACED, &Resources);
    if (Child <= 0)
      return Child ? -errno : 0;
    if (WIFSTOPPED(Word)) {
      TraceChannel *Of = channelOf(Child);
      if (Of && WSTOPSIG(Word) == SIGSTOP) {
        Children[Child].IsStopped = true;
        Counters->takeOver(Of->Counters);
        int Mark = Of->IsCall && Of->MarksCalls ? 0x80 : 0;
        Word = (SIGTRAP | Mark) << 8 | 0x7f;
      } else if (!(Options & WUNTRACED)) {
        continue;
      }
    } else if (auto Ended = Children.find(Child);
               Ended != Children.end() && !WIFCONTINUED(Word)) {
      munmap(Ended->second.Channel, sizeof(TraceChannel));
      Children.erase(Ended);
    }
    if (Out)
      std::memcpy(Out, &Word, sizeof(Word));
    if (Used)
      std::memcpy(Used, &Resources, sizeof(Resources));
    return Child;
  }
}

int64_t Tracing::transferRegisters(TraceChannel &Of, uint64_t Vector,
                                   bool Writes) {
  // struct iovec.
  uint64_t Place[2];
  char *Words = Memory.bytes(Vector, sizeof(Place), MayRead | MayWrite);
  if (!Words)
    return -EFAULT;
  std::memcpy(Place, Words, sizeof(Place));
  Place[1] = std::min<uint64_t>(Place[1], sizeof(Of.Registers));
  char *Bytes = Memory.bytes(Place[0], Place[1], Writes ? MayRead : MayWrite);
  if (!Bytes)
    return -EFAULT;
  if (Writes)
    std::memcpy(Of.Registers, Bytes, Place[1]);
  else
    std::memcpy(Bytes, Of.Registers, Place[1]);
  std::memcpy(Words, Place, sizeof(Place));
  return 0;
}

int64_t Tracing::transferWord(TraceChannel &Of, pid_t Process, uint64_t Address,
                              uint64_t Data, bool Writes) {
  uint64_t Word = Data;
  if (Address > GuestMemory::Size - sizeof(Word))
    return -EIO;
  iovec Here = {&Word, sizeof(Word)};
  iovec There = {const_cast<char *>(Of.Memory) + Address, sizeof(Word)};
  ssize_t Moved = Writes ? process_vm_writev(Process, &Here, 1, &There, 1, 0)
                         : process_vm_readv(Process, &Here, 1, &There, 1, 0);
  if (Moved != sizeof(Word))
    return -EIO;
  if (Writes)
    return 0;
  char *Out = Memory.bytes(Data, sizeof(Word), MayWrite);
  if (!Out)
    return -EFAULT;
  std::memcpy(Out, &Word, sizeof(Word));
  return 0;
}

int64_t Tracing::resume(pid_t Process, TraceChannel &Of, uint64_t Request,
                        uint64_t Signal) {
  if (Signal > 64)
    return -EIO;
  Of.StopsAtCalls = Request == PTRACE_SYSCALL;
  Of.IsDetached = Request == PTRACE_DETACH;
  Of.Counters = *Counters;
  Children[Process].IsStopped = false;
  if (Signal && Signal != SIGTRAP && Signal != SIGSTOP)
    kill(Process, static_cast<int>(Signal));
  kill(Process, SIGCONT);
  if (Request == PTRACE_DETACH) {
    munmap(&Of, sizeof(TraceChannel));
    Children.erase(Process);
  }
  return 0;
}

int64_t Tracing::call(uint64_t Request, uint64_t Process, uint64_t Address,
                      uint64_t Data) {
  if (Request == PTRACE_TRACEME)
    return traceMe();
  auto Pid = static_cast<pid_t>(Process);
  auto Child = Children.find(Pid);
  if (Child == Children.end())
    return -ESRCH;
  if (Request == PTRACE_KILL)
    return kill(Pid, SIGKILL) ? -errno : 0;
  if (!Child->second.IsStopped)
    return -ESRCH;
  TraceChannel &Of = *Child->second.Channel;
  switch (Request) {
  case PTRACE_PEEKTEXT:
  case PTRACE_PEEKDATA:
    return transferWord(Of, Pid, Address, Data, /*Writes=*/false);
  case PTRACE_POKETEXT:
  case PTRACE_POKEDATA:
    return transferWord(Of, Pid, Address, Data, /*Writes=*/true);
  case PTRACE_GETREGSET:
  case PTRACE_SETREGSET:
    if (Address != NT_PRSTATUS)
      return -EINVAL;
    return transferRegisters(Of, Data, Request == PTRACE_SETREGSET);
  case PTRACE_SETOPTIONS:
    if (Data & ~uint64_t(PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL))
      return -EINVAL;
    Of.MarksCalls = Data & PTRACE_O_TRACESYSGOOD;
    return 0;
  case PTRACE_CONT:
  case PTRACE_SYSCALL:
  case PTRACE_DETACH:
    return resume(Pid, Of, Request, Data);
  default:
    return -EIO;
  }
}
