// Which functions each kind of glob means: overloads, templates, operators,
// constructors, lambdas and hidden names, in code that clang made.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: clang++ -std=c++20 -O0 -g -fpass-plugin=%plugin -mllvm -udpc-spec=%t/spec.yaml -S -emit-llvm %t/a.cpp \
// RUN:   -o /dev/null -Rpass=udpc 2>&1 | grep -o "event '.*, for" | sed "s/, for$//" | env LC_ALL=C sort > %t/found
// RUN: diff %t/expected %t/found
//
// Near candidates of what matched nothing.
// RUN: clang++ -std=c++20 -O0 -fpass-plugin=%plugin -mllvm -udpc-spec=%t/near.yaml -mllvm -udpc-whole-program \
// RUN:   -S -emit-llvm %t/a.cpp -o /dev/null 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: udpc-clang++ -std=c++20 -fudpc-spec=%t/near.yaml -c %t/a.cpp -o %t/a.o
// RUN: echo 'int main() { return 0; }' > %t/main.cpp
// RUN: udpc-clang++ -fudpc-spec=%t/near.yaml %t/main.cpp %t/a.o -o %t/a 2>&1 | FileCheck %s --check-prefix=NEAR
// NEAR-DAG: event 'overload': entry "handle(short)" matched nothing in {{.*}}; near: handle(char*), handle(int), handle(long)
// NEAR-DAG: event 'instance': entry "ns::max<char>(char, char)" matched nothing in {{.*}}; near: ns::max<int>(int, int), ns::max<long>(long, long)
// NEAR-DAG: event 'scope': entry "max" matched nothing in {{.*}}; near: ns::max, at
// NEAR-DAG: event 'spelling': entry "hanlde" matched nothing in {{.*}}; near: handle
//
//--- near.yaml
version: 1
events:
  - {event: overload, entry: "handle(short)"}
  - {event: instance, entry: "ns::max<char>(char, char)"}
  - {event: scope, entry: "max"}
  - {event: spelling, entry: "hanlde"}
//--- spec.yaml
version: 1
events:
  - {event: 01 overloads, entry: "handle"}
  - {event: 02 overload, entry: "handle(int)"}
  - {event: 03 pointer, entry: "handle(char*)"}
  - {event: 04 pointer with a space, entry: "handle(char *)"}
  - {event: 05 template, entry: "ns::max"}
  - {event: 06 instance, entry: "ns::max<long>"}
  - {event: 07 overload of a template, entry: "ns::max(int, int)"}
  - {event: 08 with its return type, entry: "int ns::max<int>(int, int)"}
  - {event: 09 member of a template, entry: "Stack::push"}
  - {event: 10 member of an instance, entry: "Stack<char>::push"}
  - {event: 11 constructors, entry: "S::S"}
  - {event: 12 constructor, entry: "S::S(int)"}
  - {event: 13 destructor, entry: "S::~S"}
  - {event: 14 call operator, entry: "S::operator()(int)"}
  - {event: 15 subscript, entry: "S::operator[]*"}
  - {event: 16 less, entry: "S::operator<"}
  - {event: 17 shifts, entry: "S::operator<<"}
  - {event: 18 spaceship, entry: "S::operator<=>*"}
  - {event: 19 product, entry: "S::operator*(*"}
  - {event: 20 conversion, entry: "S::operator bool() const"}
  - {event: 21 new, entry: "S::operator new"}
  - {event: 22 literal, entry: 'operator""_km'}
  - {event: 23 hidden, entry: "(anonymous namespace)::hidden"}
  - {event: 24 tagged, entry: "name()"}
  - {event: 25 tagged in full, entry: "name[abi:cxx11]()"}
  - {event: 26 lambdas, entry: "outer()::'lambda'*"}
  - {event: 27 lambda, entry: "*'lambda'(int)::operator()(int) const"}
  - {event: 28 generic lambda, entry: "*'lambda'(char)*"}
  - {event: 29 lambda of an inline function, entry: "unseen::'lambda'*"}
  - {event: 30 local class, entry: "outer::Local::get"}
  - {event: 31 C function, entry: "plain"}
  - {event: 32 function pointer, entry: "apply(int (*)(int))"}
  - {event: 33 pack, entry: "count(int, long, char*)"}
  - {event: 34 value as an expression, entry: "at<(5 > 3)>"}
  - {event: 35 value as argument, entry: "at<true>"}
  - {event: 36 const, entry: "S::get() const"}
  - {event: 37 const on the left, entry: "S::operator<(const S &) const"}
  - {event: 38 linkage name, entry: "mangled:_Z6handlel"}
