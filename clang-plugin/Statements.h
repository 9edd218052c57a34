//===- Statements.h - Statements of the lines of a spec ---------*- C++ -*-===//
//
// Finds the statements at the lines that a spec names. The passes match debug
// locations with their columns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_CLANG_PLUGIN_STATEMENTS_H
#define UDPC_CLANG_PLUGIN_STATEMENTS_H

#include <string>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace udpc {

struct EventSpec;

/// The statements of \p F at the lines that \p Spec names, as the value of
/// StatementsAttribute (ir/Markers.h); "" if there are none.
std::string statementsOf(clang::FunctionDecl &F, const EventSpec &Spec);

} // namespace udpc

#endif // UDPC_CLANG_PLUGIN_STATEMENTS_H
