// Threads or children that begin, count one event, and end.
// usage: churn thread|fork <times>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int tiny(int X);

static void *count(void *Arg) { return (void *)(long)tiny((long)Arg); }

int main(int argc, char **argv) {
  int Forks = argv[1][0] == 'f', Times = atoi(argv[2]);
  for (int I = 0; I != Times; ++I) {
    pthread_t T;
    if (!Forks && !pthread_create(&T, 0, count, 0))
      pthread_join(T, 0);
    else if (Forks && !fork())
      exit(tiny(-1) > 0);
    else if (Forks)
      wait(0);
  }
}
