//===- Summary.cpp - Summary of a run's costs -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/costs/Summary.h"

using namespace udpc;
using namespace udpc::rt;

void rt::addGeometry(TextBuffer &Out, const abi::CacheGeometry &Cache) {
  Out.add(uint64_t(Cache.Size)).add(" B, ");
  Out.add(uint64_t(Cache.LineSize)).add(" B, ");
  if (Cache.Associativity == 1)
    Out.add("direct-mapped");
  else
    Out.add(uint64_t(Cache.Associativity)).add("-way associative");
}

namespace {

/// Numbers of reads, writes, or both.
struct Column {
  uint64_t Refs, L1, LL;

  Column operator+(const Column &C) const {
    return {Refs + C.Refs, L1 + C.L1, LL + C.LL};
  }
};

/// Widths of the columns of numbers, including commas.
struct Widths {
  unsigned All, Reads, Writes;
};

class SummaryText {
public:
  SummaryText(TextBuffer &Out, uint64_t Pid, Widths W)
      : W(W), Out(Out), Pid(Pid) {}

  void begin(const char *Label) {
    Out.add("==").add(Pid).add("== ").add(Label);
  }
  void end() { Out.add('\n'); }

  void numbers(const char *Label, uint64_t All) {
    begin(Label);
    number(All, W.All);
    end();
  }
  void numbers(const char *Label, uint64_t Reads, uint64_t Writes) {
    begin(Label);
    number(Reads + Writes, W.All);
    Out.add("  (");
    number(Reads, W.Reads);
    Out.add(" rd   + ");
    number(Writes, W.Writes);
    Out.add(" wr)");
    end();
  }
  void rate(const char *Label, uint64_t Misses, uint64_t Refs) {
    begin(Label);
    percent(Misses, Refs, 2, W.All);
    Out.add('%');
    end();
  }
  void rates(const char *Label, uint64_t Column::*Misses, const Column &Reads,
             const Column &Writes) {
    Column All = Reads + Writes;
    begin(Label);
    percent(All.*Misses, All.Refs, 1, W.All);
    Out.add("% (");
    percent(Reads.*Misses, Reads.Refs, 1, W.Reads);
    Out.add("%     + ");
    percent(Writes.*Misses, Writes.Refs, 1, W.Writes);
    Out.add("%  )");
    end();
  }

  static unsigned width(uint64_t N) {
    unsigned Digits = 1;
    while (N /= 10)
      ++Digits;
    return Digits + (Digits - 1) / 3;
  }

  void number(uint64_t N, unsigned Width) {
    fill(width(N), Width);
    uint64_t Unit = 1;
    unsigned Digits = 1;
    for (uint64_t Rest = N; Rest /= 10; ++Digits)
      Unit *= 10;
    for (; Digits; --Digits, Unit /= 10) {
      Out.add(static_cast<char>('0' + N / Unit % 10));
      if (Digits % 3 == 1 && Digits != 1)
        Out.add(',');
    }
  }

  /// Writes \p Part / \p Whole as a percentage, rounded, without floating
  /// point.
  void percent(uint64_t Part, uint64_t Whole, unsigned Decimals,
               unsigned Width) {
    // Shifts so that the product fits; three more digits than are shown remain.
    for (; Part >> 44; Part >>= 1)
      Whole >>= 1;
    if (!Whole)
      Whole = 1;
    uint64_t Scale = Decimals == 2 ? 100 : 10;
    uint64_t N = (Part * 100 * Scale + Whole / 2) / Whole;
    fill(width(N / Scale) + 1 + Decimals, Width);
    Out.add(N / Scale).add('.');
    for (Scale /= 10; Scale; Scale /= 10)
      Out.add(static_cast<char>('0' + N / Scale % 10));
  }

  /// Widths of columns; for branches: all, conditional, indirect.
  const Widths W;

private:
  void fill(unsigned Used, unsigned Width) {
    for (; Used < Width; ++Used)
      Out.add(' ');
  }

  TextBuffer &Out;
  uint64_t Pid;
};

} // namespace

