-- cancel.lua: a waiter gives up. If it was granted the lock meanwhile it may take it after all.
--
-- KEYS[1] the lock
-- ARGV    1 id, 2 lease ms to accept a grant with (0: give it back), 3 retention ms, 4 block, 5 hand-off lease ms
--         and channel prefix, 6 cutoff (for accepting)
-- Returns OWNED     granted and accepted: tokens first..last, lease left
--         RELEASED  granted and given back, to the next waiter
--         CANCELLED it was not granted; it is not in the queue any more
--         FINISHED  this id has released before
--         STALE     granted, but past the cutoff for accepting; nothing was done
--         as { status, now, first token, last token, lease left ms }
-- Invariant: afterwards the id waits no more, and owns nothing that its client does not know of.

local key, id, lease = KEYS[1], ARGV[1], tonumber(ARGV[2])
local s = redis.call('HMGET', key, 'o', 'x', 'f', 'p', 'h', 't', 'd')
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
-- @include previous/queue.lua

if s[1] == id and s[2] then
  local ends = tonumber(s[2])
  if lease == 0 or ends <= now then
    release(id)
    return { 'RELEASED', now }
  end
  if now > tonumber(ARGV[6]) then
    return { 'STALE', now }
  end
  ends = math.max(ends, now + lease)
  keep(ends - now)
  redis.call('HSET', key, 'x', num(ends))
  return { 'OWNED', now, tonumber(redis.call('HGET', key, 'b')), fence, ends - now }
end
if s[1] == id or s[1] == '!' .. id or s[4] == id then
  return { 'FINISHED', now }
end
local ticket = waiter(id)
if ticket then
  leave(ticket, id)
  local _, first = liveHead()
  -- Nobody will be there to hand the lock over when a minimum hold ends: the head has to know, also a new one.
  if first and s[1] and s[1]:byte() == 33 and tonumber(s[2]) > now then
    tell('HINT', first, 0, 0, tonumber(s[2]) - now)
  end
end
return { 'CANCELLED', now }
