//===- Control.cpp - Answers requests of udpc ctl -------------------------===//
//
// Requests are executed under the lock; waiting for the client happens without
// it and is limited, because the answering thread belongs to the program.
// Handlers may be nested here, so nothing is static except the socket.
//
//===----------------------------------------------------------------------===//

#include "runtime/control/Control.h"
#include "runtime/core/EventBias.h"
#include "runtime/core/EventMasks.h"
#include "runtime/core/EventNames.h"
#include "runtime/core/EventValues.h"
#include "runtime/core/Hooks.h"
#include "runtime/core/Process.h"
#include "runtime/core/System.h"
#include "runtime/log/Log.h"
#include "runtime/log/Snapshot.h"
#include "runtime/logic/Bytes.h"
#include "runtime/logic/ControlRequest.h"
#include "runtime/logic/Glob.h"
#include "runtime/logic/Text.h"
#include "runtime/output/Dump.h"
#include "runtime/patch/Switches.h"
#include "udpc/control.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

using namespace udpc;
using namespace udpc::rt;

//===----------------------------------------------------------------------===//
// The socket
//===----------------------------------------------------------------------===//

static int Listener = -1;
/// The process that owns the socket: after fork() temporarily the parent.
static uint64_t ListenerPid;
static bool Tried;

/// A name in the abstract namespace, which needs no file and disappears with
/// the process.
static socklen_t addressOf(uint64_t Pid, sockaddr_un &Address) {
  clearBytes(&Address, sizeof(Address));
  Address.sun_family = AF_UNIX;
  TextBuffer Out(Address.sun_path + 1, sizeof(Address.sun_path) - 1);
  Out.add(control::SocketPrefix).add(Pid);
  return offsetof(sockaddr_un, sun_path) + 1 + Out.size();
}

/// The program may have closed our descriptor and reused its number.
static bool listenerIsOurs() {
  if (Listener < 0)
    return false;
  sockaddr_un Ours, Found = {};
  socklen_t Size = addressOf(ListenerPid, Ours), FoundSize = sizeof(Found);
  return !rawSyscall(SYS_getsockname, Listener, asLong(&Found),
                     asLong(&FoundSize)) &&
         FoundSize == Size && sameBytes(&Found, &Ours, Size);
}

