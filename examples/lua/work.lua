-- Something of everything: calls, tables, strings, garbage.
local function fib(n)
  if n < 2 then return n end
  return fib(n - 1) + fib(n - 2)
end

local numbers = {}
for i = 1, 100000 do numbers[i] = (i * 7919) % 100003 end
table.sort(numbers)

local parts = {}
for i = 1, 20000 do parts[#parts + 1] = string.format("%d:%s", i, tostring(i % 100)) end

print("fib(24) = " .. fib(24), "sorted " .. #numbers, "text of " .. #table.concat(parts))
