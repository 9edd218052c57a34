//===- YamlCheck.cpp - Validates the accepted subset of YAML --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/YamlCheck.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;
using namespace udpc;

//===----------------------------------------------------------------------===//
// Characters
//===----------------------------------------------------------------------===//

namespace {

/// The first invalid character of a text.
struct BadCharacter {
  size_t Offset;
  std::optional<UTF32> Code; ///< None if the bytes are not a character.
};

} // namespace

/// Whether \p C is a C0 or C1 control, DEL, or a separator of lines or
/// paragraphs, which terminals and line-oriented files interpret.
static bool isControl(UTF32 C) {
  return C < 0x20 || (C >= 0x7f && C < 0xa0) || C == 0x2028 || C == 0x2029;
}

static std::optional<BadCharacter>
findBadCharacter(StringRef Text, function_ref<bool(UTF32)> IsBad) {
  const UTF8 *Begin = Text.bytes_begin(), *End = Text.bytes_end();
  for (const UTF8 *At = Begin; At != End;) {
    size_t Offset = At - Begin;
    UTF32 Code = *At;
    if (Code < 0x80)
      ++At;
    else if (convertUTF8Sequence(&At, End, &Code, strictConversion) !=
             conversionOK)
      return BadCharacter{Offset, std::nullopt};
    if (IsBad(Code))
      return BadCharacter{Offset, Code};
  }
  return std::nullopt;
}

static std::string inWords(UTF32 C) {
  return C ? "the control character U+" + utohexstr(C, /*LowerCase=*/false, 4)
           : "a NUL character";
}

bool udpc::checkYamlText(StringRef Text, MistakeHandler Report) {
  std::optional<BadCharacter> Bad = findBadCharacter(Text, [](UTF32 C) {
    return isControl(C) && C != '\t' && C != '\n' && C != '\r';
  });
  if (!Bad)
    return true;
  StringRef Before = Text.take_front(Bad->Offset);
  unsigned Line = Before.count('\n') + 1;
  unsigned Column = Before.size() - (Before.rfind('\n') + 1) + 1;
  if (Bad->Code)
    Report(Line, Column,
           inWords(*Bad->Code) + " is not allowed here; remove it" +
               (*Bad->Code ? "" : ", or save the file as UTF-8"));
  else
    Report(Line, Column,
           "byte 0x" +
               utohexstr(static_cast<uint8_t>(Text[Bad->Offset]),
                         /*LowerCase=*/true, 2) +
               " is not valid UTF-8; save the file as UTF-8");
  return false;
}

std::string udpc::characterMistake(StringRef Value) {
  std::optional<BadCharacter> Bad = findBadCharacter(Value, isControl);
  if (!Bad)
    return "";
  if (!Bad->Code)
    return "an escape that makes no character; write the character itself";
  if (*Bad->Code == '\n' || *Bad->Code == '\r')
    return "a line break; write the text in one line";
  return inWords(*Bad->Code) + "; remove it";
}

