//===- Client.cpp - Sends requests to processes ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/ctl/Client.h"
#include "udpc/control.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// The timeout for a reply, and the interval at which the signal is repeated: a
/// thread in sigwait may have consumed the first one.
static constexpr seconds TimeLimit(5), SignalInterval(1);
/// Minimum time after which a busy runtime replies that it is busy.
static constexpr seconds BusyTime(1);
/// Interval of connection attempts while the queue is full.
static constexpr milliseconds TriesApart(50);

//===----------------------------------------------------------------------===//
// Namespaces and users
//===----------------------------------------------------------------------===//

static std::string networkPath(const Twine &Process) {
  return ("/proc/" + Process + "/ns/net").str();
}

static std::string readLink(const std::string &Path) {
  char Text[PATH_MAX];
  ssize_t Size = readlink(Path.c_str(), Text, sizeof(Text));
  return Size > 0 ? std::string(Text, Size) : "";
}

/// Returns whether the process is known to be in another network namespace.
static bool hasOtherNetwork(const Process &P) {
  std::string Ours = readLink(networkPath("self"));
  std::string Its = readLink(networkPath(Twine(P.Pid)));
  return !Ours.empty() && !Its.empty() && Ours != Its;
}

/// Returns a socket in the network namespace of \p P; -1, with errno, on error.
static int makeSocket(const Process &P) {
  constexpr int Type = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK;
  if (!hasOtherNetwork(P))
    return socket(AF_UNIX, Type, 0);
  int Ours = open(networkPath("self").c_str(), O_RDONLY | O_CLOEXEC);
  int Its = open(networkPath(Twine(P.Pid)).c_str(), O_RDONLY | O_CLOEXEC);
  int Socket = -1, Error = errno;
  if (Ours >= 0 && Its >= 0) {
    if (!setns(Its, CLONE_NEWNET))
      Socket = socket(AF_UNIX, Type, 0);
    Error = errno;
    setns(Ours, CLONE_NEWNET);
  }
  close(Ours);
  close(Its);
  errno = Error;
  return Socket;
}

/// Returns the process number in the process's own namespace, the last field.
static std::string innerPid(const Process &P) {
  std::string Numbers = statusField(P.Pid, "NSpid");
  size_t Last = Numbers.find_last_of("\t ");
  if (Numbers.empty())
    return std::to_string(P.Pid);
  return Last == std::string::npos ? Numbers : Numbers.substr(Last + 1);
}

/// Sets whether connect() waits for room in the queue. It is woken when there
/// is room, so other clients cannot block it permanently.
static void setPatient(int Socket, bool Patient) {
  timeval Time = {0, std::chrono::microseconds(TriesApart).count()};
  int Flags = fcntl(Socket, F_GETFL);
  setsockopt(Socket, SOL_SOCKET, SO_SNDTIMEO, &Time, sizeof(Time));
  fcntl(Socket, F_SETFL, Patient ? Flags & ~O_NONBLOCK : Flags | O_NONBLOCK);
}

/// Connects; root connects as the user of the process, because a process in a
/// user namespace that does not map root would see an unknown user.
static int connectAsOwner(int Socket, const Process &P) {
  sockaddr_un Address = {};
  Address.sun_family = AF_UNIX;
  std::string Name = control::SocketPrefix + innerPid(P);
  memcpy(Address.sun_path + 1, Name.data(),
         std::min(Name.size(), sizeof(Address.sun_path) - 1));
  socklen_t Size = offsetof(sockaddr_un, sun_path) + 1 + Name.size();

  uid_t Owner = 0;
  if (!geteuid()) {
    std::string Users = statusField(P.Pid, "Uid"); // Real, effective, ...
    SmallVector<StringRef, 4> Each;
    SplitString(Users, Each);
    if (Each.size() < 2 || Each[1].getAsInteger(10, Owner))
      Owner = 0;
  }
  bool Changed = Owner && !seteuid(Owner);
  int Result = connect(Socket, reinterpret_cast<sockaddr *>(&Address), Size);
  int Error = errno;
  // The process must not continue without its rights.
  if (Changed && seteuid(0))
    _exit(1);
  errno = Error;
  return Result;
}

//===----------------------------------------------------------------------===//
// One process
//===----------------------------------------------------------------------===//

