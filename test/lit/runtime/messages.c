// Messages go to descriptor 2 while it is what it was at the start, or if the
// program has redirected it together with descriptor 1. No message goes to a file
// that the program has opened after it has closed standard error.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -I%udpc_src/include -fudpc-spec=s.yaml -fudpc-profile=counts a.c lib.c \
// RUN:   %udpc_lib/udpc/udpc_sampling.o -o a
// RUN: udpc-clang -O2 -I%udpc_src/include -fPIC -shared -fudpc-spec=s.yaml lib.c -o lib.so
// RUN: clang -O2 a.c ./lib.so -o b
//
// RUN: check_silent() { env UDPC_OPTIONS=output=/proc/nope/x ./$p $how 2>err && not test -s err; }
// RUN: each p a b -- each how data append read-write socket pipe closed -- check_silent
// RUN: run_closed() { env UDPC_OPTIONS=output=/proc/nope/x ./$p $how 2>&-; }
// RUN: each p a b -- each how data append read-write socket pipe closed -- run_closed
//
// RUN: check_message() { env UDPC_OPTIONS=output=/proc/nope/x:summary=0 ./$p $how 2>err && FileCheck %s < err; }
// RUN: each p a b -- each how same back -- check_message
// RUN: check_log() { \
// RUN:   rm -f data; \
// RUN:   env UDPC_OPTIONS=output=/proc/nope/x:summary=0 ./$p $how 2>err && \
// RUN:   not test -s err && \
// RUN:   FileCheck %s < data; \
// RUN: }
// RUN: each p a b -- each how log logs -- check_log
// CHECK: {{^}}udpc: warning: cannot write the profile /proc/nope/x:
//
// Those of sampling, too.
// RUN: env UDPC_SAMPLING=none UDPC_OPTIONS=output=x.prof:summary=0 ./a same 2>&1 | FileCheck %s --check-prefix=SAMPLING
// SAMPLING: {{^}}udpc: warning: not sampled: cannot read none{{$}}
// SAMPLING: {{^}}udpc: warning: not sampled: udpc_sampling_start needs `every` above 0{{$}}
//--- s.yaml
version: 1
events:
  - {event: hit, entry: hit}
//--- lib.c
#include <udpc/udpc.h>
void hit(void) { __asm__ volatile(""); }
int dump(void) { return udpc_dump(); }
//--- a.c
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
void hit(void);
int dump(void);
__attribute__((weak)) int udpc_sampling_start(const void *);
static const char Text[] = "precious";

/// Warns.
static void warn(void) {
  hit();
  dump();
  if (udpc_sampling_start)
    udpc_sampling_start(0);
}

static void redirect(const char *How) {
  int Before = dup(2);
  int File = open("data", O_WRONLY | O_CREAT, 0600);
  if (!strcmp(How, "logs")) {
    freopen("data", "a", stdout);
    dup2(1, 2);
  } else if (strcmp(How, "same")) {
    dup2(File, 1);
    dup2(File, 2);
  }
  if (!strcmp(How, "back"))
    dup2(Before, 2);
}

int main(int argc, char **argv) {
  const char *How = argv[1];
  int Ends[2], Other = -1;
  char Found[4096] = "";
  if (strchr("lsb", *How) && strcmp(How, "socket")) {
    redirect(How);
    warn();
    return 0;
  }
  close(2);
  if (!strcmp(How, "socket")) {
    // As inetd, which gives a connection to a program.
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, Ends))
      return 3;
    Other = Ends[1] == 2 ? Ends[0] : Ends[1];
    dup2(2, 1);
  } else if (!strcmp(How, "pipe")) {
    close(1);
    if (pipe2(Ends, O_NONBLOCK) || Ends[0] != 1 || Ends[1] != 2)
      return 4;
    Other = 1;
  } else if (strcmp(How, "closed")) {
    int Flags = O_CREAT | O_TRUNC | (*How == 'd' ? O_WRONLY : O_RDWR);
    Other = open("data", O_RDONLY | O_CREAT, 0600);
    if (Other == 2)
      Other = dup(2), close(2);
    if (open("data", Flags | (*How == 'a' ? O_APPEND : 0), 0600) != 2)
      return 5;
  }
  if (Other >= 0 && write(2, Text, sizeof(Text)) != sizeof(Text))
    return 6;
  warn();
  if (Other >= 0 && read(Other, Found, sizeof(Found)) != sizeof(Text))
    return 7;
  return 0;
}
