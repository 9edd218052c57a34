# Functions that RUN lines may call. run_script.sh has bash read this before a
# test's script.
unset BASH_ENV # Scripts that tests start do not read it.

# each <variable> <word>... -- <command>: runs the command once for each word,
# which the variable holds. Ends at the first failure and says with which word.
#
#     each level 0 1 2 -- clang -O{level} -c a.c -o {level}.o
#     each flags -O0 "-O2 -fPIC" -- clang {flags} -c a.c
#     check() { udpc report $name.prof | FileCheck %s; }
#     each name static shared -- check
#     each level 0 2 -- each name static shared -- check
#
# In the command's arguments {variable} stands for the word; an argument that is
# nothing else is split at spaces. A function uses $variable. A pipe or
# redirection after it gets the output of all runs.
each() {
  { local - && set +x; } 2> /dev/null
  local each_variable=$1 each_words=() each_word each_argument each_command each_status each_trace
  # bash's trace is for lit, not for a file or a pipe that takes the errors.
  local each_errors=/proc/$PPID/fd/2
  [[ /proc/self/fd/2 -ef $each_errors ]] && each_trace=1
  shift
  while (($#)) && [[ $1 != -- ]]; do
    each_words+=("$1")
    shift
  done
  shift
  if ((!${#each_words[@]} || !$#)); then
    echo "each $each_variable: no words, or no command" >&2
    return 2
  fi
  for each_word in "${each_words[@]}"; do
    each_command=()
    for each_argument; do
      if [[ $each_argument == "{$each_variable}" ]]; then
        each_command+=($each_word)
      else
        each_command+=("${each_argument//"{$each_variable}"/"$each_word"}")
      fi
    done
    printf -v "$each_variable" %s "$each_word"
    [[ $each_trace ]] && set -x
    "${each_command[@]}"
    { each_status=$? && set +x; } 2> /dev/null
    if ((each_status)); then
      echo "each: $each_variable='$each_word': exit status $each_status" >> $each_errors
      return $each_status
    fi
  done
}

# wait_for <command>: repeats the command, for a minute at most, until it succeeds.
wait_for() {
  { local - && set +x; } 2> /dev/null
  local wait_end=$((SECONDS + 60))
  until "$@"; do
    if ((SECONDS > wait_end)); then
      echo "wait_for: '$*' has not succeeded" >&2
      return 1
    fi
    sleep 0.02
  done
}
