-- renew.lua: makes a held lease longer; never shorter.
--
-- KEYS[1] the lock
-- ARGV    1 id, 2 lease ms, 3 retention ms
-- Returns OWNED with the lease left and the number of tickets in the queue, or LOST: not the owner, or run out
--         as { status, now, first token, last token, lease left ms, tickets }
-- Invariant: only the owner of an unexpired lease renews. PEXPIRE comes before HSET because a full memory
--         refuses a script's first write if that needs memory: HSET first would lose the lock.

local key, lease = KEYS[1], tonumber(ARGV[2])
local s = redis.call('HMGET', key, 'o', 'x', 'b', 'f', 'h', 't')
local time = redis.call('TIME')
local now = math.floor((time[1] * 1000000 + time[2]) / 1000)
local ends = tonumber(s[2] or 0)
if s[1] ~= ARGV[1] or ends <= now then
  return { 'LOST', now }
end
ends = math.max(ends, now + lease)
redis.call('PEXPIRE', key, math.max(redis.call('PTTL', key), ends - now + tonumber(ARGV[3])))
redis.call('HSET', key, 'x', string.format('%.0f', ends))
return { 'OWNED', now, tonumber(s[3]), tonumber(s[4]), ends - now, (s[6] or 0) - (s[5] or 1) + 1 }
