// Descriptor 2 takes messages while it is the program's standard error.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/system/StandardError.h"
#include "gtest/gtest.h"

using namespace udpc::rt;

static FileIdentity file(uint64_t Node, uint32_t Mode = S_IFREG,
                         int Flags = O_WRONLY) {
  return {true, 1, Node, Mode, Flags};
}

TEST(StandardError, IsWhatItWasAtTheStart) {
  for (uint32_t Mode : {S_IFREG, S_IFCHR, S_IFIFO, S_IFSOCK})
    EXPECT_TRUE(takesMessages(file(7, Mode), file(7, Mode), {}));
  EXPECT_FALSE(takesMessages(file(7), file(8), {}));
  EXPECT_FALSE(takesMessages(file(7), {}, {}));
  EXPECT_FALSE(takesMessages(file(7), {true, 2, 7, S_IFREG, O_WRONLY}, {}));
  EXPECT_FALSE(takesMessages(file(7), file(7, S_IFIFO), {}));
}

TEST(StandardError, MayHaveBeenClosedAtTheStart) {
  EXPECT_FALSE(takesMessages({}, {}, {}));
  EXPECT_FALSE(takesMessages({}, file(8), {}));
  EXPECT_FALSE(takesMessages({}, file(8), file(9)));
}

TEST(StandardError, IsRedirectedWithStandardOutput) {
  for (uint32_t Mode : {S_IFREG, S_IFCHR, S_IFIFO})
    EXPECT_TRUE(takesMessages(file(7), file(8, Mode), file(8, Mode)));
  EXPECT_TRUE(takesMessages({}, file(8, S_IFREG, O_RDWR | O_APPEND),
                            file(8, S_IFREG, O_WRONLY)));
  EXPECT_FALSE(takesMessages(file(7), file(8), file(9)));
  // A connection.
  EXPECT_FALSE(takesMessages(file(7), file(8, S_IFSOCK, O_RDWR),
                             file(8, S_IFSOCK, O_RDWR)));
  // The two ends of a pipe.
  EXPECT_FALSE(takesMessages(file(7), file(8, S_IFIFO, O_WRONLY),
                             file(8, S_IFIFO, O_RDONLY)));
}
