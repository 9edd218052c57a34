// Wrong use is an error of clang's own kind, at its place.
// RUN: %clang_cc1 -fsyntax-only -std=c++20 -verify %s
// RUN: not clang++ -fplugin=%clang_plugin -std=c++20 -fsyntax-only -Wno-unused -ferror-limit=0 %s 2>&1 \
// RUN:   | FileCheck --check-prefix=CARET %s
// CARET:      error: 'udpc::event' attribute only applies to statements and functions
// CARET-NEXT: struct {{\[\[}}udpc::event("a")]] Type {};

struct [[udpc::event("a")]] Type {}; // expected-error {{'udpc::event' attribute only applies to statements and functions}}
enum [[udpc::spin("a")]] Enum { e }; // expected-error {{'udpc::spin' attribute only applies to loops and functions}}
namespace [[udpc::event("a")]] space {} // expected-error {{only applies to statements and functions}}
typedef int other [[udpc::event("a")]]; // expected-error {{only applies to statements and functions}}
[[udpc::event("a")]] int variable; // expected-error {{only applies to statements and functions}}
int [[udpc::event("a")]] typed; // expected-error {{cannot be applied to types}}
void parameter([[udpc::event("a")]] int x); // expected-error {{only applies to statements and functions}}
auto lambda = []() [[udpc::event("a")]] {}; // expected-error {{cannot be applied to types}}
__attribute__((udpc_event("a"))) struct Gnu {}; // expected-warning {{is ignored, place it after "struct"}}

int after(int x) { return x; } // expected-note {{previous definition}}
[[udpc::event("late")]] int after(int); // expected-warning {{attribute declaration must precede definition}}

void places(int n) {
  [[udpc::event("a")]] int y = 0; // expected-error {{only applies to statements and functions}} expected-note {{a declaration is no statement; write it before an empty one, ';', in front of the declaration}}
  __attribute__((udpc_event("a"))) int z = 0; // expected-error {{only applies to statements and functions}} expected-note {{a declaration is no statement}}
  [[udpc::spin("a")]] n++; // expected-error {{'udpc::spin' attribute only applies to loops and functions}} expected-note {{this is no loop}}
  [[udpc::spin("a")]] if (n) // expected-error {{only applies to loops and functions}} expected-note {{this is no loop}}
    n++;
  [[udpc::spin("a")]] label: // expected-error {{only applies to loops and functions}} expected-note {{write it behind the label}}
  for (; n--;)
    ;
  [[udpc::event("a")]] label2:
  [[udpc::spin("a")]] while (n--)
    ;
  for (;;) {
    [[udpc::event("a")]] } // expected-error {{expected statement}}
}

void names(int n) {
  [[udpc::event]] n++; // expected-error {{'udpc::event' attribute takes one argument}}
  [[udpc::event()]] n++; // expected-error {{'udpc::event' attribute takes one argument}}
  [[udpc::event("a", "b")]] n++; // expected-error {{'udpc::event' attribute takes one argument}}
  __attribute__((udpc_event)) n++; // expected-error {{'udpc_event' attribute takes one argument}}
  [[udpc::event(n)]] n++; // expected-error {{'udpc::event' attribute requires a string}}
  [[udpc::event(5)]] n++; // expected-error {{'udpc::event' attribute requires a string}}
  [[udpc::event(L"a")]] n++; // expected-error {{'udpc::event' attribute requires a string}}
  [[udpc::event("")]] n++; // expected-error {{expected the name of a mark, as in "slow_path"}}
  [[udpc::event("a\nb")]] n++; // expected-error {{expected the name of a mark}}
  [[udpc::spin("")]] for (;;) ; // expected-error {{expected the name of a spin loop, as in "queue"}}
}

// What only resembles ours is not ours.
void others(int n) {
  [[udpc::evnt("a")]] n++; // expected-warning {{unknown attribute 'udpc::evnt' ignored}}
  [[event("a")]] n++; // expected-warning {{unknown attribute 'event' ignored}}
  [[foo::spin("a")]] n++; // expected-warning {{unknown attribute 'foo::spin' ignored}}
  [[using udpc: event("fine")]] n++;
}
