//===- Ctl.cpp - Controls a program that runs -----------------------------===//
//
// The client's side of docs/control.md.
//
//===----------------------------------------------------------------------===//

#include "tools/udpc/Ctl.h"
#include "udpc/control.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// How long a process has got to answer, and how often it is rung at meanwhile:
/// a thread that waits for signals may have taken the first ring for its own.
static constexpr seconds Patience(5), RingsApart(1);

namespace {
struct Process {
  pid_t Pid;
  std::string Name; ///< As messages call it.
};
} // namespace

/// A field of /proc/<pid>/status, or "".
static std::string statusField(pid_t Pid, StringRef Field) {
  auto Buffer =
      MemoryBuffer::getFileAsStream(("/proc/" + Twine(Pid) + "/status").str());
  if (!Buffer)
    return "";
  for (StringRef Line : split((*Buffer)->getBuffer(), '\n'))
    if (Line.consume_front(Field) && Line.consume_front(":"))
      return Line.trim().str();
  return "";
}

static Expected<Process> findProcess(StringRef Word) {
  Process P;
  if (Word.getAsInteger(10, P.Pid) || P.Pid <= 0)
    return createStringError("ctl: '" + Word + "' is no process number");
  if (kill(P.Pid, 0) && errno == ESRCH)
    return createStringError("ctl: there is no process " + Word);
  P.Name = ("process " + Word).str();
  std::string Program = statusField(P.Pid, "Name");
  if (!Program.empty())
    P.Name += " (" + Program + ")";
  return P;
}

static Error ofAnotherUser(const Process &P) {
  return createStringError("ctl: " + P.Name +
                           " belongs to another user: run this as that user");
}

static Error noSocket(const Process &P) {
  if (statusField(P.Pid, "State").substr(0, 1) == "Z")
    return createStringError("ctl: " + P.Name + " has ended");
  if (kill(P.Pid, 0) && errno == EPERM)
    return ofAnotherUser(P);
  return createStringError(
      "ctl: " + P.Name +
      " does not listen: it has no udpc instructions, was started with "
      "UDPC_OPTIONS=control=0, or lives in another container");
}

static Error ring(const Process &P) {
  sigval Value = {};
  Value.sival_int = control::Ring;
  if (!sigqueue(P.Pid, SIGURG, Value))
    return Error::success();
  if (errno == EPERM)
    return ofAnotherUser(P);
  if (errno == ESRCH)
    return createStringError("ctl: " + P.Name + " has ended");
  return createStringError("ctl: " + P.Name + ": " + strerror(errno));
}

static Error noAnswer(const Process &P) {
  std::string State = statusField(P.Pid, "State").substr(0, 1);
  if (State == "T" || State == "t")
    return createStringError("ctl: " + P.Name +
                             " is stopped; nothing was changed");
  return createStringError(
      formatv("ctl: {0} does not answer in {1} s: all its threads block "
              "SIGURG, or one takes it by sigwait; nothing was changed",
              P.Name, Patience.count()));
}

/// Connects, and sees to it that the other end is the process itself: the name
/// of a socket can be taken by anybody.
static Error connectTo(int Socket, const Process &P, Clock::time_point End) {
  sockaddr_un Address = {};
  Address.sun_family = AF_UNIX;
  std::string Name = control::SocketPrefix + std::to_string(P.Pid);
  memcpy(Address.sun_path + 1, Name.data(), Name.size());
  socklen_t Size = offsetof(sockaddr_un, sun_path) + 1 + Name.size();
  while (connect(Socket, reinterpret_cast<sockaddr *>(&Address), Size)) {
    if (errno == ECONNREFUSED)
      return noSocket(P);
    if (errno != EAGAIN && errno != EINTR)
      return createStringError("ctl: " + P.Name + ": " + strerror(errno));
    // Too many wait already: the ring makes the process look at them.
    if (Clock::now() >= End)
      return noAnswer(P);
    if (Error E = ring(P))
      return E;
    std::this_thread::sleep_for(milliseconds(50));
  }
  ucred Peer = {};
  socklen_t PeerSize = sizeof(Peer);
  if (getsockopt(Socket, SOL_SOCKET, SO_PEERCRED, &Peer, &PeerSize) ||
      Peer.pid != P.Pid)
    return createStringError("ctl: somebody else listens in place of " +
                             P.Name);
  return Error::success();
}

