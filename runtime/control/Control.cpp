//===- Control.cpp - Answers requests of udpc ctl -------------------------===//
//
// Requests are executed with the lock. Waiting for the client happens without
// it and is limited, because the answering thread belongs to the program.
// Signal handlers may nest here, so only the socket is static.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/control/Control.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Text.h"
#include "runtime/control/Requests.h"
#include "runtime/events/EventNames.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/modules/Executable.h"
#include "runtime/system/Clock.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
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
/// The process that owns the socket: for a moment after fork() the parent.
static uint64_t ListenerPid;
static bool Tried;

/// Stores a name in the abstract namespace, which needs no file and disappears
/// with the process. Returns the address's size.
static socklen_t addressOf(uint64_t Pid, sockaddr_un &Address) {
  clearBytes(&Address, sizeof(Address));
  Address.sun_family = AF_UNIX;
  TextBuffer Out(Address.sun_path + 1, sizeof(Address.sun_path) - 1);
  Out.add(control::SocketPrefix).add(Pid);
  return offsetof(sockaddr_un, sun_path) + 1 + Out.size();
}

/// Returns whether Listener is the socket: the program may have closed our
/// descriptor and reused its number.
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
  closeFile(Socket);
  // Gives up below a number that suggests a low limit: such a program needs all
  // of its descriptors.
  constexpr long Least = 64;
  if (Moved < 0 || Moved >= Least)
    return Moved;
  closeFile(static_cast<int>(Moved));
  return -EMFILE;
}

void rt::startControl() {
  if (Tried || !options().control || isPrivileged())
    return;
  Tried = true;
  long Socket = openListener();
  if (Socket == -EADDRINUSE) {
    // Another runtime of this process has the socket.
    if (isInOtherNamespace())
      return;
    // Another user can take the name, and so can a process with the same number
    // in another container if both share the network.
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
// Connections
//===----------------------------------------------------------------------===//

namespace {
/// The time for which one signal may make its thread wait for all clients
/// together. A well-behaved client causes no wait: it sends its request before
/// the signal, and its reply fits in the socket's buffer.
class WaitLimit {
public:
  /// Waits until \p Socket is ready for \p Events. Returns false if the time is
  /// over, or if the client has closed the connection and so no longer expects
  /// the request to be executed.
  bool waitFor(long Socket, short Events);

private:
  int64_t Left = 1000; ///< Milliseconds.
};
} // namespace

static int64_t milliseconds() {
  return static_cast<int64_t>(monotonicTime() / 1000000);
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

/// Reads a line into \p Line, without its newline.
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
  // Not on the stack, which may be small.
  auto *Line = static_cast<char *>(mapMemory(control::MaxRequest));
  if (!Line || !readLine(Socket, Line, control::MaxRequest, Limit))
    return unmapMemory(Line, control::MaxRequest);
  // In milliseconds. Clients repeat requests for which the runtime is busy.
  constexpr unsigned Patience = 1000;
  size_t Size = 0;
  {
    BoundedStateLock Lock(Patience);
    if (Lock.held()) {
      updateEvents();
      Size = replySize();
    }
  }
  Reply Out(Size ? Size : 4096);
  if (!runUnlockedRequest(Out, Line)) {
    BoundedStateLock Lock(Patience);
    if (Lock.held())
      runRequest(Out, Line);
    else
      Out.add("error ", control::Busy,
              ": the runtime executes a long operation of another thread; try "
              "again\n");
  }
  sendText(Socket, Out.text(), Out.size(), Limit);
  unmapMemory(Line, control::MaxRequest);
}

void rt::answerRequests() {
  // Clients that are not served repeat the signal. Without a limit, a client
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
