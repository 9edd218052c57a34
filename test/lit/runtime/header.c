/* The public header is clean in every standard from C99 and C++98 on.

   RUN: echo "c99 c11 c17 c23" | tr ' ' '\n' \
   RUN:   | xargs -I@ clang -std=@ -Wall -Wextra -pedantic -Werror -I%udpc_src/include -fsyntax-only %s
   RUN: echo "c++98 c++11 c++14 c++17 c++20 c++23" | tr ' ' '\n' \
   RUN:   | xargs -I@ clang -x c++ -std=@ -Wall -Wextra -pedantic -Werror -I%udpc_src/include -fsyntax-only %s
   RUN: gcc -x c -std=c99 -Wall -Wextra -pedantic -Werror -I%udpc_src/include -fsyntax-only %s
   RUN: g++ -x c++ -std=c++98 -Wall -Wextra -pedantic -Werror -I%udpc_src/include -fsyntax-only %s
*/
#include <udpc/udpc.h>
int64_t use(void);
int64_t use(void) {
  udpc_reset();
  return udpc_read(udpc_event_find(udpc_event_name(0))) +
         udpc_read_thread(0) + udpc_event_count() + udpc_dump();
}
