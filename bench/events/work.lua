-- usage: work.lua [<times>]
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
for _ = 1, tonumber(arg[1]) or 1 do
  local t = {}
  for i = 1, 300000 do t[i] = (i * 7919) % 1000003 end
  table.sort(t)
  local parts = {}
  for i = 1, 100000 do parts[#parts + 1] = string.format("%d:%s", i, tostring(i)) end
  print(fib(29), t[1], #table.concat(parts))
end
