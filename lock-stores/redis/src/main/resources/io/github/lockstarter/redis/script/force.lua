-- force.lua: an administrator takes the lock from its owner, or ends a minimum hold.
--
-- KEYS[1] the lock
-- ARGV    1 a fencing token: only the ownership with that token is ended; 0 for any, and for all members of a group,
--         2 unused, 3 retention ms, 4 block, 5 hand-off lease ms and channel prefix
-- Returns RELEASED, or FREE: the lock was free, or NOT_OWNER: the lock is held with another token
--         as { status, now }
-- Invariant: the last token moves past the block of the old owner, and the old owner is neither owner nor previous
--         owner afterwards: its next renewal and its release report the loss.

local key = KEYS[1]
-- @include lock.lua
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
-- @include queue.lua

local wanted = tonumber(ARGV[1]) or 0
if isShared() then
  -- readers share one token, so they are ended together; a permit has a token of its own
  local any = false
  for id in pairs(theGroup.members()) do
    if wanted == 0 or tonumber(redis.call('HGET', key, 'k' .. id) or theGroup.b) == wanted then
      theGroup.drop(id)
      any = true
    end
  end
  if not any then
    return { 'NOT_OWNER', now }
  end
  lastToken = nextTokens()
  redis.call('HSET', key, 'f', num(lastToken))
  theGroup.reclaim()
  if not offer('') and owner ~= '&' and head > tail then
    redis.call('PEXPIRE', key, num(retention))
  end
  return { 'RELEASED', now }
end
if tonumber(leaseEnd or 0) <= now then
  return { 'FREE', now }
end
if wanted ~= 0 and (wanted < tonumber(redis.call('HGET', key, 'b') or 0) or wanted > lastToken) then
  return { 'NOT_OWNER', now }
end
redis.call('HDEL', key, 'o', 'x', 'p', 'g')
lastToken = nextTokens()
redis.call('HSET', key, 'f', num(lastToken))
if not offer('') and head > tail then
  redis.call('PEXPIRE', key, num(retention))
end
return { 'RELEASED', now }
