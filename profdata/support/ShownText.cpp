//===- ShownText.cpp - Escapes text from files for terminals --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/support/ShownText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static bool isHarmless(UTF32 C) {
  return C >= 0x20 && !(C >= 0x7f && C <= 0x9f) &&
         C != 0x061c &&                   // Arabic letter mark.
         !(C >= 0x200b && C <= 0x200f) && // Zero width; marks.
         !(C >= 0x2028 && C <= 0x202e) && // Line ends; embeddings.
         !(C >= 0x2060 && C <= 0x206f) && // Zero width; isolates.
         C != 0xfeff;                     // Byte order mark.
}

static std::string escaped(StringRef Text, StringRef Kept) {
  std::string Out;
  const auto *At = reinterpret_cast<const UTF8 *>(Text.begin());
  const auto *End = reinterpret_cast<const UTF8 *>(Text.end());
  while (At != End) {
    const UTF8 *Begin = At;
    UTF32 C;
    if (convertUTF8Sequence(&At, End, &C, strictConversion) != conversionOK) {
      At = Begin + 1;
      Out += "\\x" + utohexstr(*Begin, /*LowerCase=*/true, /*Width=*/2);
    } else if (isHarmless(C) ||
               (C < 0x80 && Kept.contains(static_cast<char>(C)))) {
      Out.append(Begin, At);
    } else if (C < 0x80) {
      Out += "\\x" + utohexstr(C, /*LowerCase=*/true, /*Width=*/2);
    } else {
      Out += "\\u" + utohexstr(C, /*LowerCase=*/true, /*Width=*/4);
    }
  }
  return Out;
}

std::string udpc::shownText(StringRef Text) { return escaped(Text, ""); }

std::string udpc::shownMessage(const Twine &Message) {
  return escaped(Message.str(), "\n\t");
}

std::string udpc::shownLine(StringRef Line) {
  constexpr size_t Most = 120;
  std::string Text;
  raw_string_ostream OS(Text);
  printEscapedString(Line.take_front(Most), OS);
  return Text + (Line.size() > Most ? "..." : "");
}

std::string udpc::oneLine(StringRef Text) {
  std::string Line = Text.str();
  for (char &C : Line)
    if (C == '\n' || C == '\r' || C == '\0')
      C = ' ';
  return Line;
}