static long openListener() {
  long Socket = rawSyscall(SYS_socket, AF_UNIX,
                           SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (Socket < 0)
    return Socket;
  sockaddr_un Address;
  socklen_t Size = addressOf(processPid(), Address);
  constexpr int Waiting = 16;
  long Error = rawSyscall(SYS_bind, Socket, asLong(&Address), Size);
  if (!Error)
    Error = rawSyscall(SYS_listen, Socket, Waiting);
  long Moved = Error ? Error : duplicateUp(Socket);
  if (!Error && Moved < 0)
    return Socket;
  closeFile(Socket);
  return Moved;
}

void rt::startControl() {
  if (Tried || !options().control || isPrivileged())
    return;
  Tried = true;
  long Socket = openListener();
  if (Socket == -EADDRINUSE) {
    // Another user can take the name, and so can a process with the same number
    // in another container, if both share the network.
    warn("udpc ctl cannot control process ", processPid(),
         ": another process has its socket's name, '@", control::SocketPrefix,
         processPid(), "'");
    return;
  }
  if (Socket < 0) {
    // Not an error: the program may be forbidden to open sockets.
    if (options().verbosity)
      warn("cannot listen for udpc ctl: ", errorText(-Socket));
    return;
  }
  Listener = Socket;
  ListenerPid = processPid();
  installControlHandler();
}

void rt::restartControl() {
  if (listenerIsOurs())
    closeFile(Listener);
  Listener = -1;
  if (Tried) {
    Tried = false;
    startControl();
  }
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

namespace {
/// A reply, in memory from the kernel that grows as necessary.
class Reply {
public:
  explicit Reply(size_t Size)
      : Size(Size), Memory(static_cast<char *>(mapMemory(Size))),
        Out(Memory ? Memory : None, Memory ? Size : sizeof(None)) {}
  ~Reply() { unmapMemory(Memory, Size); }
  template <typename... Pieces> void add(Pieces... Each) {
    (Out.add(Each), ...);
  }
  const char *text() const { return Memory; }
  size_t size() const { return Memory ? Out.size() : 0; }

private:
  char None[1];
  size_t Size;
  char *Memory;
  TextBuffer Out;
};
} // namespace

static void addNames(Reply &Out) {
  if (!numEvents())
    return Out.add("none");
  for (int E = 0; E != numEvents(); ++E)
    Out.add(E ? ", " : "", eventName(E));
}

/// Appends the globs of \p Globs that match no event: they may be misspelt.
static void addUnmatched(Reply &Out, const char *Globs) {
  const char *Separator = "; no event matches ";
  for (const char *Glob = Globs;; ++Glob) {
    const char *End = endOfGlob(Glob);
    bool Matches = false;
    for (int E = 0; E != numEvents() && !Matches; ++E)
      Matches = matchesGlob(Glob, eventName(E));
    if (!Matches) {
      Out.add(Separator);
      for (const char *C = Glob; C != End; ++C)
        Out.add(*C);
      Separator = ", ";
    }
    Glob = End;
    if (!*Glob)
      return;
  }
}

/// Answers that \p Matched events, or a RuleError, are \p State.
static void addRuleAnswer(Reply &Out, const char *Globs, int Matched,
                          const char *State, bool HasCommands) {
  if (Matched == BadGlobs)
    return Out.add("error '", Globs, "' is no list of globs\n");
  if (Matched == TooManyRules)
    return Out.add(
        "error there is no room for another rule: ", uint64_t(MaxRules),
        " lists of globs are remembered; a rule for '*' makes the "
        "program forget them\n");
  if (Matched < 0)
    return Out.add("error the program has no memory for another rule\n");
  // Not before: what cannot be changed is part of the answer.
  PatchResult Result = applySwitches();
  if (!Matched) {
    Out.add("ok ", control::NoMatch, " so far; there are ");
    addNames(Out);
  } else {
    Out.add("ok ", uint64_t(Matched), Matched == 1 ? " event " : " events ",
            State);
    if (!HasCommands)
      addUnmatched(Out, Globs);
  }
  if (Result.Failed)
    Out.add("; ", Result.Failed,
            " sites cannot be changed: ", errorText(Result.Error));
  Out.add("\n");
}

static bool matchesAny(const char *Globs) {
  for (int E = 0; E != numEvents(); ++E)
    if (matchesGlobList(Globs, eventName(E)))
      return true;
  return false;
}

/// Whether \p Globs, which may be empty, names events; answers if not.
static bool checkGlobs(Reply &Out, const char *Globs) {
  updateEvents();
  if (*Globs && !isGlobList(Globs)) {
    Out.add("error '", Globs, "' is no list of globs\n");
    return false;
  }
  if (*Globs && !matchesAny(Globs)) {
    Out.add("error no event matches '", Globs, "'; there are ");
    addNames(Out);
    Out.add("\n");
    return false;
  }
  return true;
}

static void runReset(Reply &Out, const char *Globs, ThreadRecord *Thread) {
  if (!*Globs && !Thread) {
    resetCounts();
    return Out.add("ok\n");
  }
  if (!checkGlobs(Out, Globs))
    return;
  uint64_t N = 0;
  for (int E = 0; E != numEvents(); ++E) {
    if (*Globs && !matchesGlobList(Globs, eventName(E)))
      continue;
    if (!writeEvent(E, Thread, 0))
      return Out.add("error the program has no memory for it\n");
    ++N;
  }
  Out.add("ok ", N, N == 1 ? " event reset\n" : " events reset\n");
}

static void runWrite(Reply &Out, const ControlRequest &Request,
                     ThreadRecord *Thread) {
  updateEvents();
  int Event = findEvent(Request.Rest);
  if (Event < 0) {
    Out.add("error there is no event '", Request.Rest, "'; there are ");
    addNames(Out);
    return Out.add("\n");
  }
  if (!writeEvent(Event, Thread, Request.Value))
    return Out.add("error the program has no memory for it\n");
  Out.add("ok\n");
}

/// What follows a state; \p Mask is not AllCommands.
static const char *maskWords(CommandSet Mask) {
  static const char *const Words[] = {"", ", inc masked", ", dec masked"};
  return Words[Mask];
}

static void runStatus(Reply &Out, const char *Globs,
                      const ThreadRecord *Thread) {
  if (!checkGlobs(Out, Globs))
    return;
  collectLateCounts();
  settleMasks();
  updateEvents();
  size_t CountBytes = numEvents() * sizeof(int64_t);
  size_t StateBytes = numEvents() * sizeof(EventState);
  auto *Counts = static_cast<int64_t *>(mapMemory(CountBytes + StateBytes + 1));
  if (!Counts || !readEvents(Counts, Thread)) {
    unmapMemory(Counts, CountBytes + StateBytes + 1);
    return Out.add("error the program has no memory to read its counts\n");
  }
  auto *States = reinterpret_cast<EventState *>(Counts + numEvents());
  eventStates(States);
  Out.add("ok\n");
  static const char *const Words[] = {"off", "on", "always", "auto"};
  for (int E = 0; E != numEvents(); ++E) {
    if (*Globs && !matchesGlobList(Globs, eventName(E)))
      continue;
    CommandSet Mask = maskForAll(E);
    if (Thread)
      Mask |= maskOfThread(E, *Thread);
    bool IsMasked = Mask == AllCommands;
    uint64_t Size = Counts[E];
    Out.add(eventName(E), "\t", IsMasked ? "masked" : Words[int(States[E])],
            maskWords(IsMasked ? NoCommand : Mask), "\t",
            Counts[E] < 0 ? "-" : "", Counts[E] < 0 ? 0 - Size : Size, "\n");
  }
  unmapMemory(Counts, CountBytes + StateBytes + 1);
}

static void runDump(Reply &Out) {
  DumpResult Result = dumpLocked("ctl");
  if (Result.Error)
    return Out.add("error cannot write the profile ", Result.Failed, ": ",
                   errorText(Result.Error), "\n");
  if (!Result.NumWritten)
    return Out.add(numCostUnits() ? "ok nothing to write: no output is wanted\n"
                                  : "ok nothing to write: no event was on\n");
  Out.add("ok wrote ");
  for (unsigned I = 0; I != Result.NumWritten; ++I)
    Out.add(I ? ", " : "", Result.Written[I]);
  Out.add("\n");
}

static ThreadRecord *findThread(uint64_t Tid) {
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    if (T->Tid == Tid && !T->HasEnded)
      return T;
  return nullptr;
}

static void runSnapshot(Reply &Out, const char *Path) {
  if (!logIsOn())
    return Out.add("error the program's option log is empty\n");
  if (*Path && !setLogPath(Path))
    return Out.add("error its log is already ", logPath(), "\n");
  if (int Error = takeSnapshotLocked(log::Trigger::Control))
    return Out.add("error cannot write the log ", logPath(), ": ",
                   errorText(Error), "\n");
  if (!logIsOpen())
    return Out.add("ok nothing to write: there are no events\n");
  Out.add("ok ", control::AppendedTo, logPath(), "\n");
}

static void run(Reply &Out, const char *Line) {
  ControlRequest Request = parseRequest(Line);
  const char *Globs = Request.Rest;
  ThreadRecord *Thread = nullptr;
  if (Request.Thread && !(Thread = findThread(Request.Thread)))
    return Out.add("error it has no thread ", Request.Thread,
                   ", or that has not counted\n");
  switch (Request.Kind) {
  case RequestKind::NotOurs:
    return Out.add("error this is no request of udpc ctl\n");
  case RequestKind::OtherVersion:
    return Out.add("error the program's runtime has version ", control::Version,
                   " of the protocol of udpc ctl\n");
  case RequestKind::Enable:
    return addRuleAnswer(Out, Globs, addRule(Globs, true), "on", false);
  case RequestKind::Disable:
    return addRuleAnswer(Out, Globs, addRule(Globs, false), "off", false);
  case RequestKind::Mask:
    return addRuleAnswer(Out, Globs, addMaskRule(Globs, true, Thread), "masked",
                         true);
  case RequestKind::Unmask:
    return addRuleAnswer(Out, Globs, addMaskRule(Globs, false, Thread),
                         "unmasked", true);
  case RequestKind::Status:
    return runStatus(Out, Globs, Thread);
  case RequestKind::Dump:
    return runDump(Out);
  case RequestKind::Snapshot:
    return runSnapshot(Out, Request.Rest);
  case RequestKind::Reset:
    return runReset(Out, Globs, Thread);
  case RequestKind::Write:
    return runWrite(Out, Request, Thread);
  case RequestKind::Unknown:
    return Out.add("error the program's runtime does not support the request '",
                   Request.Rest, "'\n");
  }
}

//===----------------------------------------------------------------------===//
// Connections
//===----------------------------------------------------------------------===//

namespace {
/// The time that one signal may make its thread wait for all clients together.
/// A well-behaved client causes no wait: it sends its request before the
/// signal, and its reply fits the socket's buffer.
class WaitLimit {
public:
  /// Waits until \p Socket is ready for \p Events. Returns false if the time is
  /// over or the client has closed the connection, and so no longer expects the
  /// request to be executed.
  bool waitFor(long Socket, short Events);

private:
  int64_t Left = 1000; ///< Milliseconds.
};
} // namespace

static int64_t milliseconds() {
  timespec Now = {};
  rawSyscall(SYS_clock_gettime, CLOCK_MONOTONIC, asLong(&Now));
  return Now.tv_sec * 1000 + Now.tv_nsec / 1000000;
}

bool WaitLimit::waitFor(long Socket, short Events) {
  for (int64_t Began = milliseconds();;) {
    pollfd Poll = {static_cast<int>(Socket), Events, 0};
    timespec Time = {Left / 1000, Left % 1000 * 1000000};
    long Ready = rawSyscall(SYS_ppoll, asLong(&Poll), 1, asLong(&Time), 0, 8);
    int64_t Now = milliseconds();
    Left -= Now - Began < Left ? Now - Began : Left;
    Began = Now;
    if (Ready != -EINTR || !Left)
      return Ready == 1 && !(Poll.revents & (POLLHUP | POLLERR));
  }
}

static void sendText(long Socket, const char *Text, size_t Size,
                     WaitLimit &Limit) {
  while (Size) {
    iovec Piece = {const_cast<char *>(Text), Size};
    msghdr Message = {};
    Message.msg_iov = &Piece;
    Message.msg_iovlen = 1;
    long Sent = rawSyscall(SYS_sendmsg, Socket, asLong(&Message),
                           MSG_NOSIGNAL | MSG_DONTWAIT);
    if (Sent == -EINTR)
      continue;
    if (Sent == -EAGAIN && Limit.waitFor(Socket, POLLOUT))
      continue;
    if (Sent <= 0)
      return;
    Text += Sent;
    Size -= Sent;
  }
}

static bool mayControl(long Socket) {
  ucred Peer = {};
  socklen_t Size = sizeof(Peer);
  if (rawSyscall(SYS_getsockopt, Socket, SOL_SOCKET, SO_PEERCRED, asLong(&Peer),
                 asLong(&Size)))
    return false;
  return Peer.uid == static_cast<uid_t>(rawSyscall(SYS_geteuid)) || !Peer.uid;
}

/// Reads a line into \p Line, without its end.
static bool readLine(long Socket, char *Line, size_t Capacity,
                     WaitLimit &Limit) {
  for (size_t Size = 0; Size != Capacity;) {
    if (!Limit.waitFor(Socket, POLLIN))
      return false;
    long Got =
        rawSyscall(SYS_read, Socket, asLong(Line + Size), Capacity - Size);
    if (Got == -EINTR || Got == -EAGAIN)
      continue;
    if (Got <= 0)
      return false;
    Size += Got;
    if (Line[Size - 1] == '\n') {
      Line[Size - 1] = 0;
      return true;
    }
  }
  return false;
}

static size_t replySize() {
  // A reply has each name once, followed by a state and a number.
  constexpr size_t Fixed = 2 * control::MaxRequest + 3 * PATH_MAX, ForEach = 64;
  size_t Size = Fixed;
  for (int E = 0; E != numEvents(); ++E)
    Size += lengthOf(eventName(E)) + ForEach;
  return Size;
}

static void answer(long Socket, WaitLimit &Limit) {
  if (!mayControl(Socket)) {
    static const char Text[] = "error only its own user or root may control "
                               "it\n";
    return sendText(Socket, Text, sizeof(Text) - 1, Limit);
  }
  // The stack may be small.
  auto *Line = static_cast<char *>(mapMemory(control::MaxRequest));
  if (!Line || !readLine(Socket, Line, control::MaxRequest, Limit))
    return unmapMemory(Line, control::MaxRequest);
  size_t Size = 0;
  {
    BoundedStateLock Lock;
    if (Lock.held()) {
      updateEvents();
      Size = replySize();
    }
  }
  Reply Out(Size ? Size : 4096);
  {
    BoundedStateLock Lock;
    if (Lock.held())
      run(Out, Line);
    else
      Out.add("error the runtime is busy\n");
  }
  sendText(Socket, Out.text(), Out.size(), Limit);
  unmapMemory(Line, control::MaxRequest);
}

void rt::answerRequests() {
  // Clients that are not served repeat the signal. Without a bound, a client
  // that connects endlessly would keep the thread here.
  constexpr int MostClients = 64;
  WaitLimit Limit;
  for (int I = 0; I != MostClients && listenerIsOurs(); ++I) {
    long Socket =
        rawSyscall(SYS_accept4, Listener, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (Socket == -EINTR || Socket == -ECONNABORTED)
      continue;
    if (Socket < 0)
      return;
    answer(Socket, Limit);
    // A child forked meanwhile has a copy of the descriptor; shutdown() ends
    // the connection for the client nevertheless.
    rawSyscall(SYS_shutdown, Socket, SHUT_RDWR);
    closeFile(Socket);
  }
}

bool rt::isControlRequest(const siginfo_t &Info) {
  return Info.si_code == SI_QUEUE &&
         Info.si_value.sival_int == control::SignalValue;
}
