//===- Pragma.cpp - #pragma udpc event(name) ------------------------------===//
//
// The pragma is replaced by the attribute's tokens before the statement or
// function that follows.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "clang/Lex/Pragma.h"
#include "clang/Basic/DiagnosticCategories.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
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
  /// Unregisters the pragma under -E, which prints unhandled pragmas.
  void leave(Preprocessor &PP, Token &First);
  /// Reports an error at \p At and ignores the pragma.
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

void UdpcPragma::leave(Preprocessor &PP, Token &First) {
  PP.RemovePragmaHandler(this);
  // The current pragma has been consumed: re-inject it as an operator.
  SourceLocation Loc = First.getLocation();
  std::string Text = "udpc";
  Token Tok;
  for (PP.LexUnexpandedToken(Tok); Tok.isNot(tok::eod);
       PP.LexUnexpandedToken(Tok))
    Text += (Tok.hasLeadingSpace() ? " " : "") + PP.getSpelling(Tok);
  Text = '"' + Lexer::Stringify(Text) + '"';

  auto Tokens = std::make_unique<Token[]>(4);
  for (Token &T : llvm::MutableArrayRef(Tokens.get(), 4)) {
    T.startToken();
    T.setLocation(Loc);
    T.setLength(1);
  }
  Tokens[0].setIdentifierInfo(PP.getIdentifierInfo("_Pragma"));
  Tokens[0].setKind(tok::identifier);
  Tokens[1].setKind(tok::l_paren);
  Tokens[2].setKind(tok::string_literal);
  PP.CreateString(Text, Tokens[2], Loc, Loc);
  Tokens[3].setKind(tok::r_paren);
  PP.EnterTokenStream(std::move(Tokens), 4, /*DisableMacroExpansion=*/false,
                      /*IsReinject=*/false);
}

void UdpcPragma::HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                              Token &First) {
  if (PP.isPreprocessedOutput())
    return leave(PP, First);
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

  // A name is an identifier, several with . or :: between them, or a string.
  PP.LexUnexpandedToken(Tok);
  Token Name = Tok;
  if (!Tok.getIdentifierInfo() && Tok.isNot(tok::string_literal))
    return reject(
        PP, Tok, "expected a name or a string in '#pragma udpc %0(...)'", What);
  std::string Words;
  PP.LexUnexpandedToken(Tok);
  if (IdentifierInfo *First = Name.getIdentifierInfo()) {
    Words = First->getName().str();
    // For example: cache.hit, net::send
    while (Tok.isOneOf(tok::period, tok::colon, tok::coloncolon)) {
      Words += PP.getSpelling(Tok);
      PP.LexUnexpandedToken(Tok);
      if (IdentifierInfo *Next = Tok.getIdentifierInfo()) {
        Words += Next->getName();
        PP.LexUnexpandedToken(Tok);
      }
    }
  }
  if (Tok.isNot(tok::r_paren))
    return reject(PP, Tok, "expected ')' after the name in '#pragma udpc %0'",
                  What);
  Token Close = Tok;
  PP.LexUnexpandedToken(Tok);
  if (Tok.isNot(tok::eod))
    return reject(PP, Tok, "expected nothing after '#pragma udpc %0(...)'",
                  What);

  if (!Words.empty()) {
    SourceLocation Loc = Name.getLocation();
    Name.startToken();
    Name.setKind(tok::string_literal);
    PP.CreateString('"' + Words + '"', Name, Loc, Loc);
  }
  auto Identifier = [&](const Token &At, StringRef Text, bool LeadingSpace) {
    Token T = At;
    T.setKind(tok::identifier);
    T.setIdentifierInfo(PP.getIdentifierInfo(Text));
    T.setFlagValue(Token::LeadingSpace, LeadingSpace);
    return T;
  };

  // The GNU spelling is accepted in all languages without warnings. -E prints
  // it at the start of the directive.
  Token Attribute = Identifier(Word, "__attribute__", true);
  Attribute.setKind(tok::kw___attribute);
  Token Spelling =
      Identifier(Word, What == "event" ? "udpc_event" : "udpc_spin", false);
  const Token Text[] = {Attribute, Open,  Open,  Spelling, Open,
                        Name,      Close, Close, Close};
  auto Tokens = std::make_unique<Token[]>(std::size(Text));
  llvm::copy(Text, Tokens.get());
  PP.EnterTokenStream(std::move(Tokens), std::size(Text),
                      /*DisableMacroExpansion=*/true, /*IsReinject=*/false);
}

static PragmaHandlerRegistry::Add<UdpcPragma>
    Pragma("udpc", "marks and spin loops by pragma");
