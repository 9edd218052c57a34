-- Exercises much of the interpreter, always in the same way; its argument divides the work.
local part = tonumber(arg[1] or 1)
local t = {}
for i = 1, 2000 // part do t[i] = (i * 7919) % 1009 end
table.sort(t, function(a, b) return a > b end)
local s = {}
for i = 1, 500 // part do s[#s + 1] = ("%5d|%-5s|%x|%g"):format(i, i % 7, i, i / 3) end
local text = table.concat(s, ",")
local n = 0
for w in text:gmatch("%d+") do n = n + #w end
print(n, text:find("499", 1, true), (text:gsub("1", "one")):len(), text:rep(2):byte(-1))
local co = coroutine.wrap(function() for i = 1, 10 do coroutine.yield(i) end end)
for i = 1, 10 do assert(co() == i) end
print(pcall(error, { code = 1 }), pcall(function() local x = nil; return x.y end))
local mt = setmetatable({}, { __index = function(_, k) return k .. "!" end, __add = function() return 42 end,
  __close = function() end, __eq = function() return true end })
print(mt.hello, mt + 1, mt == setmetatable({}, getmetatable(mt)))
do local c <close> = mt end
goto done
print("never")
::done::
for i = 10, 1, -3 do n = n ~ (i << 2) | (i >> 1) & 0xff end
print(n, 7 // 2, 7.5 % 2, 2 ^ 10, "10" + 5, #"abc", not nil, math.type(3), math.floor(3.7))
print(load("return ...", "chunk")(1, 2), select("#", table.unpack({ 1, 2, 3 })), tostring(12345678901234567890))
print(string.pack("<i4", 77):byte(1, -1), utf8.char(228, 8364), os.date("!%Y", 0))
collectgarbage()
collectgarbage("generational")
for i = 1, 3000 // part do local x = { i, tostring(i) } end
collectgarbage("incremental")
