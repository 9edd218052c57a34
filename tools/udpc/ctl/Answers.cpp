//===- Answers.cpp - Prints the replies to udpc ctl -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/ctl/Answers.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;
using namespace udpc;

namespace {
struct StatusLine {
  std::string Event, State;
  int64_t Count = 0;
};
} // namespace

static std::vector<StatusLine> statusLines(StringRef Text) {
  std::vector<StatusLine> Lines;
  for (StringRef Line : split(Text.trim('\n'), '\n')) {
    SmallVector<StringRef, 3> Fields;
    Line.split(Fields, '\t');
    StatusLine L;
    if (Fields.size() != 3 || Fields[2].getAsInteger(10, L.Count))
      continue;
    L.Event = Fields[0].str();
    L.State = Fields[1].str();
    Lines.push_back(std::move(L));
  }
  return Lines;
}

std::vector<std::pair<std::string, int64_t>>
udpc::statusCounts(StringRef Text) {
  std::vector<std::pair<std::string, int64_t>> Counts;
  for (StatusLine &L : statusLines(Text))
    Counts.emplace_back(std::move(L.Event), L.Count);
  return Counts;
}

/// Returns the sums by event, in order of first occurrence.
static std::vector<StatusLine> sumOf(ArrayRef<StatusLine> Lines) {
  std::vector<StatusLine> Sums;
  std::map<std::string, size_t> Where;
  for (const StatusLine &L : Lines) {
    auto [It, New] = Where.try_emplace(L.Event, Sums.size());
    if (New) {
      Sums.push_back(L);
      continue;
    }
    StatusLine &Sum = Sums[It->second];
    if (AddOverflow(Sum.Count, L.Count, Sum.Count))
      Sum.Count = L.Count < 0 ? INT64_MIN : INT64_MAX;
    if (Sum.State != L.State)
      Sum.State = "mixed";
  }
  return Sums;
}

/// Prints the status of one process, without a header line.
static void printLines(raw_ostream &OS, ArrayRef<StatusLine> Lines) {
  Table T({}, {Table::Left, Table::Left, Table::Right});
  for (const StatusLine &L : Lines)
    T.add({L.Event, L.State, std::to_string(L.Count)});
  T.print(OS);
}

void udpc::printStatus(raw_ostream &OS, ArrayRef<Answer> Answers,
                       bool WithProcesses) {
  std::vector<std::string> Heads = {"event", "state", "count"};
  std::vector<Table::Align> Aligns = {Table::Left, Table::Left, Table::Right};
  if (WithProcesses) {
    Heads.insert(Heads.begin(), {"pid", "program"});
    Aligns.insert(Aligns.begin(), {Table::Right, Table::Left});
  }
  Table T(Heads, Aligns);
  auto Add = [&](pid_t Pid, StringRef Program, const StatusLine &L) {
    std::vector<std::string> Cells = {L.Event, L.State,
                                      std::to_string(L.Count)};
    if (WithProcesses)
      Cells.insert(Cells.begin(),
                   {Pid ? std::to_string(Pid) : "all", Program.str()});
    T.add(std::move(Cells));
  };
  std::vector<StatusLine> All;
  size_t NumProcesses = 0;
  for (const Answer &A : Answers) {
    if (A.What != Answer::Done)
      continue;
    ++NumProcesses;
    for (const StatusLine &L : statusLines(A.Text)) {
      Add(A.From.Pid, A.From.Program, L);
      All.push_back(L);
    }
  }
  if (WithProcesses && NumProcesses > 1)
    for (const StatusLine &L : sumOf(All))
      Add(0, "", L);
  if (WithProcesses)
    T.print(OS);
  else
    printLines(OS, All);
}

void udpc::printAnswers(raw_ostream &OS, ArrayRef<Answer> Answers) {
  Table T({"pid", "program", "answer"},
          {Table::Right, Table::Left, Table::Left});
  for (const Answer &A : Answers)
    if (A.What == Answer::Done)
      T.add({std::to_string(A.From.Pid), A.From.Program,
             StringRef(A.Text).trim().empty()
                 ? "done"
                 : StringRef(A.Text).trim().str()});
  T.print(OS);
}

std::string udpc::summaryOf(ArrayRef<Answer> Answers) {
  auto Number = [&](Answer::Outcome What) {
    return size_t(
        count_if(Answers, [&](const Answer &A) { return A.What == What; }));
  };
  size_t Done = Number(Answer::Done), Silent = Number(Answer::NotListening);
  std::string Text = "udpc: " + std::to_string(Done) +
                     (Done == 1 ? " process has" : " processes have") +
                     " answered";
  if (size_t Failed = Number(Answer::Failed))
    Text += "; " + std::to_string(Failed) + (Failed == 1 ? " has" : " have") +
            " not";
  if (!Silent)
    return Text;
  Text += "; " + std::to_string(Silent) +
          (Silent == 1 ? " does not listen: " : " do not listen: ");
  constexpr size_t MostNamed = 5;
  size_t Named = 0;
  for (const Answer &A : Answers) {
    if (A.What != Answer::NotListening)
      continue;
    if (Named == MostNamed)
      return Text + ", ...";
    Text += (Named++ ? ", " : "") + std::to_string(A.From.Pid) +
            (A.From.Program.empty() ? "" : " (" + A.From.Program + ")");
  }
  return Text;
}
