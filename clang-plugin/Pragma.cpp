//===- Pragma.cpp - #pragma udpc event(name) ------------------------------===//
//
// The pragma is the attribute in other words: its tokens take the pragma's
// place in front of the statement or function that follows.
//
//===----------------------------------------------------------------------===//

#include "clang/Lex/Pragma.h"
#include "clang/Basic/DiagnosticCategories.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;
using llvm::StringRef;

namespace {

class UdpcPragma : public PragmaHandler {
public:
  UdpcPragma() : PragmaHandler("udpc") {}
  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &First) override;

private:
  /// Says what is wrong at \p At and gives the pragma up.
  void reject(Preprocessor &PP, Token &At, StringRef Message,
              StringRef Argument = "");
};

} // namespace

void UdpcPragma::reject(Preprocessor &PP, Token &At, StringRef Message,
                        StringRef Argument) {
  unsigned ID = PP.getDiagnostics().getDiagnosticIDs()->getCustomDiagID(
      {diag::Severity::Warning, Message.str() + "; ignored",
       DiagnosticIDs::CLASS_WARNING, /*ShowInSystemHeader=*/false,
       /*ShowInSystemMacro=*/false, diag::Group::IgnoredPragmas});
  auto Report = PP.Diag(At, ID);
  if (!Argument.empty())
    Report << Argument;
  if (At.isNot(tok::eod))
    PP.DiscardUntilEndOfDirective();
}

void UdpcPragma::HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                              Token &First) {
  Token Tok;
  PP.LexUnexpandedToken(Tok);
  Token Word = Tok;
  IdentifierInfo *Kind = Tok.getIdentifierInfo();
  if (!Kind || (Kind->getName() != "event" && Kind->getName() != "spin"))
    return reject(PP, Tok,
                  "expected 'event(name)' or 'spin(name)' after "
                  "'#pragma udpc'");
  StringRef What = Kind->getName();

  PP.LexUnexpandedToken(Tok);
  if (Tok.isNot(tok::l_paren))
    return reject(PP, Tok, "expected '(' after '#pragma udpc %0'", What);
  Token Open = Tok;

  // A name is one word, or a string.
  PP.LexUnexpandedToken(Tok);
  Token Name = Tok;
  if (IdentifierInfo *Plain = Tok.getIdentifierInfo()) {
    std::string Text = ("\"" + Plain->getName() + "\"").str();
    Name.startToken();
    Name.setKind(tok::string_literal);
    PP.CreateString(Text, Name, Tok.getLocation(), Tok.getLocation());
  } else if (Tok.isNot(tok::string_literal)) {
    return reject(
        PP, Tok, "expected a name or a string in '#pragma udpc %0(...)'", What);
  }
  PP.LexUnexpandedToken(Tok);
  if (Tok.isNot(tok::r_paren))
    return reject(PP, Tok, "expected ')' after the name in '#pragma udpc %0'",
                  What);
  Token Close = Tok;
  PP.LexUnexpandedToken(Tok);
  if (Tok.isNot(tok::eod))
    return reject(PP, Tok, "expected nothing after '#pragma udpc %0(...)'",
                  What);

  // The GNU spelling is taken by all languages, and silently.
  Token Attribute = Word, Spelling = Word;
  Attribute.setKind(tok::kw___attribute);
  Attribute.setIdentifierInfo(PP.getIdentifierInfo("__attribute__"));
  Spelling.setKind(tok::identifier);
  Spelling.setIdentifierInfo(
      PP.getIdentifierInfo(What == "event" ? "udpc_event" : "udpc_spin"));
  auto Tokens = std::make_unique<Token[]>(9);
  const Token Text[] = {Attribute, Open,  Open,  Spelling, Open,
                        Name,      Close, Close, Close};
  std::copy(std::begin(Text), std::end(Text), Tokens.get());
  // -E prints the attribute on a line of its own.
  Tokens[0].setFlag(Token::StartOfLine);
  PP.EnterTokenStream(std::move(Tokens), 9, /*DisableMacroExpansion=*/true,
                      /*IsReinject=*/false);
}

static PragmaHandlerRegistry::Add<UdpcPragma>
    Pragma("udpc", "marks and spin loops by pragma");