namespace {

/// Maximum size of one reply, which has a line for each event, and of all
/// replies to a request. Processes of other users may answer without end.
constexpr size_t MaxReply = 16 << 20, MaxReplies = 256 << 20;

class Conversation {
public:
  /// \p Left is the part of MaxReplies that remains for all conversations.
  Conversation(const Process &P, StringRef Request, Clock::time_point End,
               size_t &Left)
      : Request(Request), End(End), Left(Left) {
    Result.From = P;
  }
  ~Conversation() { disconnect(); }
  Conversation(const Conversation &) = delete;

  bool isOver() const { return Over; }
  bool isConnected() const { return IsConnected; }
  /// Connects, and sends the signal when it is due.
  void step();
  /// Reads the available data.
  void read();
  /// The time of the next call of step().
  Clock::time_point next() const { return std::min(Next, End); }
  int socket() const { return Socket; }
  const Answer &answer() const { return Result; }

private:
  void connectAndSend();
  bool sendSignal();
  void tryAgain();
  void finish();
  void fail(const Twine &Text, Answer::Outcome What = Answer::Failed);
  void failWithError() { fail(Result.From.name() + ": " + strerror(errno)); }
  void failForUser();
  void failWithoutSocket();
  void failWithoutAnswer();
  void failWithLongReply();
  void disconnect() {
    if (Socket >= 0)
      close(Socket);
    Socket = -1;
  }

  StringRef Request;
  Clock::time_point End, Next = Clock::now();
  int Socket = -1;
  bool IsConnected = false, Over = false;
  size_t &Left;
  std::string Reply;
  Answer Result;
};

} // namespace

void Conversation::fail(const Twine &Text, Answer::Outcome What) {
  Result.What = What;
  Result.Text = Text.str();
  Over = true;
  disconnect();
}

void Conversation::failForUser() {
  fail(Result.From.name() +
       " belongs to another user: run this as that user or as root");
}

void Conversation::failWithoutSocket() {
  const Process &P = Result.From;
  if (hasEnded(P))
    return fail(P.name() + " has ended", Answer::NotListening);
  if (kill(P.Pid, 0) && errno == EPERM)
    return failForUser();
  fail(P.name() + " does not listen: it counts nothing, was started "
                  "with UDPC_OPTIONS=control=0, has more rights than its user, "
                  "or runs in another container",
       Answer::NotListening);
}

void Conversation::failWithoutAnswer() {
  const Process &P = Result.From;
  if (!Reply.empty())
    return fail(formatv("{0} has not ended its answer in {1} s", P.name(),
                        TimeLimit.count()));
  std::string State = statusField(P.Pid, "State").substr(0, 1);
  if (State == "T" || State == "t")
    return fail(P.name() + " is stopped; nothing was changed");
  fail(formatv("{0} does not answer in {1} s: all its threads block SIGURG, or "
               "one receives it by sigwait; nothing was changed",
               P.name(), TimeLimit.count()));
}

void Conversation::failWithLongReply() {
  bool IsLong = Reply.size() > MaxReply;
  Left += Reply.size();
  Reply = std::string();
  fail(Result.From.name() + (IsLong ? " answers with more than 16 MiB"
                                    : " answers with more than is left of the "
                                      "256 MiB for all answers"));
}

bool Conversation::sendSignal() {
  sigval Value = {};
  Value.sival_int = control::SignalValue;
  if (!sigqueue(Result.From.Pid, SIGURG, Value))
    return true;
  if (errno == EPERM)
    failForUser();
  else if (errno == ESRCH)
    fail(Result.From.name() + " has ended", Answer::NotListening);
  else
    failWithError();
  return false;
}

/// Retries after the process has closed the connection without reading the
/// request, because this client or others were too slow.
void Conversation::tryAgain() {
  disconnect();
  IsConnected = false;
  Next = Clock::now() + TriesApart;
}

