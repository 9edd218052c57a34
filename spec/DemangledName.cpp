//===- DemangledName.cpp - Demangles and prints parts of a name -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/DemangledName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/ItaniumDemangle.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;
using namespace llvm::itanium_demangle;
using namespace udpc;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

class NodeAllocator {
public:
  void reset() { Memory.Reset(); }
  template <typename T, typename... Args> T *makeNode(Args &&...As) {
    return new (Memory.Allocate<T>()) T(std::forward<Args>(As)...);
  }
  void *allocateNodeArray(size_t Size) {
    return Memory.Allocate(sizeof(Node *) * Size, alignof(Node *));
  }

private:
  BumpPtrAllocator Memory;
};

/// LLVM's parser, corrected for generic lambdas in functions, whose template
/// parameters it drops before it parses the lambda's parameters.
struct Parser : AbstractManglingParser<Parser, NodeAllocator> {
  using AbstractManglingParser::AbstractManglingParser;
  using Base = AbstractManglingParser<Parser, NodeAllocator>;

  Node *parseLocalName(NameState *State) {
    // Only a function's own name has a state and parameters.
    if (!State)
      return Base::parseLocalName(State);
    if (!consumeIf('Z'))
      return nullptr;
    Node *Encoding = parseEncoding();
    if (!Encoding || !consumeIf('E'))
      return nullptr;
    if (consumeIf('d')) {
      parseNumber(true);
      if (!consumeIf('_'))
        return nullptr;
      Node *Name = parseName(State);
      return Name ? make<LocalName>(Encoding, Name) : nullptr;
    }
    Node *Entity = parseName(State);
    if (!Entity)
      return nullptr;
    First = parse_discriminator(First, Last);
    return make<LocalName>(Encoding, Entity);
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

namespace {

/// Prints a name without some of its parts.
class NamePrinter : public OutputBuffer {
public:
  using Arguments = DemangledName::Arguments;
  using Parameters = DemangledName::Parameters;

  NamePrinter(Arguments Args, Parameters Params, bool Lambdas)
      : Args(Args), Params(Params), Lambdas(Lambdas) {}
  ~NamePrinter() override { std::free(getBuffer()); }

  void printLeft(const Node &N) override;
  void printRight(const Node &N) override;

  std::string text() const { return std::string(std::string_view(*this)); }

private:
  bool printShort(const Node &N);
  void printClosure();

  const Arguments Args;
  const Parameters Params;
  const bool Lambdas;
  /// Whether a type is being printed. Types are printed completely: parameters,
  /// and the result type of a conversion.
  bool InType = false;
  const FunctionEncoding *Outermost = nullptr;
  const FunctionEncoding *Function = nullptr;
  const Node *OwnArguments = nullptr;
};

} // namespace

/// Returns the template arguments of the function itself, not those of its
/// classes.
static const Node *ownArguments(const FunctionEncoding &Function) {
  const Node *Name = Function.getName();
  while (Name->getKind() == Node::KLocalName)
    Name = static_cast<const LocalName *>(Name)->Entity;
  if (Name->getKind() != Node::KNameWithTemplateArgs)
    return nullptr;
  const Node *Result = nullptr;
  static_cast<const NameWithTemplateArgs *>(Name)->match(
      [&](const Node *, const Node *Arguments) { Result = Arguments; });
  return Result;
}

static bool isCallOperator(const FunctionEncoding &Function) {
  const Node *Name = Function.getName();
  while (Name->getKind() == Node::KLocalName)
    Name = static_cast<const LocalName *>(Name)->Entity;
  return Name->getBaseName() == "operator()";
}

/// Whether \p Name is a name that clang gives to a lambda: `$_3`.
static bool isNumberedClosure(StringRef Name) {
  return Name.consume_front("$_") && !Name.empty() && all_of(Name, isDigit);
}

void NamePrinter::printClosure() {
  *this += "'lambda'";
  if (Params == Parameters::None)
    return;
  SaveAndRestore Type(InType, true);
  printOpen();
  Function->getParams().printWithComma(*this);
  printClose();
}

/// Prints \p N and returns true if its output differs from LLVM's.
bool NamePrinter::printShort(const Node &N) {
  bool Plain = Args != Arguments::All;
  switch (N.getKind()) {
  case Node::KNameType:
    if (!Lambdas || !Function || !isNumberedClosure(N.getBaseName()) ||
        !isCallOperator(*Function))
      return false;
    printClosure();
    return true;
  case Node::KTemplateArgs:
    return Args == Arguments::None || &N == OwnArguments;
  case Node::KAbiTagAttr:
    if (Plain)
      printLeft(*static_cast<const AbiTagAttr &>(N).Base);
    return Plain;
  case Node::KExpandedSpecialSubstitution:
    if (Args == Arguments::None)
      *this << "std::" << N.getBaseName();
    return Args == Arguments::None;
  case Node::KLiteralOperator:
    if (Plain)
      static_cast<const LiteralOperator &>(N).match([&](const Node *Name) {
        *this += "operator\"\"";
        Name->print(*this);
      });
    return Plain;
  case Node::KClosureTypeName:
    if (Params == Parameters::None)
      static_cast<const ClosureTypeName &>(N).match(
          [&](NodeArray, const Node *, NodeArray, const Node *,
              std::string_view Count) { *this << "'lambda" << Count << "'"; });
    return Params == Parameters::None;
  default:
    return false;
  }
}

void NamePrinter::printLeft(const Node &N) {
  if (N.getKind() == Node::KFunctionEncoding) {
    const auto &Encoding = static_cast<const FunctionEncoding &>(N);
    if (!Outermost)
      Outermost = &Encoding;
    SaveAndRestore OfFunction(Function, &Encoding);
    SaveAndRestore Name(InType, false);
    SaveAndRestore Own(OwnArguments, Args == Arguments::OfClasses
                                         ? ownArguments(Encoding)
                                         : nullptr);
    Encoding.getName()->print(*this);
    return;
  }
  if (!InType && printShort(N))
    return;
  bool IsType = N.getKind() == Node::KConversionOperatorType ||
                N.getKind() == Node::KClosureTypeName ||
                N.getKind() == Node::KTemplateArgs;
  SaveAndRestore Type(InType, InType || IsType);
  OutputBuffer::printLeft(N);
}

void NamePrinter::printRight(const Node &N) {
  if (N.getKind() != Node::KFunctionEncoding)
    return OutputBuffer::printRight(N);
  if (Params == Parameters::None ||
      (Params == Parameters::OfScopes && &N == Outermost))
    return;
  const auto &Encoding = static_cast<const FunctionEncoding &>(N);
  SaveAndRestore Type(InType, true);
  printOpen();
  Encoding.getParams().printWithComma(*this);
  printClose();
  for (auto [Qualifier, Text] :
       {std::pair(QualConst, " const"), std::pair(QualVolatile, " volatile")})
    if (Encoding.getCVQuals() & Qualifier)
      *this += Text;
  if (Encoding.getRefQual() != FrefQualNone)
    *this += Encoding.getRefQual() == FrefQualLValue ? " &" : " &&";
}

//===----------------------------------------------------------------------===//
// The name
//===----------------------------------------------------------------------===//

struct DemangledName::Tree {
  std::string Text; ///< The text that the nodes reference.
  Parser P;
  const Node *Root;

  explicit Tree(StringRef Name)
      : Text(Name), P(Text.data(), Text.data() + Text.size()), Root(P.parse()) {
  }
};

DemangledName::DemangledName(StringRef LinkageName) {
  if (LinkageName.starts_with("_Z") || LinkageName.starts_with("___Z"))
    T = std::make_unique<Tree>(LinkageName);
}

DemangledName::~DemangledName() = default;

bool DemangledName::isValid() const { return T && T->Root; }

bool DemangledName::isFunction() const {
  return isValid() && T->Root->getKind() == Node::KFunctionEncoding;
}

bool DemangledName::isCtorOrDtor() const {
  const Node *N = isValid() ? T->Root : nullptr;
  while (N) {
    switch (N->getKind()) {
    case Node::KCtorDtorName:
      return true;
    case Node::KFunctionEncoding:
      N = static_cast<const FunctionEncoding *>(N)->getName();
      break;
    case Node::KAbiTagAttr:
      N = static_cast<const AbiTagAttr *>(N)->Base;
      break;
    case Node::KLocalName:
      N = static_cast<const LocalName *>(N)->Entity;
      break;
    case Node::KNestedName:
      N = static_cast<const NestedName *>(N)->Name;
      break;
    case Node::KNameWithTemplateArgs:
      static_cast<const NameWithTemplateArgs *>(N)->match(
          [&](const Node *Name, const Node *) { N = Name; });
      break;
    default:
      return false;
    }
  }
  return false;
}

std::string DemangledName::signature() const {
  OutputBuffer Out;
  T->Root->print(Out);
  std::string Text{std::string_view(Out)};
  std::free(Out.getBuffer());
  return Text;
}

std::string DemangledName::print(Arguments Args, Parameters Params,
                                 bool Lambdas) const {
  NamePrinter Printer(Args, Params, Lambdas);
  T->Root->print(Printer);
  return Printer.text();
}
