//===- SignatureText.cpp - Reads signatures as text -----------------------===//

#include "passes/spec/SignatureText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace udpc;

static bool isWord(char C) { return isAlnum(C) || C == '_' || C == '$'; }

/// The length of the operator's symbol that \p Rest begins with, or 0. Longer
/// ones come first.
static size_t symbolLength(StringRef Rest) {
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

/// Whether the word `operator` stands at \p At.
static bool isOperator(StringRef Text, size_t At) {
  StringRef Rest = Text.substr(At);
  return Rest.consume_front("operator") && (!At || !isWord(Text[At - 1])) &&
         (Rest.empty() || !isWord(Rest.front()));
}

/// Behind the name of the operator at \p At. A conversion's name reaches to its
/// parameters, which are the last ones.
static size_t endOfOperator(StringRef Text, size_t At) {
  size_t Begin = At + strlen("operator");
  StringRef Rest = Text.substr(Begin);
  if (size_t Length = symbolLength(Rest))
    return Begin + Length;
  if (Rest.starts_with("\"\"")) {
    size_t End = Begin + 2;
    while (End < Text.size() && (isWord(Text[End]) || Text[End] == ' '))
      ++End;
    return End;
  }
  if (!Rest.starts_with(" "))
    return Begin;
  for (StringRef Word : {" new", " delete", " co_await"})
    if (Rest.starts_with(Word) &&
        (Rest.size() == Word.size() || !isWord(Rest[Word.size()]))) {
      size_t End = Begin + Word.size();
      return Text.substr(End).starts_with("[]") ? End + 2 : End;
    }
  size_t Last = Text.rfind('(');
  return Last == StringRef::npos || Last < Begin ? Text.size() : Last;
}

/// Behind what the bracket at \p Open encloses, or npos. In parentheses `<` and
/// `>` may compare, so only what fits closes.
static size_t behindBracket(StringRef Text, size_t Open) {
  SmallVector<char> Closers;
  for (size_t I = Open; I < Text.size(); ++I) {
    if (isOperator(Text, I) && symbolLength(Text.substr(I + 8))) {
      I = endOfOperator(Text, I) - 1;
      continue;
    }
    switch (Text[I]) {
    case '(':
      Closers.push_back(')');
      break;
    case '[':
      Closers.push_back(']');
      break;
    case '<':
      Closers.push_back('>');
      break;
    case '>':
      if (Closers.back() == '>' && Text[I - 1] != '-')
        Closers.pop_back();
      break;
    case ')':
    case ']': {
      auto Closer = find(reverse(Closers), Text[I]);
      if (Closer == Closers.rend())
        return StringRef::npos;
      Closers.erase(std::prev(Closer.base()), Closers.end());
      break;
    }
    }
    if (Closers.empty())
      return I + 1;
  }
  return StringRef::npos;
}

/// Whether \p Rest goes on with a name inside a function: `::L`, ` const::L`.
static bool goesOnInside(StringRef Rest) {
  for (StringRef Word : {" const", " volatile", " &&", " &"})
    Rest.consume_front(Word);
  return Rest.starts_with("::");
}

/// Whether the parenthesis at \p Open belongs to a type: `decltype(X)`.
static bool isOfType(StringRef Text, size_t Open) {
  StringRef Before = Text.take_front(Open).rtrim();
  return Before.ends_with("decltype") || Before.ends_with("__attribute__") ||
         Before.ends_with("alignas");
}

SignatureParts::SignatureParts(StringRef Text) {
  size_t NameBegin = 0, NameEnd = Text.size(), ParametersEnd = Text.size();
  bool IsNested = false;
  for (size_t I = 0; I < Text.size();) {
    char C = Text[I];
    if (isOperator(Text, I)) {
      I = endOfOperator(Text, I);
    } else if (C == '<' || C == '[') {
      size_t End = behindBracket(Text, I);
      I = End == StringRef::npos ? I + 1 : End;
    } else if (C == '(') {
      // `void (*f(int))(long)` declares f in its parentheses.
      if (I && Text[I - 1] == ' ' && Text.substr(I + 1).starts_with("*") &&
          I + 2 < Text.size() && isWord(Text[I + 2])) {
        NameBegin = I += 2;
        IsNested = true;
        continue;
      }
      size_t End = behindBracket(Text, I);
      if (End != StringRef::npos && isOfType(Text, I)) {
        I = End;
        continue;
      }
      if (End != StringRef::npos && goesOnInside(Text.substr(End))) {
        I = Text.find("::", End);
        continue;
      }
      NameEnd = I;
      ParametersEnd = End == StringRef::npos ? Text.size() : End;
      break;
    } else {
      if (C == ' ' || ((C == '*' || C == '&') && I && Text[I - 1] == ' '))
        NameBegin = I + 1;
      ++I;
    }
  }
  NameBegin = std::min(NameBegin, NameEnd);
  Return = Text.take_front(NameBegin);
  Name = Text.slice(NameBegin, NameEnd);
  Parameters = Text.slice(NameEnd, ParametersEnd);
  Qualifiers = Text.drop_front(ParametersEnd);
  // What follows belongs to the type that is returned.
  if (IsNested)
    Qualifiers = Qualifiers.take_until([](char C) { return C == ')'; });
}

std::string udpc::withoutArguments(StringRef Name) {
  std::string Result;
  for (size_t I = 0; I < Name.size();) {
    size_t End = I + 1;
    if (isOperator(Name, I)) {
      End = endOfOperator(Name, I);
    } else if (Name[I] == '<') {
      size_t Behind = behindBracket(Name, I);
      if (Behind != StringRef::npos) {
        I = Behind;
        continue;
      }
    }
    Result += Name.slice(I, End);
    I = End;
  }
  return Result;
}

std::vector<StringRef> udpc::splitParameters(StringRef List) {
  std::vector<StringRef> Result;
  List.consume_front("(");
  List.consume_back(")");
  size_t Begin = 0;
  for (size_t I = 0; I < List.size();) {
    size_t End = StringRef::npos;
    if (StringRef("(<[").contains(List[I]))
      End = behindBracket(List, I);
    if (List[I] == ',') {
      Result.push_back(List.slice(Begin, I).trim());
      Begin = I + 1;
    }
    I = End == StringRef::npos ? I + 1 : End;
  }
  if (!List.substr(Begin).trim().empty())
    Result.push_back(List.substr(Begin).trim());
  return Result;
}

/// Whether \p Type, what stands before a word, leaves a type to be named: not
/// so `const`, `struct` and `std::`.
static bool isWholeType(StringRef Type) {
  Type = Type.trim();
  if (Type.empty() || Type.ends_with("::"))
    return false;
  static constexpr StringRef NotAlone[] = {"const",    "volatile", "restrict",
                                           "register", "struct",   "union",
                                           "enum",     "class",    "typename"};
  SmallVector<StringRef> Words;
  Type.split(Words, ' ', -1, /*KeepEmpty=*/false);
  // `struct` names with the next word, qualifiers with nothing.
  StringRef Last = Words.back();
  if (Last == "const" || Last == "volatile")
    return isWholeType(Type.drop_back(Last.size()));
  return !is_contained(NotAlone, Last);
}

static bool isTypeWord(StringRef Word) {
  static constexpr StringRef Words[] = {
      "void",     "bool",     "char",     "short",    "int",     "long",
      "float",    "double",   "signed",   "unsigned", "_Bool",   "__int128",
      "const",    "volatile", "restrict", "auto",     "wchar_t", "char8_t",
      "char16_t", "char32_t", "_Complex", "_Float16", "__bf16",  "__float128"};
  return is_contained(Words, Word);
}

std::string udpc::withoutName(StringRef Parameter) {
  Parameter = Parameter.trim();
  // The place of the name: inside `(*…)`, before `[`, or at the end.
  size_t End = Parameter.size();
  for (size_t I = 0; I < Parameter.size();) {
    char C = Parameter[I];
    if (C == '=' && I && Parameter[I - 1] == ' ') {
      Parameter = Parameter.take_front(I).rtrim();
      End = std::min(End, Parameter.size());
      break;
    }
    if (C == '(' && (Parameter.substr(I + 1).starts_with("*") ||
                     Parameter.substr(I + 1).starts_with("&"))) {
      size_t NameBegin = Parameter.find_first_not_of("*& ", I + 1);
      size_t NameEnd = NameBegin;
      while (NameEnd < Parameter.size() && isWord(Parameter[NameEnd]))
        ++NameEnd;
      StringRef Name = Parameter.slice(NameBegin, NameEnd);
      if (Name.empty() || isTypeWord(Name))
        return Parameter.str();
      return (Parameter.take_front(NameBegin) + Parameter.substr(NameEnd))
          .str();
    }
    if (C == '[') {
      End = I;
      break;
    }
    size_t Behind =
        C == '<' || C == '(' ? behindBracket(Parameter, I) : StringRef::npos;
    I = Behind == StringRef::npos ? I + 1 : Behind;
  }
  StringRef Declared = Parameter.take_front(End).rtrim();
  size_t Begin = Declared.size();
  while (Begin && isWord(Declared[Begin - 1]))
    --Begin;
  StringRef Name = Declared.substr(Begin), Type = Declared.take_front(Begin);
  if (Name.empty() || isTypeWord(Name) || !isWholeType(Type))
    return Parameter.str();
  return (Type.rtrim() + Parameter.substr(End)).str();
}

/// \p Parameter as the demangler would write it: `const conn *` is
/// `conn const*`.
static std::string likeDemangler(StringRef Parameter) {
  std::string Result;
  if (Parameter.consume_front("const ")) {
    size_t End = 0;
    while (End < Parameter.size() && !StringRef("*&").contains(Parameter[End]))
      End = Parameter[End] == '<'
                ? std::min(behindBracket(Parameter, End), Parameter.size())
                : End + 1;
    Result = End == Parameter.size()
                 ? "const " + Parameter.str()
                 : Parameter.take_front(End).rtrim().str() + " const";
    Parameter = Parameter.drop_front(End);
  }
  for (size_t I = 0; I < Parameter.size(); ++I)
    if (Parameter[I] != ' ' || I + 1 == Parameter.size() ||
        !StringRef("*&").contains(Parameter[I + 1]))
      Result += Parameter[I];
  return Result;
}

/// \p Source without the template arguments that may follow: ` [T = int]`.
static StringRef withoutTail(StringRef Source) {
  Source = Source.trim();
  size_t Tail = Source.rfind(" [");
  return Source.ends_with("]") ? Source.take_front(Tail) : Source;
}

static std::string written(const SignatureParts &Parts,
                           ArrayRef<std::string> Parameters) {
  return (Parts.Name + "(" + join(Parameters, ", ") + ")" + Parts.Qualifiers)
      .str();
}

static std::vector<std::string> typesOf(const SignatureParts &Parts) {
  std::vector<std::string> Types;
  for (StringRef Parameter : splitParameters(Parts.Parameters))
    Types.push_back(withoutName(Parameter));
  return Types;
}

std::vector<std::string> udpc::formsOfSource(StringRef Source) {
  StringRef Text = withoutTail(Source);
  SignatureParts Parts(Text);
  if (Parts.Parameters.empty())
    return {Source.str()};
  std::vector<std::string> Forms = {Source.str(), Text.str(), Parts.Name.str()};
  auto Add = [&](ArrayRef<std::string> Parameters) {
    std::string Form = written(Parts, Parameters);
    Forms.push_back(Parts.Return.str() + Form);
    Forms.push_back(std::move(Form));
  };
  std::vector<std::string> Types = typesOf(Parts), Names;
  for (StringRef Parameter : splitParameters(Parts.Parameters))
    Names.push_back(Parameter.str());
  if (Types.size() == 1 && Types.front() == "void")
    Add({});
  if (Types.empty())
    Add({"void"});
  for (std::vector<std::string> *Parameters : {&Names, &Types}) {
    Add(*Parameters);
    for (std::string &Parameter : *Parameters)
      Parameter = likeDemangler(Parameter);
    Add(*Parameters);
  }
  return Forms;
}

std::string udpc::overloadOfSource(StringRef Source) {
  SignatureParts Parts(withoutTail(Source));
  return written(Parts, typesOf(Parts));
}

/// Whether the star at \p At in \p Parameter can only be a pointer's: it stands
/// behind a type, or in `(*)`.
static bool isPointerStar(StringRef Parameter, size_t At) {
  StringRef Before = Parameter.take_front(At).rtrim();
  StringRef After = Parameter.substr(At + 1);
  if (Before.empty())
    return false;
  if (Before.ends_with("("))
    return After.starts_with(")(") || After.starts_with(") (") ||
           After.starts_with(") [");
  return isWord(Before.back()) || Before.back() == '>' || Before.back() == '*';
}

/// \p Parameter as a glob has it, whose stars are pointers. One that stands for
/// anything makes all of them do so, as in `*Request*`.
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

/// Brackets that hold a number, a tag, or nothing are no choice of characters.
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
  std::string Name = (Parts.Return + Parts.Name).str();
  // `operator*(` multiplies; `operator*` means all operators.
  if (!Parts.Parameters.empty())
    for (StringRef Symbol : {"operator*", "operator->*", "operator*="}) {
      StringRef Start = Name;
      if (Start.consume_back(Symbol) &&
          (Start.empty() || !isWord(Start.back()))) {
        Name.insert(Name.rfind('*'), "\\");
        break;
      }
    }
  std::string Result = escapeBrackets(Name);
  if (Parts.Parameters.ends_with(")")) {
    std::vector<std::string> Globs;
    for (StringRef Parameter : splitParameters(Parts.Parameters))
      Globs.push_back(escapeBrackets(parameterGlob(Parameter)));
    Result += "(" + join(Globs, ", ") + ")";
  } else {
    Result += escapeBrackets(Parts.Parameters);
  }
  return Result + escapeBrackets(Parts.Qualifiers);
}