static uint64_t larger(uint64_t A, uint64_t B) { return A < B ? B : A; }

/// Returns the widths of the columns. As in Cachegrind, a column is as wide as
/// its largest number.
static Widths widthsOf(const uint64_t *T, bool HasData, bool HasBranches) {
  uint64_t Bc = HasBranches ? T[abi::EventBc] : 0;
  uint64_t Bi = HasBranches ? T[abi::EventBi] : 0;
  uint64_t Dr = HasData ? T[abi::EventDr] : 0;
  uint64_t Dw = HasData ? T[abi::EventDw] : 0;
  return {SummaryText::width(larger(T[abi::EventIr], Bc + Bi)),
          SummaryText::width(larger(Dr, Bc)),
          SummaryText::width(larger(Dw, Bi))};
}

static void addReferences(TextBuffer &Out, uint64_t Pid,
                          const LineCosts &Totals, bool HasCaches,
                          bool HasBranches) {
  const uint64_t *T = Totals.Counts;
  Column I = {T[abi::EventIr], T[abi::EventI1mr], T[abi::EventILmr]};
  Column R = {T[abi::EventDr], T[abi::EventD1mr], T[abi::EventDLmr]};
  Column W = {T[abi::EventDw], T[abi::EventD1mw], T[abi::EventDLmw]};
  SummaryText S(Out, Pid,
                widthsOf(T, /*HasData=*/true, HasCaches && HasBranches));
  S.numbers("I   refs:      ", I.Refs);
  if (!HasCaches)
    return S.numbers("D   refs:      ", R.Refs, W.Refs);
  S.numbers("I1  misses:    ", I.L1);
  S.numbers("LLi misses:    ", I.LL);
  S.rate("I1  miss rate: ", I.L1, I.Refs);
  S.rate("LLi miss rate: ", I.LL, I.Refs);
  S.begin("");
  S.end();
  S.numbers("D   refs:      ", R.Refs, W.Refs);
  S.numbers("D1  misses:    ", R.L1, W.L1);
  S.numbers("LLd misses:    ", R.LL, W.LL);
  S.rates("D1  miss rate: ", &Column::L1, R, W);
  S.rates("LLd miss rate: ", &Column::LL, R, W);
  S.begin("");
  S.end();
  // The last level gets the misses of the first; fetches count as reads.
  S.numbers("LL refs:       ", I.L1 + R.L1, W.L1);
  S.numbers("LL misses:     ", I.LL + R.LL, W.LL);
  S.rates("LL miss rate:  ", &Column::LL, I + R, W);
}

/// Writes the misses of the middle level, if there are any.
static void addMiddleLevel(TextBuffer &Out, uint64_t Pid,
                           const LineCosts &Totals) {
  const uint64_t *T = Totals.Counts;
  Column R = {T[abi::EventIr] + T[abi::EventDr], 0,
              T[abi::EventI2mr] + T[abi::EventD2mr]};
  Column W = {T[abi::EventDw], 0, T[abi::EventD2mw]};
  if (!(R.LL + W.LL))
    return;
  SummaryText S(Out, Pid, widthsOf(T, /*HasData=*/true, /*HasBranches=*/false));
  S.begin("");
  S.end();
  S.numbers("L2 misses:     ", R.LL, W.LL);
  S.rates("L2 miss rate:  ", &Column::LL, R, W);
}

static void addBranches(TextBuffer &Out, uint64_t Pid, const LineCosts &Totals,
                        bool HasCaches) {
  const uint64_t *T = Totals.Counts;
  uint64_t Bc = T[abi::EventBc], Bcm = T[abi::EventBcm], Bi = T[abi::EventBi],
           Bim = T[abi::EventBim];
  SummaryText S(Out, Pid, widthsOf(T, HasCaches, /*HasBranches=*/true));
  auto Numbers = [&](const char *Label, uint64_t Conditional,
                     uint64_t Indirect) {
    S.begin(Label);
    S.number(Conditional + Indirect, S.W.All);
    Out.add("  (");
    S.number(Conditional, S.W.Reads);
    Out.add(" cond + ");
    S.number(Indirect, S.W.Writes);
    Out.add(" ind)");
    S.end();
  };
  S.begin("");
  S.end();
  Numbers("Branches:      ", Bc, Bi);
  Numbers("Mispredicts:   ", Bcm, Bim);
  S.begin("Mispred rate:  ");
  S.percent(Bcm + Bim, Bc + Bi, 1, S.W.All);
  Out.add("% (");
  S.percent(Bcm, Bc, 1, S.W.Reads);
  Out.add("%     + ");
  S.percent(Bim, Bi, 1, S.W.Writes);
  Out.add("%   )");
  S.end();
}

