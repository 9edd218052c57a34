//===- SignatureText.cpp - Parses function globs of a spec ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/SignatureText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace udpc;

static bool isWord(char C) { return isAlnum(C) || C == '_' || C == '$'; }

/// Returns the length of the operator symbol at the start of \p Rest, or 0.
static size_t symbolLength(StringRef Rest) {
  // Longer symbols first.
  static constexpr StringRef Symbols[] = {
      "<=>", "<<=", ">>=", "->*", "()", "[]", "<<", ">>", "<=", ">=",
      "->",  "==",  "!=",  "&&",  "||", "++", "--", "+=", "-=", "*=",
      "/=",  "%=",  "^=",  "&=",  "|=", "<",  ">",  "+",  "-",  "*",
      "/",   "%",   "^",   "&",   "|",  "~",  "!",  "=",  ","};
  for (StringRef Symbol : Symbols)
    if (Rest.starts_with(Symbol))
      return Symbol.size();
  return 0;
}

/// Whether the word `operator` is at \p At.
static bool isOperator(StringRef Text, size_t At) {
  StringRef Rest = Text.substr(At);
  return Rest.consume_front("operator") && (!At || !isWord(Text[At - 1])) &&
         (Rest.empty() || !isWord(Rest.front()));
}

/// Returns the position after the name of the operator at \p At, or before the
/// first bracket in it: `operator std::function<int ()>`.
static size_t endOfOperator(StringRef Text, size_t At) {
  size_t Begin = At + strlen("operator");
  if (size_t Length = symbolLength(Text.substr(Begin)))
    return Begin + Length;
  return std::min(Text.find_first_of("(<[", Begin), Text.size());
}

/// Returns the position after the bracket that closes the one at \p Open, or
/// npos. In parentheses `<` and `>` may be comparisons, so only a matching
/// bracket closes.
static size_t behindBracket(StringRef Text, size_t Open) {
  SmallVector<char> Closers;
  for (size_t I = Open; I < Text.size(); ++I) {
    char C = Text[I];
    if (isOperator(Text, I) && symbolLength(Text.substr(I + 8))) {
      I = endOfOperator(Text, I) - 1;
    } else if (size_t Kind = StringRef("([<").find(C);
               Kind != StringRef::npos) {
      Closers.push_back(")]>"[Kind]);
    } else if (C == '>' && Closers.back() == '>' && Text[I - 1] != '-') {
      Closers.pop_back();
    } else if (C == ')' || C == ']') {
      auto Closer = find(reverse(Closers), C);
      if (Closer == Closers.rend())
        return StringRef::npos;
      Closers.erase(std::prev(Closer.base()), Closers.end());
    }
    if (Closers.empty())
      return I + 1;
  }
  return StringRef::npos;
}

/// Returns the position after the operator's name, the brackets or the
/// character at \p At.
static size_t behind(StringRef Text, size_t At) {
  if (isOperator(Text, At))
    return endOfOperator(Text, At);
  size_t End = StringRef("(<[").contains(Text[At]) ? behindBracket(Text, At)
                                                   : StringRef::npos;
  return End == StringRef::npos ? At + 1 : End;
}

SignatureParts::SignatureParts(StringRef Text) {
  size_t WordBegin = 0, NameBegin = 0;
  size_t NameEnd = Text.size(), ParametersEnd = Text.size();
  for (size_t I = 0, Behind; I < Text.size(); I = Behind) {
    Behind = behind(Text, I);
    char C = Text[I];
    if (C == '(') {
      // The last parentheses count: earlier ones belong to enclosing types or
      // functions.
      NameBegin = WordBegin;
      NameEnd = I;
      // The parentheses may be unclosed.
      ParametersEnd = Behind = Behind == I + 1 ? Text.size() : Behind;
    } else if (C == ' ' ||
               ((C == '*' || C == '&') && I && Text[I - 1] == ' ')) {
      WordBegin = I + 1;
    }
  }
  // The name continues: `outer()::Local::get`.
  StringRef Rest = Text.drop_front(ParametersEnd);
  if (Rest.take_until([](char C) { return C == '['; }).contains("::"))
    NameEnd = ParametersEnd = Text.size();
  if (NameEnd == Text.size())
    NameBegin = WordBegin;
  Return = Text.take_front(NameBegin);
  Name = Text.slice(NameBegin, NameEnd);
  Parameters = Text.slice(NameEnd, ParametersEnd);
  Qualifiers = Text.drop_front(ParametersEnd);
}

std::string udpc::withoutArguments(StringRef Name) {
  std::string Result;
  for (size_t I = 0, Behind; I < Name.size(); I = Behind) {
    Behind = behind(Name, I);
    if (Name[I] != '<' || Behind == I + 1)
      Result += Name.slice(I, Behind);
  }
  return Result;
}

/// Returns the trimmed parameters in \p List, which has parentheses.
static SmallVector<StringRef> splitParameters(StringRef List) {
  SmallVector<StringRef> Result;
  List.consume_front("(");
  List.consume_back(")");
  size_t Begin = 0;
  for (size_t I = 0; I < List.size(); I = behind(List, I))
    if (List[I] == ',') {
      Result.push_back(List.slice(Begin, I).trim());
      Begin = I + 1;
    }
  if (!List.substr(Begin).trim().empty())
    Result.push_back(List.substr(Begin).trim());
  return Result;
}