//--- expected
event '01 overloads': inc at each entry of handle(char*)
event '01 overloads': inc at each entry of handle(int)
event '01 overloads': inc at each entry of handle(long)
event '02 overload': inc at each entry of handle(int)
event '03 pointer': inc at each entry of handle(char*)
event '04 pointer with a space': inc at each entry of handle(char*)
event '05 template': inc at each entry of int ns::max<int>(int, int)
event '05 template': inc at each entry of long ns::max<long>(long, long)
event '06 instance': inc at each entry of long ns::max<long>(long, long)
event '07 overload of a template': inc at each entry of int ns::max<int>(int, int)
event '08 with its return type': inc at each entry of int ns::max<int>(int, int)
event '09 member of a template': inc at each entry of Stack<char>::push(char)
event '09 member of a template': inc at each entry of Stack<int>::push(int)
event '10 member of an instance': inc at each entry of Stack<char>::push(char)
event '11 constructors': inc at each entry of S::S()
event '11 constructors': inc at each entry of S::S(int)
event '12 constructor': inc at each entry of S::S(int)
event '13 destructor': inc at each entry of S::~S()
event '14 call operator': inc at each entry of S::operator()(int)
event '15 subscript': inc at each entry of S::operator[](int)
event '16 less': inc at each entry of S::operator<(S const&) const
event '17 shifts': inc at each entry of S& S::operator<<<long>(long)
event '17 shifts': inc at each entry of S::operator<<(int)
event '18 spaceship': inc at each entry of S::operator<=>(S const&) const
event '19 product': inc at each entry of S::operator*(int)
event '20 conversion': inc at each entry of S::operator bool() const
event '21 new': inc at each entry of S::operator new(unsigned long)
event '22 literal': inc at each entry of operator"" _km(unsigned long long)
event '23 hidden': inc at each entry of (anonymous namespace)::hidden()
event '24 tagged': inc at each entry of name[abi:cxx11]()
event '25 tagged in full': inc at each entry of name[abi:cxx11]()
event '26 lambdas': inc at each entry of auto outer()::$_0::operator()<char>(char) const
event '26 lambdas': inc at each entry of outer()::$_1::operator()(int) const
event '27 lambda': inc at each entry of outer()::$_1::operator()(int) const
event '27 lambda': inc at each entry of unseen()::'lambda'(int)::operator()(int) const
event '28 generic lambda': inc at each entry of auto outer()::$_0::operator()<char>(char) const
event '29 lambda of an inline function': inc at each entry of unseen()::'lambda'(int)::operator()(int) const
event '30 local class': inc at each entry of outer()::Local::get()
event '31 C function': inc at each entry of plain
event '32 function pointer': inc at each entry of apply(int (*)(int))
event '33 pack': inc at each entry of int count<int, long, char*>(int, long, char*)
event '35 value as argument': inc at each entry of int at<true>()
event '36 const': inc at each entry of S::get() const
event '37 const on the left': inc at each entry of S::operator<(S const&) const
event '38 linkage name': inc at each entry of handle(long)
//--- a.cpp
namespace std {
struct strong_ordering {
  int N;
  static const strong_ordering equal, greater, less;
};
} // namespace std

void handle(int) {}
void handle(long) {}
void handle(char *) {}

namespace ns {
template <typename T> T max(T A, T B) { return A < B ? B : A; }
template int max(int, int);
template long max(long, long);
} // namespace ns

template <typename T> struct Stack {
  void push(T) {}
};
template struct Stack<int>;
template struct Stack<char>;

struct S {
  S();
  S(int);
  ~S();
  int operator()(int);
  int operator[](int);
  bool operator<(const S &) const;
  S &operator<<(int);
  template <typename T> S &operator<<(T) { return *this; }
  std::strong_ordering operator<=>(const S &) const;
  S operator*(int);
  S operator+(int);
  operator bool() const;
  void *operator new(unsigned long);
  int get();
  int get() const;
};
S::S() {}
S::S(int) {}
S::~S() {}
int S::operator()(int X) { return X; }
int S::operator[](int X) { return X; }
bool S::operator<(const S &) const { return true; }
S &S::operator<<(int) { return *this; }
template S &S::operator<<(long);
std::strong_ordering S::operator<=>(const S &) const { return {0}; }
S S::operator*(int) { return S(); }
S S::operator+(int) { return S(); }
S::operator bool() const { return true; }
void *S::operator new(unsigned long N) { return ::operator new(N); }
int S::get() { return 1; }
int S::get() const { return 2; }

unsigned long long operator""_km(unsigned long long X) { return X; }

namespace {
int hidden() { return 1; }
} // namespace
int callsHidden() { return hidden(); }

[[gnu::abi_tag("cxx11")]] int name() { return 1; }

int outer() {
  struct Local {
    int get() { return 1; }
  };
  auto Plain = [](int X) { return X; };
  auto Generic = [](auto X) { return X; };
  return Local().get() + Plain(1) + Generic('c');
}
inline int unseen() {
  return [](int X) { return X; }(1);
}
int callsUnseen() { return unseen(); }

extern "C" void plain(int) {}
int apply(int (*F)(int)) { return F(1); }
template <typename... Ts> int count(Ts...) { return sizeof...(Ts); }
template int count(int, long, char *);
template <bool B> int at() { return B; }
template int at<(5 > 3)>();
