// Malformed '#pragma udpc' are warnings and ignored; those at a wrong place are errors.
//
// RUN: %clang_cc1 -fsyntax-only -verify -Wno-unused-value %s
// RUN: clang -fplugin=%clang_plugin -fsyntax-only -DVALID -Wno-ignored-pragmas -Werror %s

void f(int n) {
#pragma udpc
  // expected-warning@-1 {{expected 'event(name)' or 'spin(name)' after '#pragma udpc'; ignored}}
#pragma udpc evnt(a) // expected-warning {{expected 'event(name)' or 'spin(name)' after '#pragma udpc'; ignored}}
#pragma udpc event   // expected-warning {{expected '(' after '#pragma udpc event'; ignored}}
#pragma udpc event a // expected-warning {{expected '(' after '#pragma udpc event'; ignored}}
#pragma udpc spin(   // expected-warning {{expected a name or a string in '#pragma udpc spin(...)'; ignored}}
#pragma udpc event() // expected-warning {{expected a name or a string in '#pragma udpc event(...)'; ignored}}
#pragma udpc event(5) // expected-warning {{expected a name or a string in '#pragma udpc event(...)'; ignored}}
#pragma udpc event(a // expected-warning {{expected ')' after the name in '#pragma udpc event'; ignored}}
#pragma udpc event(a, b) // expected-warning {{expected ')' after the name in '#pragma udpc event'; ignored}}
#pragma udpc event(a) b // expected-warning {{expected nothing after '#pragma udpc event(...)'; ignored}}
  n++;
#ifndef VALID
#pragma udpc event("") // expected-error {{expected the name of a mark, as in "slow_path"}}
  n++;
#pragma udpc spin(a) // expected-error {{'udpc_spin' attribute only applies to loops and functions}}
  n++; // expected-note {{this is no loop}}
#pragma udpc event(a) // expected-error {{'udpc_event' attribute only applies to statements and functions}} expected-note {{a declaration is no statement}}
  int declared;
#pragma udpc event(last)
#endif
} // expected-error 0-1 {{expected statement}}
