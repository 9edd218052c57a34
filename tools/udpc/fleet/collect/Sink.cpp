//===- Sink.cpp - Destinations of udpc collect ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/fleet/collect/Sink.h"
#include "tools/udpc/files/OpenFolder.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include <errno.h>
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

namespace {

class FolderSink : public Sink {
public:
  explicit FolderSink(OpenFolder Folder) : Folder(std::move(Folder)) {}
  bool takesRows() const override { return false; }
  Error ship(StringRef Name, StringRef Content) override {
    return Folder.store(Name, Content);
  }

private:
  OpenFolder Folder;
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
  Expected<OpenFolder> Folder = OpenFolder::open(To.str());
  if (!Folder)
    return createStringError("--to: " + toString(Folder.takeError()));
  return std::make_unique<FolderSink>(std::move(*Folder));
}