/// Rings, and reads all that comes.
static Expected<std::string> readReply(int Socket, const Process &P,
                                       Clock::time_point End) {
  std::string Reply;
  auto NextRing = Clock::now();
  for (;;) {
    auto Now = Clock::now();
    if (Now >= End)
      return noAnswer(P);
    if (Reply.empty() && Now >= NextRing) {
      if (Error E = ring(P))
        return std::move(E);
      NextRing = Now + RingsApart;
    }
    auto Until = Reply.empty() ? std::min(End, NextRing) : End;
    pollfd Poll = {Socket, POLLIN, 0};
    auto Left = std::chrono::ceil<milliseconds>(Until - Now).count();
    if (poll(&Poll, 1, static_cast<int>(Left)) <= 0)
      continue;
    char Piece[4096];
    ssize_t Got = recv(Socket, Piece, sizeof(Piece), 0);
    if (Got > 0) {
      Reply.append(Piece, Got);
    } else if (Got < 0 && (errno == EINTR || errno == EAGAIN)) {
      continue;
    } else if (StringRef(Reply).ends_with("\n")) {
      // Who is refused is not listened to, and gets a reset behind the answer.
      return Reply;
    } else {
      return createStringError("ctl: " + P.Name +
                               " has closed the connection without an answer");
    }
  }
}

static Expected<std::string> ask(const Process &P, StringRef Request) {
  int Socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (Socket < 0)
    return createStringError(StringRef("ctl: ") + strerror(errno));
  scope_exit Close([&] { close(Socket); });
  auto End = Clock::now() + Patience;
  if (Error E = connectTo(Socket, P, End))
    return std::move(E);
  if (send(Socket, Request.data(), Request.size(), MSG_NOSIGNAL) !=
      static_cast<ssize_t>(Request.size()))
    return createStringError("ctl: " + P.Name + ": " + strerror(errno));
  return readReply(Socket, P, End);
}

/// Lines of texts separated by tabs, in columns; the last is a number.
static void printColumns(raw_ostream &OS, StringRef Text) {
  SmallVector<SmallVector<StringRef, 3>, 0> Rows;
  size_t Widths[3] = {};
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    auto &Row = Rows.emplace_back();
    Line.split(Row, '\t');
    Row.resize(3);
    for (size_t I = 0; I != 3; ++I)
      Widths[I] = std::max(Widths[I], Row[I].size());
  }
  for (const auto &Row : Rows)
    OS << left_justify(Row[0], Widths[0]) << "  "
       << left_justify(Row[1], Widths[1]) << "  "
       << right_justify(Row[2], Widths[2]) << '\n';
}

/// The request's text, or why there is none.
static Expected<std::string> makeRequest(ArrayRef<std::string> Words) {
  static constexpr StringLiteral Usage =
      "ctl: say `udpc ctl <pid> enable|disable <glob,...>` or `udpc ctl <pid> "
      "status|dump|reset`";
  if (Words.size() < 2)
    return createStringError(Usage);
  StringRef Command = Words[1];
  bool TakesGlobs = Command == "enable" || Command == "disable";
  if (!TakesGlobs && Command != "status" && Command != "dump" &&
      Command != "reset")
    return createStringError("ctl: unknown command '" + Command + "'; " +
                             Usage.drop_front(5));
  if (Words.size() != (TakesGlobs ? 3 : 2))
    return createStringError(Usage);
  std::string Request =
      ("udpc " + Twine(control::Version) + " " + Command).str();
  if (TakesGlobs)
    Request += " " + Words[2];
  if (StringRef(Request).contains('\n') ||
      Request.size() >= control::MaxRequest)
    return createStringError("ctl: the globs are too long, or go over a line");
  return Request + "\n";
}

Error udpc::controlProcess(ArrayRef<std::string> Words, raw_ostream &OS) {
  Expected<std::string> Request = makeRequest(Words);
  if (!Request)
    return Request.takeError();
  Expected<Process> P = findProcess(Words[0]);
  if (!P)
    return P.takeError();
  Expected<std::string> Reply = ask(*P, *Request);
  if (!Reply)
    return Reply.takeError();
  auto [First, Rest] = StringRef(*Reply).split('\n');
  if (First.consume_front("error "))
    return createStringError("ctl: " + P->Name + ": " + First);
  if (!First.consume_front("ok"))
    return createStringError("ctl: " + P->Name + " answers '" + First + "'");
  if (!First.trim().empty())
    OS << First.trim() << '\n';
  printColumns(OS, Rest);
  return Error::success();
}
