//===- PlaceParser.cpp - Places of events in the spec ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/PlaceParser.h"
#include "profdata/support/PathGlob.h"
#include "spec/EventSpec.h"
#include "spec/SignatureText.h"
#include "spec/YamlReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;
using namespace udpc;

bool udpc::setGlob(YamlReader &R, yaml::Node &N, StringRef Text,
                   SpecEntry &Entry) {
  Entry.Literal = Text.str();
  Entry.Glob =
      Entry.isLine() || Entry.Mangled ? Text.str() : signatureGlob(Text);
  Error E = Entry.isLine() ? PathGlob::create(Entry.Glob).takeError()
                           : GlobPattern::create(Entry.Glob).takeError();
  if (E) {
    R.addError(N, "'" + shortened(Text) +
                      "' is not a glob: " + toString(std::move(E)) +
                      "; write \\[ for a literal bracket");
    return false;
  }
  return true;
}

bool udpc::parseFunction(YamlReader &R, yaml::Node &N, SpecEntry &Entry) {
  static constexpr StringRef Known[] = {"mangled"};
  StringRef Wanted = "a glob over function signatures, as in \"ns::f(*\"";
  yaml::Node *GlobNode = &N;
  std::optional<std::string> Text;
  if (auto *Map = dyn_cast<yaml::MappingNode>(&N)) {
    auto Take = [&](StringRef Name, yaml::Node &, yaml::Node &Value) {
      if (Name != "mangled")
        return false;
      GlobNode = &Value;
      Text = R.scalar(Value, "a glob over linkage names");
      return true;
    };
    if (!R.forEachKey(*Map, Known, Take))
      return false;
    if (!Text) {
      R.addError(N, "expected " + Wanted + ", or \"mangled: _Z*\"");
      return false;
    }
    Entry.Mangled = true;
    Entry.Pattern = "mangled:" + *Text;
  } else {
    Text = R.scalar(N, Wanted);
    if (!Text)
      return false;
    Entry.Pattern = *Text;
    StringRef Rest = *Text;
    if (Rest.consume_front("mangled:")) {
      Entry.Mangled = true;
      Text = Rest.trim().str();
    }
  }
  return setGlob(R, *GlobNode, *Text, Entry);
}

bool udpc::parseLine(YamlReader &R, yaml::Node &N, SpecEntry &Entry) {
  StringRef Wanted = "file:line, file:line:column or file:*";
  std::optional<std::string> Text = R.scalar(N, Wanted);
  if (!Text)
    return false;
  Entry.Pattern = *Text;
  auto IsNumber = [](StringRef S) { return !S.empty() && all_of(S, isDigit); };
  // From the right, since a file name may contain colons.
  auto [Rest, Last] = StringRef(*Text).rsplit(':');
  unsigned Number = 0;
  if (Last == "*") {
    Entry.AllLines = true;
  } else if (!Last.getAsInteger(10, Number) && Number) {
    auto [File, Middle] = Rest.rsplit(':');
    unsigned Line = 0;
    if (!Middle.empty() && !Middle.getAsInteger(10, Line) && Line) {
      Entry.Line = Line;
      Entry.Column = Number;
      Rest = File;
    } else {
      Entry.Line = Number;
    }
  }
  // The rest of `a.c:0:3` and `a.c:3:*` is not a file name.
  if (Rest.empty() || (!Entry.AllLines && !Entry.Line) ||
      IsNumber(Rest.rsplit(':').second)) {
    R.addError(N, "'" + shortened(*Text) +
                      "' is no place in a file; expected " + Wanted);
    return false;
  }
  return setGlob(R, N, Rest, Entry);
}

void udpc::parseLoop(YamlReader &R, yaml::Node &N, SpecEntry &Entry) {
  std::optional<std::string> Text = R.scalar(N, "executions or iterations");
  if (!Text)
    return;
  Entry.Pattern = *Text;
  if (*Text == "iterations")
    Entry.Kind = Entry.isSpin() ? abi::SiteKind::SpinIteration
                                : abi::SiteKind::LoopIteration;
  else if (*Text != "executions")
    R.addError(N, "unknown kind of loop event '" + shortened(*Text) +
                      "'; expected executions or iterations");
}

bool udpc::parseAddress(YamlReader &R, yaml::Node &N, SpecEntry &Entry) {
  static constexpr StringRef Wanted =
      "symbol+0x10, or the file name of a module, as in libfoo.so+0x1234";
  std::optional<std::string> Text = R.scalar(N, Wanted);
  if (!Text)
    return false;
  Entry.Pattern = *Text;
  // From the right: operators and file names may contain plus signs.
  auto [Name, Offset] = StringRef(*Text).rsplit('+');
  Name = Name.rtrim();
  Entry.Mangled = Name.consume_front("mangled:");
  if (Name.empty() || Offset.trim().getAsInteger(0, Entry.Offset)) {
    R.addError(N, "'" + shortened(*Text) +
                      "' is no place in machine code; expected " + Wanted);
    return false;
  }
  return setGlob(R, N, Name, Entry);
}

std::optional<std::string> udpc::parseNames(YamlReader &R, yaml::Node &N,
                                            StringRef Wanted) {
  std::optional<std::string> Text = R.scalar(N, Wanted);
  if (!Text)
    return std::nullopt;
  if (Expected<GlobPattern> G = GlobPattern::create(*Text); !G) {
    R.addError(N, "'" + shortened(*Text) +
                      "' is not a glob: " + toString(G.takeError()));
    return std::nullopt;
  }
  return Text;
}

void udpc::parseBeginning(YamlReader &R, yaml::Node &N, SpecEntry &Entry) {
  static constexpr StringRef Wanted =
      "file:line, where the loop or return statement begins";
  std::optional<std::string> Text = R.scalar(N, Wanted);
  if (!Text)
    return;
  auto [File, Line] = StringRef(*Text).rsplit(':');
  if (File.empty() || Line.getAsInteger(10, Entry.Line) || !Entry.Line)
    R.addError(N, "'" + shortened(*Text) +
                      "' is no place in a file; expected " + Wanted);
  Entry.AtFile = File.str();
}
