//===- Program.cpp - Programs that commands start -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/process/Program.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

Expected<pid_t> udpc::startProgram(std::vector<std::string> Words,
                                   ProgramOutput Output,
                                   const std::string &Folder) {
  std::vector<char *> Argv;
  for (std::string &Word : Words)
    Argv.push_back(Word.data());
  Argv.push_back(nullptr);
  for (int Signal : {SIGINT, SIGQUIT})
    signal(Signal, SIG_IGN);
  posix_spawnattr_t Attributes;
  posix_spawnattr_init(&Attributes);
  sigset_t Default;
  sigemptyset(&Default);
  sigaddset(&Default, SIGINT);
  sigaddset(&Default, SIGQUIT);
  posix_spawnattr_setsigdefault(&Attributes, &Default);
  posix_spawnattr_setflags(&Attributes, POSIX_SPAWN_SETSIGDEF);
  posix_spawn_file_actions_t Files;
  posix_spawn_file_actions_init(&Files);
  if (Output == ProgramOutput::StandardError)
    posix_spawn_file_actions_adddup2(&Files, STDERR_FILENO, STDOUT_FILENO);
  if (!Folder.empty())
    posix_spawn_file_actions_addchdir_np(&Files, Folder.c_str());
  pid_t Child;
  int Failed =
      posix_spawnp(&Child, Argv[0], &Files, &Attributes, Argv.data(), environ);
  posix_spawn_file_actions_destroy(&Files);
  posix_spawnattr_destroy(&Attributes);
  if (Failed)
    return createStringError(Words[0] + ": " + std::strerror(Failed));
  return Child;
}

Expected<int> udpc::exitStatusOf(pid_t Child) {
  int Status;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return createStringError(std::strerror(errno));
  return WIFSIGNALED(Status) ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status);
}

bool udpc::isPrivilegedProgram(StringRef Path) {
  std::string File = Path.str();
  struct stat Status;
  return getxattr(File.c_str(), "security.capability", nullptr, 0) > 0 ||
         (!stat(File.c_str(), &Status) &&
          (((Status.st_mode & S_ISUID) && Status.st_uid != getuid()) ||
           ((Status.st_mode & S_ISGID) && Status.st_gid != getgid())));
}