std::string udpc::shortened(StringRef Text) {
  constexpr size_t MaxLength = 80;
  if (Text.size() <= MaxLength)
    return Text.str();
  size_t Length = MaxLength;
  // Do not cut within a character.
  while (Length && (Text[Length] & 0xc0) == 0x80)
    --Length;
  return Text.take_front(Length).str() + "...";
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

namespace {

/// Visits all nodes of a document. LLVM's nodes are parsed while they are
/// visited, by recursion, so the depth is limited here.
class StructureCheck {
public:
  StructureCheck(StringRef Text, MistakeHandler Report);
  bool run();

private:
  void report(SMLoc At, const Twine &Message);
  void report(const yaml::Node &N, const Twine &Message) {
    // After a syntax error nodes have no location.
    if (!Stream.failed())
      report(N.getSourceRange().Start, Message);
  }
  void syntaxError(const SMDiagnostic &D);
  /// Returns false if the rest cannot be visited.
  bool visit(yaml::Node *N, unsigned Depth);
  bool visitChildren(yaml::Node *N, unsigned Depth);

  MistakeHandler Report;
  SourceMgr SM;
  yaml::Stream Stream;
  bool IsClean = true;
};

} // namespace

StructureCheck::StructureCheck(StringRef Text, MistakeHandler Report)
    : Report(Report), Stream(Text, SM, /*ShowColors=*/false) {
  SM.setDiagHandler(
      [](const SMDiagnostic &D, void *Self) {
        static_cast<StructureCheck *>(Self)->syntaxError(D);
      },
      this);
}

void StructureCheck::report(SMLoc At, const Twine &Message) {
  IsClean = false;
  auto [Line, Column] =
      At.isValid() ? SM.getLineAndColumn(At) : std::pair(1u, 1u);
  Report(Line, Column, Message);
}

void StructureCheck::syntaxError(const SMDiagnostic &D) {
  IsClean = false;
  std::string Message = D.getMessage().rtrim('.').str();
  size_t Column = std::max(D.getColumnNo(), 0);
  StringRef Line = D.getLineContents();
  StringRef Rest = Line.substr(Column);
  bool BeginsText = !Column || StringRef(" \t[{,").contains(Line[Column - 1]);
  // These characters have a special meaning in YAML, or are invalid.
  if (BeginsText && !Rest.empty() && StringRef("*&@`%").contains(Rest.front()))
    Message =
        ("text that begins with " + Rest.take_front() +
         " must be between quotes, as in \"" +
         shortened(Rest.take_until([](char C) { return C == '"'; }).rtrim()) +
         "\"")
            .str();
  else if (StringRef(Message).starts_with("Unexpected token") ||
           StringRef(Message).starts_with("Got empty alias"))
    Message += "; text with one of []{},:*& in it may need quotes";
  Report(std::max(D.getLineNo(), 1), Column + 1, Message);
}

bool StructureCheck::visit(yaml::Node *N, unsigned Depth) {
  // A spec needs few levels: the root, a list, an item, its place.
  constexpr unsigned MaxDepth = 16;
  if (!N || Stream.failed())
    return false;
  auto Quoted = [](StringRef Sign, StringRef Text) {
    return "'" + Sign.str() + shortened(Text) + "'";
  };
  // LLVM's nodes have the locations of the tokens after anchors, tags and
  // names.
  if (!N->getAnchor().empty())
    report(SMLoc::getFromPointer(N->getAnchor().data() - 1),
           Quoted("&", N->getAnchor()) +
               " is a YAML anchor, which is not supported; write items "
               "out, and put text that begins with & between quotes");
  if (!N->getRawTag().empty())
    report(SMLoc::getFromPointer(N->getRawTag().data()),
           Quoted("", N->getRawTag()) +
               " is a YAML tag, which is not supported; put text that "
               "begins with ! between quotes");
  if (auto *Alias = dyn_cast<yaml::AliasNode>(N))
    report(SMLoc::getFromPointer(Alias->getName().data() - 1),
           Quoted("*", Alias->getName()) +
               " is a YAML alias, which is not supported; put a glob that "
               "begins with * between quotes");
  if (Depth > MaxDepth) {
    report(*N, "nested more than " + Twine(MaxDepth) +
                   " levels deep; put a glob that begins with [ or { between "
                   "quotes");
    return false;
  }
  return visitChildren(N, Depth) && !Stream.failed();
}

bool StructureCheck::visitChildren(yaml::Node *N, unsigned Depth) {
  if (auto *List = dyn_cast<yaml::SequenceNode>(N)) {
    for (yaml::Node &Item : *List)
      if (!visit(&Item, Depth + 1))
        return false;
  } else if (auto *Map = dyn_cast<yaml::MappingNode>(N)) {
    for (yaml::KeyValueNode &Pair : *Map) {
      yaml::Node *Key = Pair.getKey();
      if (!visit(Key, Depth + 1))
        return false;
      auto *Name = dyn_cast<yaml::ScalarNode>(Key);
      if (Name && Name->getRawValue() == "<<")
        report(*Key, "'<<' is a YAML merge key, which is not supported; write "
                     "the keys out in each item");
      if (!visit(Pair.getValue(), Depth + 1))
        return false;
    }
  }
  return true;
}

bool StructureCheck::run() {
  yaml::document_iterator Doc = Stream.begin(), End = Stream.end();
  if (Doc == End || !visit(Doc->getRoot(), 0))
    return IsClean && !Stream.failed();
  if (++Doc != End && !Stream.failed())
    if (yaml::Node *Root = Doc->getRoot())
      report(*Root, "a second document begins here; put everything into one "
                    "document, without '---' between its parts");
  return IsClean && !Stream.failed();
}

bool udpc::checkYamlStructure(StringRef Text, MistakeHandler Report) {
  return StructureCheck(Text, Report).run();
}
