//===- Markers.h - What the front end leaves for us in the IR --*- C++ -*-===//
//
// The contract between udpc.h and the clang plugin (clang-plugin/), which put
// markers into the IR, and the finders. Markers do not outlive EventsPass: each
// becomes a count or nothing.
//
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
/// passes a mark, which counts Amount.
inline constexpr llvm::StringLiteral MarkFunction = "__udpc_mark";
/// udpc.h's name for the type of the latter.
inline constexpr llvm::StringLiteral AmountType = "__udpc_amount";
/// `void __udpc_spin(const char *Name)`: the innermost loop around the call is
/// a spin loop, and so called in the source.
inline constexpr llvm::StringLiteral SpinFunction = "__udpc_spin";
/// `void __udpc_return(void)`: control comes to the return statement at the
/// call's place in the source.
inline constexpr llvm::StringLiteral ReturnFunction = "__udpc_return";

/// What is said of whole functions: `__attribute__((annotate("udpc-event=x")))`
/// in the front end, function attributes of these names from readMarkers on.
/// Several values are separated by '\n'.
///
/// A mark at the function's entry; its name.
inline constexpr llvm::StringLiteral EventAttribute = "udpc-event";
/// The function's outermost loops are spin loops; their name.
inline constexpr llvm::StringLiteral SpinAttribute = "udpc-spin";
/// The ways to write the function's declaration, as many as differ:
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
/// The lines of the function's return statements, separated by blanks; on
/// functions in files in which the spec names return statements.
inline constexpr llvm::StringLiteral ReturnsAttribute = "udpc-returns";
/// The statements at the lines that the spec names: `12:3,8` for those that
/// begin in line 12, at columns 3 and 8; `14<13:5` where none begins in line 14
/// but it belongs to the one at 13:5. Separated by blanks.
inline constexpr llvm::StringLiteral StatementsAttribute = "udpc-statements";

struct Markers {
  struct Mark {
    llvm::CallInst *Call; ///< Null for a mark at a function's entry.
    llvm::Function *In;
    std::string Name;
    llvm::Value *Amount; ///< Null is 1.
  };
  struct Spin {
    llvm::CallInst *Call;
    std::string Name;
  };

  std::vector<Mark> Marks;
  std::vector<Spin> Spins;
  std::vector<llvm::CallInst *> Returns;

  /// The names that \p F says of itself by \p Attribute.
  static std::vector<std::string> namesOf(const llvm::Function &F,
                                          llvm::StringRef Attribute);
};

/// Collects the markers of \p M, in the module's order, and turns annotations
/// into attributes. Calls that are no proper markers (a name that is no string
/// literal) are removed with a warning.
Markers readMarkers(llvm::Module &M);

/// Removes all markers; those of functions stay if \p KeepAttributes says so,
/// for what is found in machine code. After that none of \p Marks is valid.
void removeMarkers(llvm::Module &M, const Markers &Marks, bool KeepAttributes);

} // namespace udpc

#endif // UDPC_IR_MARKERS_H