/// Whether a declarator begins at \p At: `*`, `&` or `(*`.
static bool isDeclarator(StringRef Text, size_t At) {
  StringRef Rest = Text.substr(At);
  Rest.consume_front("(");
  return Rest.starts_with("*") || Rest.starts_with("&");
}

/// Returns \p Parameter in the demangler's spelling: `const conn *` becomes
/// `conn const*`.
static std::string likeDemangler(StringRef Parameter) {
  std::string Result;
  StringRef Type = Parameter;
  if (Type.consume_front("const ")) {
    size_t End = 0;
    while (End < Type.size() && !isDeclarator(Type, End))
      End = behind(Type, End);
    if (End < Type.size()) {
      Result = (Type.take_front(End).rtrim() + " const").str();
      Parameter = Type.drop_front(End);
      if (Parameter.starts_with("("))
        Result += ' ';
    }
  }
  for (size_t I = 0; I < Parameter.size(); ++I) {
    StringRef Rest = Parameter.substr(I);
    if (Rest.starts_with(" *") || Rest.starts_with(" &"))
      continue;
    if (Rest.starts_with("const") && StringRef(Result).ends_with("*"))
      Result += ' ';
    Result += Parameter[I];
  }
  return Result;
}

/// Whether the star at \p At in \p Parameter can only be a pointer: it follows
/// a type, or is in `(*)` or `(*name)`.
static bool isPointerStar(StringRef Parameter, size_t At) {
  StringRef Before = Parameter.take_front(At).rtrim();
  StringRef After = Parameter.substr(At + 1);
  if (Before.empty())
    return false;
  if (Before.ends_with("(")) {
    After = After.drop_while(isWord);
    return After.starts_with(")(") || After.starts_with(") (") ||
           After.starts_with(") [");
  }
  return isWord(Before.back()) || Before.back() == '>' || Before.back() == '*';
}

/// Returns \p Parameter as a glob in which stars are pointers. If one star is a
/// wildcard, all are, as in `*Request*`.
static std::string parameterGlob(StringRef Parameter) {
  for (size_t I = 0; I < Parameter.size(); ++I)
    if (Parameter[I] == '\\' ||
        (Parameter[I] == '*' && !isPointerStar(Parameter, I)))
      return Parameter.str();
  std::string Result;
  for (char C : likeDemangler(Parameter)) {
    if (C == '*')
      Result += '\\';
    Result += C;
  }
  return Result;
}

/// Escapes brackets that contain a number, a tag or nothing: they are literal.
static std::string escapeBrackets(StringRef Text) {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '\\' && I + 1 < Text.size()) {
      Result += Text[I++];
    } else if (Text[I] == '[') {
      StringRef Inner = Text.substr(I + 1);
      size_t End = Inner.find(']');
      Inner = Inner.take_front(End);
      if (End != StringRef::npos &&
          (all_of(Inner, isDigit) || Inner.starts_with("abi:"))) {
        Result += ("\\[" + Inner + "\\]").str();
        I += End + 1;
        continue;
      }
    }
    Result += Text[I];
  }
  return Result;
}

std::string udpc::signatureGlob(StringRef Text) {
  SignatureParts Parts(Text);
  std::string Glob = (Parts.Return + Parts.Name).str();
  // `operator*(` is multiplication; `operator*` matches all operators.
  if (!Parts.Parameters.empty())
    for (StringRef Symbol : {"operator*", "operator->*", "operator*="}) {
      StringRef Start = Glob;
      if (Start.consume_back(Symbol) &&
          (Start.empty() || !isWord(Start.back()))) {
        Glob.insert(Glob.rfind('*'), "\\");
        break;
      }
    }
  if (Parts.Parameters.ends_with(")")) {
    SmallVector<std::string> Globs;
    for (StringRef Parameter : splitParameters(Parts.Parameters))
      Globs.push_back(parameterGlob(Parameter));
    Glob += "(" + join(Globs, ", ") + ")";
  } else {
    Glob += Parts.Parameters;
  }
  return escapeBrackets(Glob + Parts.Qualifiers.str());
}

/// Replaces all \p Old in \p Text by \p New.
static void replaceAll(std::string &Text, StringRef Old, StringRef New) {
  for (size_t At = 0; (At = Text.find(Old, At)) != std::string::npos;
       At += New.size())
    Text.replace(At, Old.size(), New);
}

std::string udpc::withoutDefaults(StringRef Text) {
  std::string Result = Text.str();
  for (StringRef Inline : {"std::__cxx11::", "std::__1::"})
    replaceAll(Result, Inline, "std::");
  replaceAll(Result, " >", ">");
  for (StringRef Default :
       {", std::allocator<", ", std::char_traits<", ", std::default_delete<",
        ", std::equal_to<", ", std::hash<", ", std::less<"})
    for (size_t At; (At = Result.find(Default)) != std::string::npos;) {
      size_t End = behindBracket(Result, At + Default.size() - 1);
      if (End == StringRef::npos)
        return Text.str();
      Result.erase(At, End - At);
    }
  for (auto [Prefix, Character] : {std::pair("", "char"),
                                   {"w", "wchar_t"},
                                   {"u8", "char8_t"},
                                   {"u16", "char16_t"},
                                   {"u32", "char32_t"}})
    for (StringRef Name : {"string", "string_view"})
      replaceAll(Result, ("std::basic_" + Name + "<" + Character + ">").str(),
                 (Twine("std::") + Prefix + Name).str());
  return Result;
}
