// The table of options in docs/runtime.md agrees with options.inc.

#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <string>

static std::string text(bool B) { return B ? "1" : "0"; }
static std::string text(int N) { return std::to_string(N); }
static std::string text(const char *S) { return S; }

TEST(OptionsDoc, HasEachOption) {
  auto Buffer = llvm::MemoryBuffer::getFile(UDPC_RUNTIME_DOC);
  ASSERT_TRUE(bool(Buffer));
  llvm::StringRef Doc = (*Buffer)->getBuffer();
#define UDPC_NAMED_OPTION(Type, Field, Name, Default, Help)                    \
  {                                                                            \
    std::string Row = "| `" Name "` | `" + text(Default) + "` | " Help " |";   \
    EXPECT_TRUE(Doc.contains(Row)) << Row;                                     \
  }
#include "runtime/options/options.inc"
}
