// A spec that speaks of parameters or types gets each function's declaration,
// as the source has it; any other spec gets none.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: printf 'version: 1\nevents:\n- {event: e, entry: "*(int fd, *"}\n' > spec.yaml
// RUN: clang++ -fplugin=%clang_plugin -fplugin-arg-udpc-spec=spec.yaml -std=c++20 -S -emit-llvm %s -o a.ll
// RUN: grep -o 'udpc-signature=[^"]*' a.ll | sort > a.txt && FileCheck %s < a.txt
// Again, from another folder.
// RUN: mkdir sub && cd sub && clang++ -fplugin=%clang_plugin -fplugin-arg-udpc-spec=../spec.yaml -std=c++20 -S -emit-llvm %s -o b.ll
// RUN: cd %t && grep -o 'udpc-signature=[^"]*' sub/b.ll | sort | diff a.txt -
// RUN: clang -x c -std=c23 -fplugin=%clang_plugin -fplugin-arg-udpc-spec=spec.yaml -DPLAIN_C -S -emit-llvm %s -o - | grep -o 'udpc-signature=[^"]*' | FileCheck --check-prefix=C %s
// RUN: printf 'version: 1\nevents:\n- {event: e, entry: "server::*(*"}\n- {event: e, return: "f(*)"}\n- {event: e, entry: "mangled:_Z*(int"}\n- {event: e, entry: "operator new*"}\n' > plain.yaml
// RUN: clang++ -fplugin=%clang_plugin -fplugin-arg-udpc-spec=plain.yaml -std=c++20 -S -emit-llvm %s -o - | FileCheck --check-prefix=NONE %s
// NONE-NOT: udpc-signature

#ifdef PLAIN_C
struct conn;
typedef unsigned long size;
// C: udpc-signature=int handle(struct conn *c, int flags)\00
int handle(struct conn *c, int flags) { return flags; }
// C: udpc-signature=const char *name(const char *const argv[], size n, ...)\00
const char *name(const char *const argv[], size n, ...) { return argv[n]; }
// C: udpc-signature=void (*handler(int signal, void (*f)(int)))(int)\00
void (*handler(int signal, void (*f)(int)))(int) { return f; }
// C: udpc-signature=int unnamed(int)\00
static void none(void);
int unnamed(int) { none(); return 0; }
// C: udpc-signature=void none()\00
static void none(void) {}
#else
namespace server {
struct Request {};
enum class Mode { Fast };
struct Connection {
  int handle(int fd, const Request &r) const;
  static void open(Mode m = Mode::Fast) noexcept {}
  Connection(int fd) {}
  explicit operator bool() && { return true; }
  int operator()(int x) volatile { return x; }
  virtual ~Connection();
};
// CHECK-DAG: {{^}}udpc-signature=int server::Connection::handle(int fd, const Request &r) const\00
int Connection::handle(int fd, const Request &r) const { return fd; }
// CHECK-DAG: {{^}}udpc-signature=server::Connection::~Connection()\00
Connection::~Connection() {}
// CHECK-DAG: {{^}}udpc-signature=server::Connection::Connection(int fd)\00
// CHECK-DAG: {{^}}udpc-signature=void server::Connection::open(Mode m)\00
// CHECK-DAG: {{^}}udpc-signature=int server::Connection::operator()(int x) volatile\00
// CHECK-DAG: {{^}}udpc-signature=server::Connection::operator bool() &&\00
namespace {
// CHECK-DAG: {{^}}udpc-signature=void server::(anonymous namespace)::hidden(Unnamed p)\00
typedef struct { int x; } *Unnamed;
void hidden(Unnamed p) {}
} // namespace
void use() { hidden(nullptr); }
} // namespace server

// CHECK-DAG: {{^}}udpc-signature=T max(T a, T b) [T = int]\00
// CHECK-DAG: {{^}}udpc-signature=T max(T a, T b) [T = server::Mode]\00
template <class T> T max(T a, T b) { return a < b ? b : a; }
template <class T, unsigned N> struct Box {
  T items[N];
  // CHECK-DAG: {{^}}udpc-signature=T &Box<int, 3>::at(unsigned int i) [T = int, N = 3]\00
  T &at(unsigned i) { return items[i]; }
  // CHECK-DAG: {{^}}udpc-signature=U Box<int, 3>::as(U *to) const [T = int, N = 3, U = long]\00
  template <class U> U as(U *to) const { return items[0]; }
};
// Unnamed types have no place that differs from machine to machine.
// CHECK-DAG: {{^}}udpc-signature=void call(F f) [F = (lambda)]\00
template <class F> void call(F f) { f(); }
// CHECK-DAG: {{^}}udpc-signature=char max(char a, char b)\00
template <> char max(char a, char b) { return a; }
int main(int argc, char **argv) {
  server::Connection c(1);
  server::Connection::open();
  c(2);
  (void)(bool)static_cast<server::Connection &&>(c);
  server::use();
  call([] {});
  Box<int, 3> box = {};
  long to;
  return max(1, 2) + (int)max(server::Mode::Fast, server::Mode::Fast) + max('a', 'b') + box.at(1) + (int)box.as(&to);
}
// CHECK-DAG: {{^}}udpc-signature=int main(int argc, char **argv)\00
#endif
