//===- StartStubs.cpp - Code that registers a unit ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/elf/StartStubs.h"
#include "profdata/support/RecordBytes.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <initializer_list>

using namespace llvm;
using namespace udpc;

namespace {
/// Writes x86-64 instructions at an address.
class StubWriter {
public:
  StubWriter(std::string &Bytes, uint64_t Address)
      : Bytes(Bytes), Address(Address) {}
  void raw(std::initializer_list<uint8_t> Code) {
    Bytes.append(reinterpret_cast<const char *>(Code.begin()), Code.size());
  }
  /// Writes an instruction that ends with a displacement to \p Target.
  void relative(std::initializer_list<uint8_t> Code, uint64_t Target) {
    raw(Code);
    appendRecord(Bytes, support::ulittle32_t(
                            uint32_t(Target - (Address + Bytes.size() + 4))));
  }

private:
  std::string &Bytes;
  uint64_t Address;
};
} // namespace

StartStubs udpc::appendStartStubs(std::string &Code, uint64_t Address,
                                  const StubTargets &Targets) {
  StubWriter W(Code, Address);
  auto CallRuntime = [&](uint64_t Function) {
    W.relative({0x48, 0x8b, 0x05}, Function);         // mov (rip), %rax
    W.raw({0x48, 0x85, 0xc0});                        // test %rax, %rax
    W.raw({0x74, 16});                                // je
    W.relative({0x48, 0x8d, 0x3d}, Targets.List);     // lea, %rdi
    W.relative({0x48, 0x8d, 0x35}, Targets.List + 8); // lea, %rsi
    W.raw({0xff, 0xd0});                              // call *%rax
  };
  auto Align = [&] { Code.resize(alignTo(Code.size(), 16), '\xcc'); };
  StartStubs Stubs;
  Align();
  Stubs.Init = Code.size();
  W.raw({0xf3, 0x0f, 0x1e, 0xfa}); // endbr64
  W.raw({0x57, 0x56, 0x52});       // push %rdi, %rsi, %rdx
  CallRuntime(Targets.Register);
  W.raw({0x5a, 0x5e, 0x5f}); // pop %rdx, %rsi, %rdi
  if (Targets.Init)
    W.relative({0xe9}, *Targets.Init); // jmp
  else
    W.raw({0xc3}); // ret
  Align();
  Stubs.Fini = Code.size();
  W.raw({0xf3, 0x0f, 0x1e, 0xfa});
  W.raw({0x48, 0x83, 0xec, 0x08}); // sub $8, %rsp
  if (Targets.Fini)
    W.relative({0xe8}, *Targets.Fini); // call
  CallRuntime(Targets.Unregister);
  W.raw({0x48, 0x83, 0xc4, 0x08}); // add $8, %rsp
  W.raw({0xc3});
  return Stubs;
}
