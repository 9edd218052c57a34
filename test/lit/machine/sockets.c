// Sockets, epoll and eventfd, with threads that wait for each other by them: the
// same under QEMU.
//
// REQUIRES: machine
// RUN: riscv64-linux-gnu-gcc -O1 -static %s -o %t
// RUN: timeout 60 udpc-machine %t > %t.out 2> %t.err && FileCheck %s < %t.out && count 0 < %t.err
// RUN: timeout 60 udpc-machine --every=9999 --log=%t.log %t | diff %t.out -
// RUN: timeout 60 qemu-riscv64 %t | diff %t.out -
//
// CHECK:      server: ping 4, 127.0.0.1
// CHECK-NEXT: client: pong
// CHECK-NEXT: options: 1 1 1
// CHECK-NEXT: message: abcdef 6, passed 1
// CHECK-NEXT: epoll: 0
// CHECK-NEXT: epoll: 1 1 123456789abcdef0
// CHECK-NEXT: eventfd: 7
// CHECK-NEXT: nonblocking: -1 1

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

static int Listener;

static void *serve(void *P) {
  struct sockaddr_in From;
  socklen_t Size = sizeof(From);
  int Connection = accept(Listener, (struct sockaddr *)&From, &Size);
  char Text[16] = "";
  long Got = recv(Connection, Text, sizeof(Text), 0);
  printf("server: %s %ld, %s\n", Text, Got, inet_ntoa(From.sin_addr));
  send(Connection, "pong", 4, 0);
  close(Connection);
  return NULL;
}

static void connections(void) {
  struct sockaddr_in Address = {AF_INET, 0, {htonl(INADDR_LOOPBACK)}};
  socklen_t Size = sizeof(Address);
  Listener = socket(AF_INET, SOCK_STREAM, 0);
  bind(Listener, (struct sockaddr *)&Address, Size);
  listen(Listener, 5);
  getsockname(Listener, (struct sockaddr *)&Address, &Size);
  pthread_t Server;
  pthread_create(&Server, NULL, serve, NULL);
  usleep(1000);
  int Client = socket(AF_INET, SOCK_STREAM, 0), On = 1, Value = 0;
  connect(Client, (struct sockaddr *)&Address, Size);
  send(Client, "ping", 4, 0);
  char Text[16] = "";
  recvfrom(Client, Text, sizeof(Text), 0, NULL, NULL);
  pthread_join(Server, NULL);
  printf("client: %s\n", Text);
  int Set = setsockopt(Client, SOL_SOCKET, SO_KEEPALIVE, &On, sizeof(On));
  socklen_t Bytes = sizeof(Value);
  getsockopt(Client, SOL_SOCKET, SO_KEEPALIVE, &Value, &Bytes);
  struct sockaddr_in Peer;
  Size = sizeof(Peer);
  getpeername(Client, (struct sockaddr *)&Peer, &Size);
  printf("options: %d %d %d\n", Set == 0, Value,
         Peer.sin_port == Address.sin_port);
}

static void messages(void) {
  int Pair[2], Passed = -1;
  socketpair(AF_UNIX, SOCK_STREAM, 0, Pair);
  struct iovec Out[2] = {{"abc", 3}, {"def", 3}};
  union {
    struct cmsghdr Header;
    char Bytes[CMSG_SPACE(sizeof(int))];
  } Control;
  struct msghdr M = {NULL, 0, Out, 2, &Control, sizeof(Control), 0};
  Control.Header.cmsg_len = CMSG_LEN(sizeof(int));
  Control.Header.cmsg_level = SOL_SOCKET;
  Control.Header.cmsg_type = SCM_RIGHTS;
  memcpy(CMSG_DATA(&Control.Header), &Listener, sizeof(int));
  sendmsg(Pair[0], &M, 0);
  char Text[16] = "";
  struct iovec In = {Text, sizeof(Text)};
  memset(&Control, 0, sizeof(Control));
  struct msghdr R = {NULL, 0, &In, 1, &Control, sizeof(Control), 0};
  long Got = recvmsg(Pair[1], &R, 0);
  memcpy(&Passed, CMSG_DATA(CMSG_FIRSTHDR(&R)), sizeof(int));
  printf("message: %s %ld, passed %d\n", Text, Got,
         Passed != Listener && fcntl(Passed, F_GETFD) >= 0);
}

static int Event;
static void *trigger(void *P) {
  usleep(2000);
  eventfd_write(Event, 7);
  return NULL;
}

static void events(void) {
  int Poll = epoll_create1(0);
  Event = eventfd(0, 0);
  struct epoll_event E = {EPOLLIN, {.u64 = 0x123456789abcdef0}}, Got[4];
  epoll_ctl(Poll, EPOLL_CTL_ADD, Event, &E);
  printf("epoll: %d\n", epoll_wait(Poll, Got, 4, 0));
  pthread_t Thread;
  pthread_create(&Thread, NULL, trigger, NULL);
  int Ready = epoll_wait(Poll, Got, 4, 20000);
  printf("epoll: %d %d %lx\n", Ready, Got[0].events == EPOLLIN,
         (unsigned long)Got[0].data.u64);
  eventfd_t Value;
  eventfd_read(Event, &Value);
  printf("eventfd: %lu\n", (unsigned long)Value);
  pthread_join(Thread, NULL);
  fcntl(Event, F_SETFL, O_NONBLOCK);
  uint64_t Word;
  long Read = read(Event, &Word, 8);
  printf("nonblocking: %ld %d\n", Read, errno == EAGAIN);
}

int main(void) {
  connections();
  messages();
  events();
  return 0;
}
