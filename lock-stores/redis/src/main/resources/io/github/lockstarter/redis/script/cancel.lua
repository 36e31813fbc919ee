-- cancel.lua: a waiter gives up. If the lock was handed to it in the meantime it may still accept the lock.
--
-- KEYS[1] the lock
-- ARGV    1 id, 2 lease ms to accept a grant with (0: give the lock back), 3 retention ms, 4 block, 5 hand-off lease
--         ms and channel prefix, 6 cutoff (for accepting)
-- Returns OWNED     granted and accepted: tokens first..last, lease left
--         RELEASED  granted and given back, to the next waiter
--         CANCELLED not granted; the id is no longer in the queue
--         FINISHED  this id has released the lock before
--         STALE     granted, but past the cutoff for accepting; nothing was done
--         as { status, now, first token, last token, lease left ms }
-- Invariant: afterwards the id does not wait, and owns nothing that its client does not know of.

local key, id, lease = KEYS[1], ARGV[1], tonumber(ARGV[2])
-- @include lock.lua
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
-- @include queue.lua

if owner == id and leaseEnd then
  local ends = tonumber(leaseEnd)
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
  return { 'OWNED', now, tonumber(redis.call('HGET', key, 'b')), lastToken, ends - now }
end
if owner == id or owner == '!' .. id or previous == id then
  return { 'FINISHED', now }
end
local ends = owner == '&' and tonumber(redis.call('HGET', key, 'm' .. id))
if ends then
  if lease == 0 or ends <= now then
    group().drop(id)
    theGroup.vacate(id, 0)
    return { 'RELEASED', now }
  end
  if now > tonumber(ARGV[6]) then
    return { 'STALE', now }
  end
  local token, left = group().extend(id, ends, lease)
  return { 'OWNED', now, token, token, left }
end
local ticket = waiter(id)
if ticket then
  leave(ticket, id)
  if owner == '&' then
    group().advance()
    return { 'CANCELLED', now }
  end
  local _, first = liveHead()
  -- The end of a minimum hold runs no script, so nothing hands the lock over then: the head has to ask, also a new one.
  if first and owner and owner:sub(1, 1) == '!' and tonumber(leaseEnd) > now then
    notify('HINT', first, 0, 0, tonumber(leaseEnd) - now)
  end
end
return { 'CANCELLED', now }
