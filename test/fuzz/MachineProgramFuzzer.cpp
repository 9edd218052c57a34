//===- MachineProgramFuzzer.cpp - Any bytes as a program ------------------===//
//
// What udpc-machine loads. Errors name the file; the code that is entered and
// the stack of what is accepted can be accessed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "tools/machine/linux/ElfLoader.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;
using namespace udpc::machine;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  int FD = memfd_create("program", 0);
  require(FD >= 0 && write(FD, Data, Size) == static_cast<ssize_t>(Size),
          "no memory for a file");
  std::string Path = "/proc/self/fd/" + std::to_string(FD);
  std::unique_ptr<GuestMemory> Memory = cantFail(GuestMemory::create());
  Expected<LoadedProgram> Program = loadProgram(*Memory, Path);
  close(FD);
  if (!Program) {
    requireMessage(Program.takeError(), Path);
    return 0;
  }
  require(Memory->bytes(Program->Entry, 2, MayExecute), "no code to enter");
  Expected<uint64_t> Stack =
      makeStack(*Memory, *Program, {"program", "argument"}, {"A=B"}, 1 << 20);
  if (!Stack) {
    consumeError(Stack.takeError());
    return 0;
  }
  require(*Stack % 16 == 0, "a stack that is not aligned");
  const char *Count = Memory->bytes(*Stack, 8, MayRead | MayWrite);
  require(Count && *Count == 2, "no number of arguments on the stack");
  return 0;
}
