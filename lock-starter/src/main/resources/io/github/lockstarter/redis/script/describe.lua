-- describe.lua: who holds the lock. Writes nothing.
--
-- KEYS[1] the lock
-- ARGV    none
-- Returns HELD, or FREE
--         as { status, now, first token, last token, lease left ms, live waiters, id of the holder }
-- Invariant: read only. So many tickets of the queue are looked at, a run of gaps as one (queue.lua); those behind
--         count as they stand, the dead and the gaps with the others.

local key = KEYS[1]
local s = redis.call('HMGET', key, 'o', 'x', 'b', 'f', 'h', 't')
local time = redis.call('TIME')
local now = math.floor((time[1] * 1000000 + time[2]) / 1000)
local ends = tonumber(s[2] or 0)
if ends <= now then
  return { 'FREE', now, 0, 0, 0, 0, '' }
end
local ticket, tail, waiters = tonumber(s[5] or 1), tonumber(s[6] or 0), 0
-- How many tickets are looked at.
local looks = 200
while ticket <= tail and looks > 0 do
  local fields = {}
  for i = 1, math.min(100, looks, tail - ticket + 1) do
    fields[i] = 'q' .. string.format('%.0f', ticket + i - 1)
  end
  local places = {}
  for _, id in ipairs(redis.call('HMGET', key, unpack(fields))) do
    looks = looks - 1
    ticket = ticket + 1
    if id and id:byte() == 62 then
      ticket = tonumber(id:sub(2)) + 1
      break
    elseif id then
      places[#places + 1] = 'w' .. id
    end
  end
  if #places > 0 then
    for _, place in ipairs(redis.call('HMGET', key, unpack(places))) do
      if place and tonumber(place:match('^%d+:(%d+)')) >= now then
        waiters = waiters + 1
      end
    end
  end
end
waiters = waiters + math.max(tail - ticket + 1, 0)
return { 'HELD', now, tonumber(s[3]), tonumber(s[4]), ends - now, waiters, s[1] }
