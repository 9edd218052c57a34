// Loops that look alike and do more than wait, in C++. Each has its reason.
//
// (To the front end, -O3 is -O2.)
// RUN: echo '{version: 1, events: [{event: s, spin: iterations}]}' > %t.yaml
// RUN: check() { \
// RUN:   udpc-clang++ -std=c++17 -w -O$level -fudpc-spec=%t.yaml -Rpass=udpc -Rpass-missed=udpc -emit-llvm \
// RUN:     -c %s -o %t.bc 2> %t.txt && \
// RUN:   FileCheck %s --implicit-check-not="inc at" < %t.txt; \
// RUN: }
// RUN: each level 0 1 2 s -- check
#include <vector>
#include <list>
#include <map>
#include <string>
#include <atomic>
#include <mutex>
#include <condition_variable>
#include <queue>
#include <functional>
#include <algorithm>
// CHECK-DAG: works.cpp:[[@LINE+1]]:{{.*}} no spin loop in work_sum(std::vector<int, std::allocator<int>> const&): the variable{{.*}} computes a result
int work_sum(const std::vector<int> &v) { int s = 0; for (int x : v) s += x; return s; }
// CHECK-DAG: works.cpp:[[@LINE+1]]:{{.*}} no spin loop in work_list(std::__cxx11::list<int, std::allocator<int>> const&): the load{{.*}} reads another place each time round
int work_list(const std::list<int> &v) { int n = 0; for (auto i = v.begin(); i != v.end(); ++i) n++; return n; }
// CHECK-DAG: works.cpp:[[@LINE+1]]:{{.*}} no spin loop in work_find(std::vector<int, std::allocator<int>> const&, int): the load{{.*}} reads another place each time round
bool work_find(const std::vector<int> &v, int x) { for (size_t i = 0; i < v.size(); ++i) if (v[i] == x) return true; return false; }
// CHECK-DAG: works.cpp:[[@LINE+1]]:{{.*}} no spin loop in work_size(std::vector<int, std::allocator<int>> const&): the exit{{.*}} and all other exits depend on the loop's own variables
size_t work_size(const std::vector<int> &v) { size_t n = 0; for (size_t i = 0; i < v.size(); ++i) n += i; return n; }
// CHECK-DAG: works.cpp:[[@LINE+1]]:{{.*}} no spin loop in work_map(std::map<int, int, std::less<int>, std::allocator<std::pair<int const, int>>> const&): the variable{{.*}} computes a result
int work_map(const std::map<int,int> &m) { int s = 0; for (auto &p : m) s += p.second; return s; }
// CHECK-DAG: works.cpp:[[@LINE+1]]:{{.*}} no spin loop in work_cv(std::condition_variable&, std::mutex&, bool&): the call of std::condition_variable::wait{{.*}} may have effects
void work_cv(std::condition_variable &c, std::mutex &m, bool &ready) { std::unique_lock<std::mutex> l(m); while (!ready) c.wait(l); }
// CHECK-DAG: works.cpp:[[@LINE+1]]:{{.*}} no spin loop in work_pop(std::queue<int, std::deque<int, std::allocator<int>>>&, std::function<void (int)>): the store writes memory
void work_pop(std::queue<int> &q, std::function<void(int)> f) { while (!q.empty()) { f(q.front()); q.pop(); } }
// CHECK-DAG: works.cpp:[[@LINE+1]]:{{.*}} no spin loop in work_string(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char>> const&): the load{{.*}} reads another place each time round
int work_string(const std::string &s) { int n = 0; for (char c : s) if (c == 'x') n++; return n; }
bool work_any(const std::vector<int> &v) { return std::any_of(v.begin(), v.end(), [](int x) { return x > 3; }); }
struct Tree { Tree *l, *r; int k; };
// CHECK-DAG: works.cpp:[[@LINE+1]]:{{.*}} no spin loop in work_tree(Tree*, int): the load{{.*}} reads another place each time round
Tree *work_tree(Tree *t, int k) { while (t && t->k != k) t = k < t->k ? t->l : t->r; return t; }
// CHECK-DAG: works.cpp:[[@LINE+1]]:{{.*}} no spin loop in work_count(Tree const*): the load{{.*}} reads another place each time round
int work_count(const Tree *t) { int d = 0; for (; t->l; t = t->l) ++d; return d; }
struct It { const int *p; bool done() const { return *p == 0; } void next() { ++p; } };
// CHECK-DAG: works.cpp:[[@LINE+1]]:{{.*}} no spin loop in work_iter(It): the load{{.*}} reads another place each time round
int work_iter(It i) { int n = 0; while (!i.done()) { n++; i.next(); } return n; }
struct Cur { int pos, len; bool more() const { return pos < len; } int get() { return pos++; } };
// CHECK-DAG: works.cpp:[[@LINE+1]]:{{.*}} no spin loop in work_cursor(Cur&): the variable{{.*}} computes a result
int work_cursor(Cur &c) { int s = 0; while (c.more()) s += c.get(); return s; }
