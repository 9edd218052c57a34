//===- ColorOption.h - The option --color -----------------------*- C++ -*-===//
//
// --color of the commands that print text for people.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_OPTIONS_COLOROPTION_H
#define UDPC_TOOLS_UDPC_OPTIONS_COLOROPTION_H

#include "tools/udpc/Command.h"
#include "tools/udpc/output/Terminal.h"

namespace udpc {

/// Accepts "auto", "always" and "never".
class ColorParser : public llvm::cl::parser<std::string> {
public:
  using parser::parser;
  bool parse(llvm::cl::Option &O, llvm::StringRef Name, llvm::StringRef Text,
             std::string &Value) const {
    Value = Text.str();
    return Text != "auto" && Text != "always" && Text != "never" &&
           O.error("auto, always or never, not '" + Text + "'", Name);
  }
};

/// The option, registered for one or two commands. hasColors()
/// (tools/udpc/output/Terminal.h) obeys it.
class ColorOption {
public:
  explicit ColorOption(const Command &First, const Command *Second = nullptr)
      : ColorOption(First, Second ? *Second : First) {}

private:
  ColorOption(const Command &First, const Command &Second)
      : Color("color", llvm::cl::desc("Colours: auto (default) on terminals"),
              llvm::cl::value_desc("auto|always|never"),
              llvm::cl::cb<void, const std::string &>(apply), First, Second) {}

  static void apply(const std::string &Value) {
    setColorMode(Value == "auto"     ? llvm::ColorMode::Auto
                 : Value == "always" ? llvm::ColorMode::Enable
                                     : llvm::ColorMode::Disable);
  }

  llvm::cl::opt<std::string, false, ColorParser> Color;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OPTIONS_COLOROPTION_H
