//===- Markers.h - Markers of the front end in the IR -----------*- C++ -*-===//
//
// The contract between udpc.h and the clang plugin (clang-plugin/), which emit
// markers, and the finders. EventsPass removes all markers: each becomes a
// count point or nothing.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_IR_MARKERS_H
#define UDPC_IR_MARKERS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace llvm {
class CallInst;
class Function;
class Module;
class Value;
} // namespace llvm

namespace udpc {

/// `void __udpc_mark(const char *Name, unsigned long long Amount)`: control
/// reaches a mark, which counts Amount.
inline constexpr llvm::StringLiteral MarkFunction = "__udpc_mark";
/// The name in udpc.h of the type of Amount.
inline constexpr llvm::StringLiteral AmountType = "__udpc_amount";
/// `void __udpc_spin(const char *Name)`: the innermost loop around the call is
/// declared a spin loop of that name.
inline constexpr llvm::StringLiteral SpinFunction = "__udpc_spin";
/// `void __udpc_return(void)`: control reaches the return statement at the
/// call's location.
inline constexpr llvm::StringLiteral ReturnFunction = "__udpc_return";

/// Annotations of functions: `__attribute__((annotate("udpc-event=x")))` in the
/// front end, function attributes of these names from readMarkers on. Several
/// values are separated by '\n'.
///
/// A mark at the function's entry. The value is its name.
inline constexpr llvm::StringLiteral EventAttribute = "udpc-event";
/// The function's outermost loops are spin loops. The value is their name.
inline constexpr llvm::StringLiteral SpinAttribute = "udpc-spin";
/// The distinct spellings of the function's declaration:
///
///   1. `max(T, T)`: types only, the overload that messages show
///   2. `T max(T, T)`: with the return type
///   3. `T max(T, T) [T = int]`: and with what template parameters stand for
///   4.-6. the same with the parameters' names: `max(T a, T b)`
///   7.-12. the same with parameters as the demangler has them: `conn const*c`
///   13.-15. in C, `(void)` where there are no parameters
///   16. `max`: the name, with the scopes around it
///
/// So the first value is the overload. None is longer than 4 KB.
inline constexpr llvm::StringLiteral SignatureAttribute = "udpc-signature";
/// The lines of the function's return statements, separated by spaces; only in
/// files in which the spec names return statements.
inline constexpr llvm::StringLiteral ReturnsAttribute = "udpc-returns";
/// The statements at the lines that the spec names: `12:3,8` for those that
/// begin in line 12, at columns 3 and 8; `14<13:5` if none begins in line 14,
/// which is part of the one at 13:5. Separated by spaces.
inline constexpr llvm::StringLiteral StatementsAttribute = "udpc-statements";

/// The markers of a module.
struct Markers {
  struct Mark {
    llvm::CallInst *Call; ///< Null for a mark at a function's entry.
    llvm::Function *In;
    std::string Name;
    llvm::Value *Amount; ///< Null if the amount is 1.
  };
  struct Spin {
    llvm::CallInst *Call;
    std::string Name;
  };

  std::vector<Mark> Marks;
  std::vector<Spin> Spins;
  std::vector<llvm::CallInst *> Returns;

  /// The values of \p Attribute on \p F.
  static std::vector<std::string> namesOf(const llvm::Function &F,
                                          llvm::StringRef Attribute);
};

/// Collects the markers of \p M, in module order, and converts annotations to
/// attributes. Malformed markers (a name that is no string literal) are removed
/// with a warning.
Markers readMarkers(llvm::Module &M);

/// Removes all markers. With \p KeepAttributes, the attributes of functions
/// stay, for sites in machine code. Invalidates \p Marks.
void removeMarkers(llvm::Module &M, const Markers &Marks, bool KeepAttributes);

} // namespace udpc

#endif // UDPC_IR_MARKERS_H
