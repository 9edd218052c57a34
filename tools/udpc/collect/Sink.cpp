//===- Sink.cpp - Where udpc collect ships to -----------------------------===//

#include "tools/udpc/collect/Sink.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

static Error failed(const Twine &What) {
  return createStringError(What + ": " + sys::StrError(errno));
}

static Error writeAll(int FD, StringRef Content, const Twine &Name) {
  while (!Content.empty()) {
    ssize_t N =
        sys::RetryAfterSignal(-1, ::write, FD, Content.data(), Content.size());
    if (N < 0)
      return failed(Name);
    Content = Content.drop_front(N);
  }
  return Error::success();
}

Error udpc::storeFile(const std::string &Path, StringRef Content) {
  std::string Temporary = Path + ".tmp";
  int FD = open(Temporary.c_str(),
                O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (FD < 0)
    return failed(Temporary);
  Error E = writeAll(FD, Content, Temporary);
  if (!E && fsync(FD))
    E = failed(Temporary);
  if (close(FD) && !E)
    E = failed(Temporary);
  if (!E && rename(Temporary.c_str(), Path.c_str()))
    E = failed(Path);
  if (E)
    return E;
  StringRef Folder = sys::path::parent_path(Path);
  int FolderFD = open(Folder.empty() ? "." : Folder.str().c_str(),
                      O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (FolderFD >= 0) {
    fsync(FolderFD);
    close(FolderFD);
  }
  return Error::success();
}

namespace {

class FolderSink : public Sink {
public:
  explicit FolderSink(StringRef Folder) : Folder(Folder.str()) {}
  bool takesRows() const override { return false; }
  Error ship(StringRef Name, StringRef Content) override {
    return storeFile(Folder + "/" + Name.str(), Content);
  }

private:
  std::string Folder;
};

class OutputSink : public Sink {
public:
  bool takesRows() const override { return true; }
  Error ship(StringRef Name, StringRef Content) override {
    return writeAll(STDOUT_FILENO, Content, "standard output");
  }
};

class HttpSink : public Sink {
public:
  explicit HttpSink(StringRef Url) : Url(Url.str()) {}
  bool takesRows() const override { return true; }
  Error ship(StringRef Name, StringRef Content) override {
    return postOverHttp(Url, Content);
  }

private:
  std::string Url;
};

} // namespace

Expected<std::unique_ptr<Sink>> Sink::create(StringRef To) {
  if (To == "-")
    return std::make_unique<OutputSink>();
  if (To.starts_with("http://"))
    return std::make_unique<HttpSink>(To);
  if (To.contains("://"))
    return createStringError("--to: '" + To +
                             "' is neither a folder nor http://...; for "
                             "https, ship to a proxy on this machine");
  if (!sys::fs::is_directory(To))
    return createStringError("--to: there is no folder '" + To + "'");
  return std::make_unique<FolderSink>(To);
}
