# Work for a shell that is the same each time.
fib() { if (($1 < 2)); then echo "$1"; else echo $(($(fib $(($1 - 1))) + $(fib $(($1 - 2))))); fi; }
square() { result=$(($1 * $1)); }
declare -A names=([a]=1 [b]=2 [c]=3)
words=(one two three "four five")
for i in {1..50}; do square "$i"; total=$((total + result)); done
echo "$total" "${words[@]^^}" "${#words[@]}" "${names[b]}" "${total/2/x}"
case $total in 4*) echo four ;; *) echo other ;; esac
[[ ${words[3]} =~ ^(f[a-z]*)\ (.*)$ ]] && echo "${BASH_REMATCH[2]}"
while read -r line; do printf '%s|' "$line"; done <<<$'a\nb\nc'
trap 'echo end' EXIT
printf '%05d %x %s\n' 42 255 "${total: -2}"
