-- describe.lua: who holds the lock. Writes nothing.
--
-- KEYS[1] the lock
-- ARGV    none
-- Returns HELD, or FREE
--         as { status, now, first token, last token, lease left ms, live waiters, id of the holder }
-- Invariant: read only; it walks the queue, so it is for people, not for a hot path.

local key = KEYS[1]
local s = redis.call('HMGET', key, 'o', 'x', 'b', 'f', 'h', 't')
local time = redis.call('TIME')
local now = math.floor((time[1] * 1000000 + time[2]) / 1000)
local ends = tonumber(s[2] or 0)
if ends <= now then
  return { 'FREE', now, 0, 0, 0, 0, '' }
end
local waiters = 0
for ticket = tonumber(s[5] or 1), tonumber(s[6] or 0) do
  local id = redis.call('HGET', key, 'q' .. string.format('%.0f', ticket))
  local place = id and redis.call('HGET', key, 'w' .. id)
  if place and tonumber(place:match('^%d+:(%d+)')) >= now then
    waiters = waiters + 1
  end
end
return { 'HELD', now, tonumber(s[3]), tonumber(s[4]), ends - now, waiters, s[1] }
