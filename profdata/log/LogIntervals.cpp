//===- LogIntervals.cpp - Changes between the snapshots of a log ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/log/LogIntervals.h"
#include "udpc/values.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;
using namespace udpc;

std::optional<double> LogInterval::rate(size_t Event) const {
  if (!Covered || is_contained(Unknown, Event))
    return std::nullopt;
  return double(change(Event)) * 1e9 / double(Covered);
}

/// Returns a snapshot for the beginning of the run, without counts.
static LogSnapshot beginningOf(const LogRun &Run) {
  LogSnapshot S;
  S.Time = Run.Began;
  return S;
}

/// Sets \p Out to the interval from \p Last to \p Now, without changes. Returns
/// false if it has no length.
static bool between(const LogSnapshot &Last, const LogSnapshot &Now,
                    LogInterval &Out) {
  if (Now.Time <= Last.Time)
    return false;
  Out.Begin = Last.Time;
  Out.End = Now.Time;
  Out.Trigger = Now.Trigger;
  Out.Covered = Last.NumResets == Now.NumResets ? Now.Time - Last.Time : 0;
  for (auto [Event, Times] : Now.Written)
    if (Times != Last.timesWritten(Event))
      Out.Unknown.push_back(Event);
  return true;
}

LogSeries udpc::seriesOf(const LogRun &Run) {
  LogSeries Series;
  LogSnapshot Beginning = beginningOf(Run);
  const LogSnapshot *Last = Run.HasBeginning ? &Beginning : nullptr;
  for (const LogSnapshot &S : Run.Snapshots) {
    LogInterval I;
    if (Last && between(*Last, S, I)) {
      for (size_t E = 0; I.Covered && E != S.Counts.size(); ++E)
        I.Changes.push_back(
            values::limitedSubtract(S.Counts[E], Last->count(E)));
      Series.Intervals.push_back(std::move(I));
    }
    Last = &S;
  }
  return Series;
}

std::vector<LogSeries> udpc::threadSeriesOf(const LogRun &Run) {
  struct ThreadState {
    LogSeries Series;
    std::vector<int64_t> Counts;
  };
  std::map<uint32_t, ThreadState> Threads;
  LogSnapshot Beginning = beginningOf(Run);
  const LogSnapshot *Last = Run.HasBeginning ? &Beginning : nullptr;
  for (const LogSnapshot &S : Run.Snapshots) {
    for (const LogThread &T : S.Threads) {
      ThreadState &State = Threads[T.Index];
      State.Series.Thread = T.Index;
      LogInterval I;
      if (Last && between(*Last, S, I)) {
        State.Counts.resize(T.Counts.size());
        for (size_t E = 0; I.Covered && E != T.Counts.size(); ++E)
          I.Changes.push_back(
              values::limitedSubtract(T.Counts[E], State.Counts[E]));
        State.Series.Intervals.push_back(std::move(I));
      }
      State.Counts = T.Counts;
    }
    Last = &S;
  }
  std::vector<LogSeries> Result;
  for (auto &[Index, State] : Threads)
    if (!State.Series.Intervals.empty())
      Result.push_back(std::move(State.Series));
  return Result;
}

/// Extends \p Sum by \p I, which follows it.
static void append(LogInterval &Sum, const LogInterval &I) {
  Sum.End = I.End;
  Sum.Covered += I.Covered;
  Sum.Trigger = I.Trigger;
  if (Sum.Changes.size() < I.Changes.size())
    Sum.Changes.resize(I.Changes.size());
  for (size_t E = 0; E != I.Changes.size(); ++E)
    Sum.Changes[E] = values::limitedAdd(Sum.Changes[E], I.Changes[E]);
  for (uint32_t E : I.Unknown)
    if (!is_contained(Sum.Unknown, E))
      Sum.Unknown.push_back(E);
}

std::vector<LogInterval> udpc::combine(ArrayRef<LogInterval> Intervals,
                                       uint64_t Step) {
  std::vector<LogInterval> Result;
  bool IsFull = true;
  for (const LogInterval &I : Intervals) {
    // The series of threads have gaps.
    if (IsFull || I.Begin != Result.back().End) {
      Result.push_back(I);
    } else {
      append(Result.back(), I);
    }
    IsFull = Result.back().End - Result.back().Begin >= Step;
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Regular intervals
//===----------------------------------------------------------------------===//

/// The minimum number of intervals from which a trigger is known to be regular.
static constexpr size_t LeastRegular = 20;

/// Returns the length of which the fraction \p Part of the intervals are
/// shorter.
static uint64_t quantile(ArrayRef<LogInterval> Intervals, double Part) {
  std::vector<uint64_t> Lengths;
  for (const LogInterval &I : Intervals)
    Lengths.push_back(I.End - I.Begin);
  if (Lengths.empty())
    return 0;
  auto At = Lengths.begin() + size_t(double(Lengths.size() - 1) * Part);
  std::nth_element(Lengths.begin(), At, Lengths.end());
  return *At;
}

/// Whether nine of ten intervals differ from the median length by less than a
/// quarter.
static bool isRegular(ArrayRef<LogInterval> Intervals) {
  double Median = double(quantile(Intervals, 0.5));
  size_t Number = count_if(Intervals, [&](const LogInterval &I) {
    double Length = double(I.End - I.Begin);
    return Length > 0.75 * Median && Length < 1.25 * Median;
  });
  return Number * 10 >= Intervals.size() * 9;
}

/// Joins neighbours until \p IsEnd returns true for the joined interval.
template <typename Function>
static std::vector<LogInterval> join(ArrayRef<LogInterval> Intervals,
                                     Function IsEnd) {
  std::vector<LogInterval> Result;
  bool IsFull = true;
  for (const LogInterval &I : Intervals) {
    if (!I.Covered) {
      IsFull = true;
      continue;
    }
    if (IsFull || I.Begin != Result.back().End)
      Result.push_back(I);
    else
      append(Result.back(), I);
    IsFull = IsEnd(Result.back());
  }
  return Result;
}

/// Returns the intervals of the most frequent trigger that is regular, if any.
static std::vector<LogInterval> byTrigger(ArrayRef<LogInterval> Intervals) {
  std::map<uint32_t, size_t> Numbers;
  for (const LogInterval &I : Intervals)
    ++Numbers[I.Trigger];
  std::vector<LogInterval> Best;
  for (auto [Trigger, Number] : Numbers) {
    if (Number < LeastRegular)
      continue;
    std::vector<LogInterval> Of =
        join(Intervals,
             [T = Trigger](const LogInterval &I) { return I.Trigger == T; });
    if (Of.size() > Best.size() && isRegular(Of))
      Best = std::move(Of);
  }
  return Best;
}

std::vector<LogInterval>
udpc::regularIntervals(ArrayRef<LogInterval> Intervals) {
  std::vector<LogInterval> Result = byTrigger(Intervals);
  if (Result.empty())
    Result = join(Intervals, [](const LogInterval &) { return true; });
  if (!isRegular(Result)) {
    // Use four times the 90 % quantile, so that the delay of one snapshot is a
    // quarter of the interval. If there are few intervals, prefer shorter ones
    // to none.
    uint64_t Total = 0;
    for (const LogInterval &I : Result)
      Total += I.Covered;
    uint64_t Step =
        std::min(4 * quantile(Result, 0.9), Total / (2 * LeastRegular));
    Result = join(Intervals, [&](const LogInterval &I) {
      return I.End - I.Begin >= Step;
    });
  }
  uint64_t Least = quantile(Result, 0.5) / 2;
  erase_if(Result,
           [&](const LogInterval &I) { return I.End - I.Begin < Least; });
  return Result;
}
