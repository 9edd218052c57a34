# A compiler whose programs take up to three times as long at some runs, from
# the run of the given number on: build.sh's, with a counter in the folder.
"$1" || exit
cat > app.new <<END
n=\$(cat runs 2> /dev/null || echo 0)
echo \$((n + 1)) > runs
part=\$((n < $2 ? 0 : n * n * 7 % 97 * 2))
END
sed -e '1r app.new' -e 's/^echo "time \(.*\) us"/echo "time $((\1 * (100 + part) \/ 100)) us"/' app > app.next
rm app.new
chmod +x app.next
mv app.next app
