//===- StackProfile.h - Values by stacks of source places -------*- C++ -*-===//
//
// The model of flame graphs and pprof: samples, each a stack of code places
// with one value for each type. Event profiles, cache profiles and samples of
// logs are converted to it; the writers of folded stacks, speedscope's JSON and
// pprof's profile.proto read it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_STACKS_STACKPROFILE_H
#define UDPC_PROFDATA_STACKS_STACKPROFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace udpc {

/// A source function with the file of its lines. A function that includes code
/// of another file becomes two.
struct StackFunction {
  std::string Name;
  std::string LinkageName; ///< "" if unknown.
  std::string File;        ///< "" if unknown.
  uint32_t Line = 0;       ///< The line of its definition; 0 if unknown.
};

/// An executable or shared library.
struct StackModule {
  std::string Path;
  std::string BuildId; ///< In hexadecimal; "" if unknown.
  /// The addresses at which it is loaded, and the offset of the loaded part in
  /// the file; 0 if unknown.
  uint64_t Start = 0, Limit = 0, FileOffset = 0;
};

struct StackLine {
  uint32_t Function; ///< Index into StackProfile::functions().
  uint32_t Line = 0; ///< 0 if unknown.

  bool operator<(const StackLine &O) const {
    return std::tie(Function, Line) < std::tie(O.Function, O.Line);
  }
};

/// A place in the code.
struct StackPlace {
  uint32_t Module = UINT32_MAX; ///< Index into modules(); or unknown.
  uint64_t Address = 0;         ///< The address in the process; 0 if unknown.
  /// The innermost inlined function first, then the lines that call it. Never
  /// empty.
  std::vector<StackLine> Lines;

  bool operator<(const StackPlace &O) const {
    return std::tie(Module, Address, Lines) <
           std::tie(O.Module, O.Address, O.Lines);
  }
};

struct StackLabel {
  std::string Key, Text;

  bool operator<(const StackLabel &O) const {
    return std::tie(Key, Text) < std::tie(O.Key, O.Text);
  }
};

/// Values by stack. Not thread-safe.
class StackProfile {
public:
  struct ValueType {
    std::string Name;
    std::string Unit; ///< "count", "bytes", "nanoseconds".
  };
  /// A stack, and the labels that distinguish its samples.
  struct Key {
    std::vector<uint32_t> Places; ///< Indices into places(); innermost first.
    std::vector<StackLabel> Labels;

    bool operator<(const Key &O) const {
      return std::tie(Places, Labels) < std::tie(O.Places, O.Labels);
    }
  };

  std::vector<ValueType> Types;
  std::string Command; ///< "" if unknown, or if there are several.
  /// The start, since 1970, and the duration; 0 if unknown.
  uint64_t StartNanoseconds = 0, Nanoseconds = 0;

  /// Return the number of a function, module or place; equal ones share a
  /// number.
  uint32_t addFunction(const StackFunction &F);
  uint32_t addModule(const StackModule &M);
  uint32_t addPlace(StackPlace P);
  /// Adds \p Value of the type \p Type. Sums saturate at the limits of int64_t.
  void add(const Key &Stack, size_t Type, int64_t Value);
  /// Removes the types whose names \p IsKept rejects, and samples without
  /// values of the others.
  void keepTypes(llvm::function_ref<bool(llvm::StringRef)> IsKept);

  llvm::ArrayRef<StackFunction> functions() const { return Functions; }
  llvm::ArrayRef<StackModule> modules() const { return Modules; }
  llvm::ArrayRef<StackPlace> places() const { return Places; }
  /// All samples. Each has as many values as there are types.
  const std::map<Key, std::vector<int64_t>> &samples() const { return Samples; }
  /// Whether a value is at a limit and may be wrong.
  bool overflowed() const;

private:
  std::vector<StackFunction> Functions;
  std::map<std::tuple<std::string, std::string, std::string>, uint32_t>
      FunctionNumbers;
  std::vector<StackModule> Modules;
  std::map<std::pair<std::string, uint64_t>, uint32_t> ModuleNumbers;
  std::vector<StackPlace> Places;
  std::map<StackPlace, uint32_t> PlaceNumbers;
  std::map<Key, std::vector<int64_t>> Samples;
};

} // namespace udpc

#endif // UDPC_PROFDATA_STACKS_STACKPROFILE_H
