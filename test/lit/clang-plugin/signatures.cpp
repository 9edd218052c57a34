// A spec that names parameters or types gets the ways to write each
// function's declaration, types only first; any other spec gets none.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: printf 'version: 1\nevents:\n- {event: e, entry: "*(int fd, *"}\n' > spec.yaml
// RUN: clang++ -fplugin=%clang_plugin -fplugin-arg-udpc-spec=spec.yaml -std=c++20 -S -emit-llvm %s -o a.ll
// RUN: grep -o 'udpc-signature=[^"]*' a.ll | sed 's/\\0A/ | /g' | sort > a.txt && FileCheck %s < a.txt
// Again, from another folder.
// RUN: mkdir sub
// RUN: cd sub
// RUN: clang++ -fplugin=%clang_plugin -fplugin-arg-udpc-spec=../spec.yaml -std=c++20 -S -emit-llvm %s -o b.ll
// RUN: cd %t && grep -o 'udpc-signature=[^"]*' sub/b.ll | sed 's/\\0A/ | /g' | sort | diff a.txt -
// RUN: clang -x c -std=c23 -fplugin=%clang_plugin -fplugin-arg-udpc-spec=spec.yaml -DPLAIN_C -S -emit-llvm %s -o - \
// RUN:   | grep -o 'udpc-signature=[^"]*' | sed 's/\\0A/ | /g' | FileCheck --check-prefix=C %s
// RUN: printf '%%s\n' 'version: 1' 'events:' '- {event: e, entry: "server::*(*"}' '- {event: e, return: "f(*)"}' \
// RUN:   '- {event: e, entry: "mangled:_Z*(int"}' '- {event: e, entry: "operator new*"}' > plain.yaml
// RUN: clang++ -fplugin=%clang_plugin -fplugin-arg-udpc-spec=plain.yaml -std=c++20 -S -emit-llvm %s -o - \
// RUN:   | FileCheck --check-prefix=NONE %s
// NONE-NOT: udpc-signature
// Suggestions for C functions have their parameters.
// RUN: printf 'version: 1\nevents:\n- {event: e, entry: "handle(struct con *, int)"}\n' > near.yaml
// RUN: clang -x c -std=c23 -DPLAIN_C -fplugin=%clang_plugin -fplugin-arg-udpc-spec=near.yaml -fpass-plugin=%plugin \
// RUN:   -mllvm -udpc-spec=near.yaml -mllvm -udpc-whole-program -S -emit-llvm %s -o /dev/null 2>&1 \
// RUN:   | FileCheck --check-prefix=NEAR %s
// NEAR: entry "handle(struct con *, int)" matched nothing in {{.*}}; near: handle(struct conn *, int)

