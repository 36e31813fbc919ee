-- force.lua: an administrator takes the lock from its owner, and ends a minimum hold.
--
-- KEYS[1] the lock
-- ARGV    1 a fencing token: only the turn that has it is ended; 0 for any turn, and all who share the lock, 2 unused, 3 retention ms, 4 block, 5 hand-off lease ms and channel prefix
-- Returns RELEASED, or FREE: nobody had it, or NOT_OWNER: another token has it
--         as { status, now }
-- Invariant: the fencing token moves past the old owner's block, and the old owner finds itself neither owner
--         nor former owner: its next renewal and its release say so.

local key = KEYS[1]
local s = redis.call('HMGET', key, 'o', 'x', 'f', 'p', 'h', 't', 'd', 'b')
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
-- @include queue.lua

local wanted = tonumber(ARGV[1]) or 0
if isShared() then
  -- the turn of a reader is that of all who read beside it, that of a permit is its own
  local any = false
  for id in pairs(made.members()) do
    if wanted == 0 or tonumber(redis.call('HGET', key, 'k' .. id) or made.b) == wanted then
      made.drop(id)
      any = true
    end
  end
  if not any then
    return { 'NOT_OWNER', now }
  end
  fence = nextTokens()
  redis.call('HSET', key, 'f', num(fence))
  made.reclaim()
  if not offer('') and s[1] ~= '&' and head > tail then
    redis.call('PEXPIRE', key, num(retention))
  end
  return { 'RELEASED', now }
end
if tonumber(s[2] or 0) <= now then
  return { 'FREE', now }
end
if wanted ~= 0 and (wanted < tonumber(s[8] or 0) or wanted > tonumber(s[3] or 0)) then
  return { 'NOT_OWNER', now }
end
redis.call('HDEL', key, 'o', 'x', 'p', 'g')
fence = nextTokens()
redis.call('HSET', key, 'f', num(fence))
if not offer('') and head > tail then
  redis.call('PEXPIRE', key, num(retention))
end
return { 'RELEASED', now }
