//===- HttpPost.cpp - Posts rows to a server ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/fleet/collect/Sink.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Errno.h"
#include <errno.h>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

/// Returns a socket connected to \p Host, or an error.
static Expected<int> connectTo(const std::string &Host,
                               const std::string &Port) {
  addrinfo Hints = {}, *Found = nullptr;
  Hints.ai_socktype = SOCK_STREAM;
  if (int Wrong = getaddrinfo(Host.c_str(), Port.c_str(), &Hints, &Found))
    return createStringError(Host + ": " + gai_strerror(Wrong));
  scope_exit Free([&] { freeaddrinfo(Found); });
  int Reason = 0;
  for (addrinfo *A = Found; A; A = A->ai_next) {
    int FD =
        socket(A->ai_family, A->ai_socktype | SOCK_CLOEXEC, A->ai_protocol);
    if (FD < 0)
      continue;
    timeval Timeout = {60, 0};
    setsockopt(FD, SOL_SOCKET, SO_SNDTIMEO, &Timeout, sizeof(Timeout));
    setsockopt(FD, SOL_SOCKET, SO_RCVTIMEO, &Timeout, sizeof(Timeout));
    if (!connect(FD, A->ai_addr, A->ai_addrlen))
      return FD;
    Reason = errno;
    close(FD);
  }
  return createStringError(Host + ":" + Port + ": " + sys::StrError(Reason));
}

Error udpc::postOverHttp(StringRef Url, StringRef Body) {
  StringRef Rest = Url;
  Rest.consume_front("http://");
  StringRef Authority, Path;
  std::tie(Authority, Path) = Rest.split('/');
  StringRef Host = Authority, Port = "80";
  // IPv6 addresses are in brackets, so a ':' in them is no separator.
  size_t Colon = Authority.rfind(':');
  if (Colon != StringRef::npos && !Authority.ends_with("]")) {
    Host = Authority.take_front(Colon);
    Port = Authority.drop_front(Colon + 1);
  }
  if (Host.consume_front("["))
    Host.consume_back("]");
  Expected<int> FD = connectTo(Host.str(), Port.str());
  if (!FD)
    return FD.takeError();
  scope_exit Close([&] { close(*FD); });
  auto Failed = [&](const Twine &Why) {
    return createStringError(Authority + ": " + Why);
  };

  std::string Request = ("POST /" + Path + " HTTP/1.1\r\nHost: " + Authority +
                         "\r\nUser-Agent: udpc\r\nContent-Type: "
                         "application/x-ndjson\r\nConnection: close\r\n"
                         "Content-Length: " +
                         Twine(Body.size()) + "\r\n\r\n")
                            .str();
  for (StringRef Part : {StringRef(Request), Body})
    while (!Part.empty()) {
      // MSG_NOSIGNAL: no SIGPIPE if the server has closed the connection.
      ssize_t N = sys::RetryAfterSignal(-1, send, *FD, Part.data(), Part.size(),
                                        MSG_NOSIGNAL);
      if (N < 0)
        return Failed(sys::StrError(errno));
      Part = Part.drop_front(N);
    }
  std::string Answer;
  char Buffer[4096];
  // Ignore the rest of a long answer.
  while (Answer.size() < 65536) {
    ssize_t N = sys::RetryAfterSignal(
        -1, [&] { return recv(*FD, Buffer, sizeof(Buffer), 0); });
    if (N < 0)
      return Failed(sys::StrError(errno));
    if (!N)
      break;
    Answer.append(Buffer, N);
  }
  auto [Head, Text] = StringRef(Answer).split("\r\n\r\n");
  StringRef Line = Head.split("\r\n").first;
  StringRef Status = Line.split(' ').second;
  if (!Line.starts_with("HTTP/1.") || Status.size() < 3)
    return Failed("the answer is not HTTP");
  if (Status.front() == '2')
    return Error::success();
  // A chunked body begins with the chunk's size.
  StringRef Reason = Text.ltrim("0123456789abcdefABCDEF").ltrim();
  return Failed("the answer is " + Status + ": " +
                Reason.take_front(300).split('\n').first.rtrim());
}