#ifdef PLAIN_C
struct conn;
typedef unsigned long size;
// C: udpc-signature=handle(struct conn *, int) | int handle(struct conn *, int) | handle(struct conn *c, int flags) | int handle(struct conn *c, int flags) | handle(struct conn*, int) | int handle(struct conn*, int) | handle(struct conn*c, int flags) | int handle(struct conn*c, int flags) | handle\00
int handle(struct conn *c, int flags) { return flags; }
// C: udpc-signature=name(const char *const[], size, ...) | const char *name(const char *const[], size, ...) | name(const char *const argv[], size n, ...) | const char *name(const char *const argv[], size n, ...) | name(char const* const[], size, ...) | const char *name(char const* const[], size, ...) | name(char const* const argv[], size n, ...) | const char *name(char const* const argv[], size n, ...) | name\00
const char *name(const char *const argv[], size n, ...) { return argv[n]; }
// C: udpc-signature=handler(int, void (*)(int)) | void (*handler(int, void (*)(int)))(int) | handler(int signal, void (*f)(int)) | void (*handler(int signal, void (*f)(int)))(int) | handler\00
void (*handler(int signal, void (*f)(int)))(int) { return f; }
// C: udpc-signature=unnamed(int) | int unnamed(int) | unnamed\00
static void none(void);
int unnamed(int) { none(); return 0; }
// C: udpc-signature=none() | void none() | none(void) | void none(void) | none\00
static void none(void) {}
// C: udpc-signature=compare(int (*)(const void *, const void *)) | {{.*}} | compare(int (*)(const void*, const void*)) | int compare(int (*)(const void*, const void*)) | compare(int (*less)(const void*, const void*)) | {{.*}} | compare\00
int compare(int (*less)(const void *, const void *)) { return less(0, 0); }
// C: udpc-signature=rows(const int (*)[3]) | {{.*}} | rows(int const (*)[3]) | {{.*}} | int rows(int const (*of)[3]) | rows\00
int rows(const int (*of)[3]) { return (*of)[0]; }
// Unusual spellings are left out, also if the types are short.
#define LONG(x) x##x##x##x##x##x##x##x
#define LONGER(x) LONG(x)
// C: udpc-signature=wordy(int) | int wordy(int) | wordy\00
int wordy(int LONGER(LONGER(LONGER(LONGER(LONG(a)))))) { return 0; }
#else
namespace server {
struct Request {};
typedef long Number;
enum class Mode { Fast };
struct Connection {
  int handle(int fd, const Request &r) const;
  static void open(Mode m = Mode::Fast) noexcept {}
  Connection(int fd) {}
  explicit operator bool() && { return true; }
  operator Number() const { return 1; }
  int operator()(int x) volatile { return x; }
  virtual ~Connection();
};
// CHECK-DAG: {{^}}udpc-signature=server::Connection::handle(int, const Request &) const | int server::Connection::handle(int, const Request &) const | server::Connection::handle(int fd, const Request &r) const | int server::Connection::handle(int fd, const Request &r) const | server::Connection::handle(int, Request const&) const | int server::Connection::handle(int, Request const&) const | server::Connection::handle(int fd, Request const&r) const | int server::Connection::handle(int fd, Request const&r) const | server::Connection::handle\00
int Connection::handle(int fd, const Request &r) const { return fd; }
// CHECK-DAG: {{^}}udpc-signature=server::Connection::~Connection() | server::Connection::~Connection\00
Connection::~Connection() {}
// CHECK-DAG: {{^}}udpc-signature=server::Connection::Connection(int) | server::Connection::Connection(int fd) | server::Connection::Connection\00
// CHECK-DAG: {{^}}udpc-signature=server::Connection::open(Mode) | void server::Connection::open(Mode) | server::Connection::open(Mode m) | void server::Connection::open(Mode m) | server::Connection::open\00
// CHECK-DAG: {{^}}udpc-signature=server::Connection::operator()(int) volatile | int server::Connection::operator()(int) volatile | server::Connection::operator()(int x) volatile | {{.*}} | server::Connection::operator()\00
// CHECK-DAG: {{^}}udpc-signature=server::Connection::operator bool() && | server::Connection::operator bool\00
// CHECK-DAG: {{^}}udpc-signature=server::Connection::operator Number() const | server::Connection::operator Number\00
namespace {
// CHECK-DAG: {{^}}udpc-signature=server::(anonymous namespace)::hidden(Unnamed) | {{.*}} | void server::(anonymous namespace)::hidden(Unnamed p) | server::(anonymous namespace)::hidden\00
typedef struct { int x; } *Unnamed;
void hidden(Unnamed p) {}
} // namespace
void use() { hidden(nullptr); }
} // namespace server

// CHECK-DAG: {{^}}udpc-signature=max(T, T) | T max(T, T) | T max(T, T) [T = int] | max(T a, T b) | T max(T a, T b) | T max(T a, T b) [T = int] | max\00
// CHECK-DAG: {{^}}udpc-signature=max(T, T) | {{.*}} | T max(T a, T b) [T = server::Mode] | max\00
template <class T> T max(T a, T b) { return a < b ? b : a; }
template <class T, unsigned N> struct Box {
  T items[N];
  // CHECK-DAG: {{^}}udpc-signature=Box<int, 3>::at(unsigned int) | {{.*}} | T &Box<int, 3>::at(unsigned int i) [T = int, N = 3] | Box<int, 3>::at\00
  T &at(unsigned i) { return items[i]; }
  // CHECK-DAG: {{^}}udpc-signature=Box<int, 3>::as(U *) const | {{.*}} | U Box<int, 3>::as(U *to) const [T = int, N = 3, U = long] | Box<int, 3>::as(U*) const | {{.*}} | Box<int, 3>::as\00
  template <class U> U as(U *to) const { return items[0]; }
};
// Unnamed types have no place that differs from machine to machine.
// CHECK-DAG: {{^}}udpc-signature=call(F) | {{.*}} | void call(F f) [F = (lambda)] | call\00
template <class F> void call(F f) { f(); }
// CHECK-DAG: {{^}}udpc-signature=max(char, char) | char max(char, char) | max(char a, char b) | char max(char a, char b) | max\00
template <> char max(char a, char b) { return a; }
int main(int argc, char **argv) {
  server::Connection c(1);
  server::Connection::open();
  c(2);
  (void)c.operator server::Number();
  (void)(bool)static_cast<server::Connection &&>(c);
  server::use();
  call([] {});
  Box<int, 3> box = {};
  long to;
  return max(1, 2) + (int)max(server::Mode::Fast, server::Mode::Fast) + max('a', 'b') + box.at(1) + (int)box.as(&to);
}
// CHECK-DAG: {{^}}udpc-signature=main(int, char **) | int main(int, char **) | {{.*}} | main(int argc, char**argv) | int main(int argc, char**argv) | main\00
#endif
