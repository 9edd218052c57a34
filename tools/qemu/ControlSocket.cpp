//===- ControlSocket.cpp - Answers commands while it runs -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/qemu/ControlSocket.h"
#include "tools/qemu/ControlCommands.h"
#include <algorithm>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <vector>

using namespace udpc;
using namespace udpc::qemu;

/// Maximum number of connected clients; others wait until one disconnects.
static constexpr size_t MaxClients = 16;

FileIdentity FileIdentity::of(int File) {
  struct stat Status;
  return fstat(File, &Status) == 0 ? FileIdentity{Status.st_dev, Status.st_ino}
                                   : FileIdentity{};
}

bool FileIdentity::isOf(int File) const {
  struct stat Status;
  return fstat(File, &Status) == 0 && Status.st_dev == Device &&
         Status.st_ino == Inode;
}

int qemu::moveUp(int File) {
  int High = fcntl(File, F_DUPFD_CLOEXEC, 1000);
  if (High < 0)
    return File;
  close(File);
  return High;
}

/// Removes a socket that has no listener. Returns 0 or an error number.
static int removeOld(const sockaddr_un &Address) {
  struct stat Status;
  if (lstat(Address.sun_path, &Status) != 0)
    return errno == ENOENT ? 0 : errno;
  if (!S_ISSOCK(Status.st_mode))
    return EEXIST;
  int Probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (Probe < 0)
    return errno;
  int Result = connect(Probe, reinterpret_cast<const sockaddr *>(&Address),
                       sizeof(Address));
  bool IsOld = Result != 0 && errno == ECONNREFUSED;
  close(Probe);
  if (!IsOld)
    return EADDRINUSE;
  return unlink(Address.sun_path) == 0 ? 0 : errno;
}

int ControlSocket::open(const char *AtPath) {
  sockaddr_un Address = {};
  Address.sun_family = AF_UNIX;
  if (strlen(AtPath) >= sizeof(Address.sun_path))
    return ENAMETOOLONG;
  strcpy(Address.sun_path, AtPath);
  if (int Error = removeOld(Address))
    return Error;
  int Socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (Socket < 0)
    return errno;
  // Restrict access before bind, so that no other user can ever connect.
  struct stat Status;
  if (fchmod(Socket, 0600) != 0 ||
      bind(Socket, reinterpret_cast<sockaddr *>(&Address), sizeof(Address)) !=
          0 ||
      listen(Socket, SOMAXCONN) != 0 || lstat(AtPath, &Status) != 0) {
    int Error = errno;
    close(Socket);
    return Error;
  }
  strcpy(Path, AtPath);
  Name = {Status.st_dev, Status.st_ino};
  Listening = moveUp(Socket);
  File = FileIdentity::of(Listening);
  return 0;
}

int ControlSocket::start(Counters &C, const ReportStyle &S) {
  Memory = &C;
  Style = &S;
  sigset_t All, Old;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &Old);
  pthread_t Thread;
  int Error = pthread_create(&Thread, nullptr, serve, this);
  pthread_sigmask(SIG_SETMASK, &Old, nullptr);
  if (!Error)
    pthread_detach(Thread);
  return Error;
}

void ControlSocket::remove() {
  struct stat Status;
  if (Path[0] && lstat(Path, &Status) == 0 && Status.st_dev == Name.Device &&
      Status.st_ino == Name.Inode)
    unlink(Path);
}

void ControlSocket::leave() {
  if (Listening >= 0 && File.isOf(Listening))
    close(Listening);
  Listening = -1;
  Path[0] = 0;
}

namespace {
/// One connection.
class Client {
public:
  explicit Client(int File) : File(File) {}
  int file() const { return File; }
  /// Reads available bytes and answers each complete line. Returns false if the
  /// connection is to be closed.
  bool serve(Counters &C, const ReportStyle &Style);

private:
  bool answer(const std::string &Line, Counters &C, const ReportStyle &Style);

  int File;
  std::string Begun; ///< A line whose end has not been received.
  bool TooLong = false;
};
} // namespace

bool Client::answer(const std::string &Line, Counters &C,
                    const ReportStyle &Style) {
  std::string Answer = TooLong ? "error: a line of more than " +
                                     std::to_string(MaxCommand) + " characters"
                               : controlUnit(Line, C, Style);
  TooLong = false;
  Answer += '\n';
  // Disconnect a client that does not read its answer within a second.
  for (size_t Sent = 0; Sent != Answer.size();) {
    ssize_t Size = send(File, Answer.data() + Sent, Answer.size() - Sent,
                        MSG_NOSIGNAL | MSG_DONTWAIT);
    pollfd Room = {File, POLLOUT, 0};
    if (Size > 0)
      Sent += size_t(Size);
    else if (errno != EAGAIN || poll(&Room, 1, 1000) != 1)
      return false;
  }
  return true;
}

bool Client::serve(Counters &C, const ReportStyle &Style) {
  char Text[4096];
  ssize_t Size = recv(File, Text, sizeof(Text), MSG_DONTWAIT);
  if (Size <= 0)
    return Size < 0 && errno == EAGAIN;
  for (const char *At = Text, *End = Text + Size; At != End;) {
    const char *Line = At;
    At = std::find(At, End, '\n');
    Begun.append(Line, At);
    TooLong = TooLong || Begun.size() > MaxCommand;
    if (TooLong)
      Begun.clear();
    if (At == End)
      break;
    ++At;
    if (!answer(Begun, C, Style))
      return false;
    Begun.clear();
  }
  return true;
}

void *ControlSocket::serve(void *Self) {
  pthread_setname_np(pthread_self(), "udpc-control");
  static_cast<ControlSocket *>(Self)->serve();
  return nullptr;
}

void ControlSocket::serve() {
  std::vector<Client> Clients;
  std::vector<pollfd> Files;
  for (;;) {
    bool HasRoom = Clients.size() < MaxClients;
    Files.assign(1, {HasRoom ? Listening : -1, POLLIN, 0});
    for (const Client &Each : Clients)
      Files.push_back({Each.file(), POLLIN, 0});
    if (poll(Files.data(), Files.size(), -1) < 0)
      continue;
    for (size_t I = Clients.size(); I-- != 0;)
      if (Files[I + 1].revents && !Clients[I].serve(*Memory, *Style)) {
        close(Clients[I].file());
        Clients.erase(Clients.begin() + ptrdiff_t(I));
      }
    if (!Files[0].revents)
      continue;
    if (!File.isOf(Listening))
      return; // The guest has closed it.
    int New = accept4(Listening, nullptr, nullptr, SOCK_CLOEXEC);
    if (New >= 0)
      Clients.emplace_back(moveUp(New));
  }
}