/// Writes how many D1 misses allocations may cause. An allocator writes next to
/// the block that it returns, which is then in the cache. The simulation does
/// not see this, so the program's first access to the block may miss.
static void addAllocations(SummaryText &S, TextBuffer &Out,
                           const LineCosts &Totals, const CallCounts &Calls,
                           bool HasCaches) {
  uint64_t Misses =
      Totals.Counts[abi::EventD1mr] + Totals.Counts[abi::EventD1mw];
  if (!HasCaches || !Calls.Allocations || !Misses)
    return;
  S.begin("Allocations:   ");
  S.number(Calls.Allocations, 0);
  Out.add(" of these, whose accesses are not simulated: ");
  S.percent(Calls.Allocations < Misses ? Calls.Allocations : Misses, Misses, 1,
            0);
  Out.add("% of D1 misses if each causes one");
  S.end();
}

void rt::addSummary(TextBuffer &Out, uint64_t Pid, const LineCosts &Totals,
                    const CallCounts &Calls, bool HasCaches, bool HasBranches) {
  addReferences(Out, Pid, Totals, HasCaches, HasBranches);
  addMiddleLevel(Out, Pid, Totals);
  if (HasBranches)
    addBranches(Out, Pid, Totals, HasCaches);
  if (Calls.NotRecorded) {
    SummaryText S(Out, Pid, {0, 0, 0});
    S.begin("Calls:         ");
    S.number(Calls.NotRecorded, 0);
    Out.add(" were not recorded: too deep, or no memory");
    S.end();
  }
  if (Calls.BeyondContexts) {
    SummaryText S(Out, Pid, {0, 0, 0});
    S.begin("Contexts:      ");
    S.number(Calls.BeyondContexts, 0);
    Out.add(" calls, with all below, are 'others': see max_contexts");
    S.end();
  }
  if (Calls.WithoutCalls) {
    SummaryText S(Out, Pid, {0, 0, 0});
    S.begin("Without calls: ");
    S.percent(Calls.WithoutCalls, Totals.Counts[abi::EventIr], 1, 0);
    Out.add("% of Ir, in code whose calls were not recorded");
    S.end();
  }
  if (!Calls.Unprofiled && !Calls.ThroughPointers)
    return;
  SummaryText S(Out, Pid, {0, 0, 0});
  if (HasCaches) {
    S.begin("");
    S.end();
  }
  S.begin("Not profiled:  ");
  S.number(Calls.Unprofiled, 0);
  Out.add(" of ");
  S.number(Calls.All, 0);
  Out.add(" calls left the profiled code; ");
  S.number(Calls.ThroughPointers, 0);
  Out.add(" went through pointers");
  S.end();
  addAllocations(S, Out, Totals, Calls, HasCaches);
}

void rt::addAssumedCaches(TextBuffer &Out, uint64_t Pid, const char *Options) {
  SummaryText S(Out, Pid, {0, 0, 0});
  S.begin("Caches:        ");
  Out.add(Options).add(
      ", assumed, as the processor does not report them (UDPC_OPTIONS)");
  S.end();
}

void rt::addTime(TextBuffer &Out, uint64_t Pid, uint64_t Samples,
                 uint64_t Unprofiled) {
  SummaryText S(Out, Pid, {0, 0, 0});
  S.begin("Time:          ");
  S.percent(Unprofiled, Samples, 1, 0);
  Out.add("% of ");
  S.number(Samples, 0);
  Out.add(" samples of CPU time are in libraries without a profile");
  S.end();
}