/// Connects and sends. Checks that the peer is the process itself, since any
/// process can take a socket name.
void Conversation::connectAndSend() {
  const Process &P = Result.From;
  if (Socket < 0)
    Socket = makeSocket(P);
  if (Socket < 0 && errno == EPERM)
    return fail(P.name() + " is in another network namespace, which only root "
                           "may enter: run this as root, or where the process "
                           "runs");
  if (Socket < 0)
    return failWithError();
  int Failed = connectAsOwner(Socket, P);
  if (Failed && errno == EAGAIN) {
    // The queue is full; the signal makes the process accept.
    if (!sendSignal())
      return;
    setPatient(Socket, true);
    Failed = connectAsOwner(Socket, P);
    int Error = errno;
    setPatient(Socket, false);
    errno = Error;
  }
  if (Failed && (errno == EAGAIN || errno == EINTR)) {
    Next = Clock::now();
    return;
  }
  if (Failed)
    return errno == ECONNREFUSED ? failWithoutSocket() : failWithError();
  ucred Peer = {};
  socklen_t Size = sizeof(Peer);
  if (getsockopt(Socket, SOL_SOCKET, SO_PEERCRED, &Peer, &Size) ||
      Peer.pid != P.Pid)
    return fail("another process listens in place of " + P.name());
  ssize_t Sent = send(Socket, Request.data(), Request.size(), MSG_NOSIGNAL);
  if (Sent < 0 && (errno == EPIPE || errno == ECONNRESET))
    return tryAgain();
  if (Sent != static_cast<ssize_t>(Request.size()))
    return failWithError();
  IsConnected = true;
}

void Conversation::step() {
  auto Now = Clock::now();
  if (Now >= End)
    return failWithoutAnswer();
  if (Now < Next)
    return;
  if (!IsConnected)
    connectAndSend();
  if (Over || !IsConnected)
    return;
  if (!Reply.empty())
    Next = End;
  else if (sendSignal())
    Next = Now + SignalInterval;
}

void Conversation::read() {
  char Piece[65536];
  ssize_t Got = recv(Socket, Piece, sizeof(Piece), 0);
  if (Got < 0 && (errno == EINTR || errno == EAGAIN))
    return;
  if (Got > 0) {
    Reply.append(Piece, Got);
    Left -= std::min(Left, size_t(Got));
    if (!Left || Reply.size() > MaxReply)
      failWithLongReply();
    return;
  }
  // A refused request is not read, so a reset follows the reply.
  if (StringRef(Reply).ends_with("\n"))
    return finish();
  if (!Reply.empty())
    return fail(Result.From.name() + " has cut its answer short");
  tryAgain();
}

void Conversation::finish() {
  auto [First, Rest] = StringRef(Reply).split('\n');
  if (First.starts_with(("error " + Twine(control::Busy)).str()) &&
      Clock::now() + BusyTime < End) {
    Reply.clear();
    return tryAgain();
  }
  if (First.consume_front("error "))
    return fail(Result.From.name() + ": " + First);
  if (!First.consume_front("ok"))
    return fail(Result.From.name() + " answers '" + First + "'");
  Result.Text = (First.trim() + "\n" + Rest).str();
  Over = true;
  disconnect();
}

//===----------------------------------------------------------------------===//
// All processes
//===----------------------------------------------------------------------===//

static void converse(MutableArrayRef<std::unique_ptr<Conversation>> All,
                     function_ref<void(size_t)> Progress) {
  for (;;) {
    std::vector<pollfd> Polls;
    std::vector<Conversation *> Polled;
    std::optional<Clock::time_point> Next;
    for (auto &C : All) {
      if (!C->isOver())
        C->step();
      if (C->isOver())
        continue;
      Next = Next ? std::min(*Next, C->next()) : C->next();
      if (!C->isConnected())
        continue;
      Polls.push_back({C->socket(), POLLIN, 0});
      Polled.push_back(C.get());
    }
    Progress(count_if(All, [](auto &C) { return C->isOver(); }));
    if (!Next)
      return;
    auto Left = std::chrono::ceil<milliseconds>(*Next - Clock::now()).count();
    if (poll(Polls.data(), Polls.size(),
             static_cast<int>(std::max<int64_t>(Left, 0))) <= 0)
      continue;
    for (auto [Poll, C] : zip_equal(Polls, Polled))
      if (Poll.revents)
        C->read();
  }
}

std::vector<Answer> udpc::askProcesses(ArrayRef<Process> Processes,
                                       StringRef Request,
                                       function_ref<void(size_t)> Progress) {
  // Stay below the limit of open files.
  constexpr size_t AtOnce = 256;
  std::vector<Answer> Answers;
  size_t Left = MaxReplies;
  while (!Processes.empty()) {
    auto End = Clock::now() + TimeLimit;
    std::vector<std::unique_ptr<Conversation>> Some;
    for (const Process &P : Processes.take_front(AtOnce))
      Some.push_back(std::make_unique<Conversation>(P, Request, End, Left));
    Processes = Processes.drop_front(Some.size());
    converse(Some, [&](size_t Over) { Progress(Answers.size() + Over); });
    for (auto &C : Some)
      Answers.push_back(C->answer());
  }
  return Answers;
}
