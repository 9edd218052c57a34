//===- Screen.cpp - A redrawn terminal ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/watch/Screen.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;
using namespace std::chrono;

/// Signals since the last check. Handlers only set these; ppoll() admits
/// signals only while it waits, so none is missed.
static volatile sig_atomic_t Ended, Resized, Stopped;

static void note(int Signal) {
  if (Signal == SIGWINCH || Signal == SIGCONT)
    Resized = 1;
  else if (Signal == SIGTSTP)
    Stopped = 1;
  else
    Ended = 1;
}

static constexpr int Signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static constexpr int ScreenSignals[] = {SIGWINCH, SIGCONT, SIGTSTP};

/// Handles \p Each by note(), and blocks them. Returns the mask for waiting.
static sigset_t handle(ArrayRef<int> Each) {
  sigset_t Blocked, Waiting;
  sigemptyset(&Blocked);
  for (int Signal : Each) {
    struct sigaction Action = {};
    Action.sa_handler = note;
    sigaction(Signal, &Action, nullptr);
    sigaddset(&Blocked, Signal);
  }
  sigprocmask(SIG_BLOCK, &Blocked, &Waiting);
  for (int Signal : Each)
    sigdelset(&Waiting, Signal);
  return Waiting;
}

static timespec timeLeft(steady_clock::time_point Until) {
  auto Left =
      std::max<nanoseconds>(Until - steady_clock::now(), nanoseconds(0));
  return {static_cast<time_t>(Left.count() / 1000000000),
          static_cast<long>(Left.count() % 1000000000)};
}

bool udpc::waitForSignal(steady_clock::time_point Until) {
  static const sigset_t Waiting = handle(Signals);
  timespec Left = timeLeft(Until);
  ppoll(nullptr, 0, &Left, &Waiting);
  return !Ended;
}

/// Switches to the alternate screen of terminals that have one, without a
/// cursor.
static constexpr char Begin[] = "\x1b[?1049h\x1b[?25l";
static constexpr char End[] = "\x1b[?25h\x1b[?1049l";

/// Handles the signals that a screen waits for. Returns the mask for that wait,
/// which also notices earlier signals.
static const sigset_t &screenMask() {
  static const sigset_t Waiting = [] {
    SmallVector<int, 8> All(std::begin(Signals), std::end(Signals));
    All.append(std::begin(ScreenSignals), std::end(ScreenSignals));
    return handle(All);
  }();
  return Waiting;
}

Screen::Screen() {
  screenMask();
  tcgetattr(STDIN_FILENO, &Before);
  takeOver();
}

Screen::~Screen() { giveBack(); }

void Screen::takeOver() {
  termios Raw = Before;
  // Keys arrive at once and are not echoed. Ctrl-C and Ctrl-Z stay signals.
  Raw.c_lflag &= ~tcflag_t(ICANON | ECHO);
  Raw.c_cc[VMIN] = 0;
  Raw.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSADRAIN, &Raw);
  outs() << Begin;
  outs().flush();
}

void Screen::giveBack() {
  outs() << End;
  outs().flush();
  tcsetattr(STDIN_FILENO, TCSADRAIN, &Before);
}

static winsize sizeNow() {
  winsize Size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &Size) || !Size.ws_row || !Size.ws_col) {
    Size.ws_row = 24;
    Size.ws_col = 80;
  }
  return Size;
}

int Screen::height() const { return sizeNow().ws_row; }
int Screen::width() const { return sizeNow().ws_col; }

/// Returns the longest part of \p Line that fits \p Columns of a terminal.
static StringRef cut(StringRef Line, int Columns) {
  for (size_t End = 0; End < Line.size();) {
    size_t Next = End + 1;
    while (Next < Line.size() && (Line[Next] & 0xc0) == 0x80)
      ++Next;
    Columns -=
        std::max(sys::unicode::columnWidthUTF8(Line.slice(End, Next)), 0);
    if (Columns < 0)
      return Line.take_front(End);
    End = Next;
  }
  return Line;
}

void Screen::show(StringRef Text) {
  winsize Size = sizeNow();
  outs() << "\x1b[H";
  size_t Row = 0;
  for (StringRef Line : split(Text.rtrim('\n'), '\n')) {
    if (Row == Size.ws_row)
      break;
    // Cut lines that the terminal would wrap.
    outs() << (Row ? "\r\n" : "") << cut(Line, Size.ws_col) << "\x1b[K";
    ++Row;
  }
  outs() << "\x1b[J";
  outs().flush();
}

Screen::Event Screen::waitUntil(steady_clock::time_point Until) {
  pollfd Poll = {STDIN_FILENO, POLLIN, 0};
  timespec Left = timeLeft(Until);
  int Ready = ppoll(&Poll, 1, &Left, &screenMask());
  if (Ended)
    return Quit;
  if (Stopped) {
    Stopped = 0;
    giveBack();
    raise(SIGSTOP);
    takeOver();
    return Redraw;
  }
  if (Resized) {
    Resized = 0;
    return Redraw;
  }
  if (Ready <= 0)
    return Time;
  // At end of file the terminal no longer exists.
  if (read(STDIN_FILENO, &LastKey, 1) != 1)
    return Quit;
  return LastKey == 'q' || LastKey == 'Q' ? Quit : Key;
}
