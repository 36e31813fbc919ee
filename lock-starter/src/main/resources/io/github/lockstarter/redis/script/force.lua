-- force.lua: an administrator takes the lock from its owner, and ends a minimum hold.
--
-- KEYS[1] the lock
-- ARGV    1 unused, 2 unused, 3 retention ms, 4 hand-off lease ms, 5 channel prefix, 6 unused, 7 unused, 8 block
-- Returns RELEASED, or FREE: nobody had it
--         as { status, now }
-- Invariant: the fencing token moves past the old owner's block, and the old owner finds itself neither owner
--         nor former owner: its next renewal and its release say so.

local key, retention = KEYS[1], tonumber(ARGV[3])
local handOff, channel, block = tonumber(ARGV[4]), ARGV[5], tonumber(ARGV[8])
local s = redis.call('HMGET', key, 'x', 'f')
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
-- @include queue.lua

if tonumber(s[1] or 0) <= now then
  return { 'FREE', now }
end
redis.call('HDEL', key, 'o', 'x', 'p')
redis.call('HSET', key, 'f', num(math.max(tonumber(s[2] or 0) + 1, micros)))
if not offer(nil, '') and not liveHead() then
  redis.call('PEXPIRE', key, num(retention))
end
return { 'RELEASED', now }
