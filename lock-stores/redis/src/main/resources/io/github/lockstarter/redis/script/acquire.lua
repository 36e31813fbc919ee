-- acquire.lua: acquires the lock if it is free and no waiter is ahead of the caller; otherwise queues the caller if it
-- waits. Safe to repeat with the same id: a retry, a poll and the claim of a hand-off all run this script.
--
-- KEYS[1] the lock
-- ARGV    1 id, 2 lease ms, 3 retention ms, 4 block (number of tokens to reserve), 5 hand-off lease ms and channel
--         prefix, 6 cutoff (server ms after which the script must not take effect), 7 wait ms (0: do not queue),
--         8 1 if the caller has had a place in the queue before
-- Returns OWNED    the caller owns the lock: tokens first..last, lease left
--         WAIT     the caller does not own the lock: lease left, position in the queue (0: not queued)
--         FINISHED this id has released the lock before; nothing was done
--         STALE    past the cutoff; nothing was done
--         as { status, now, first token, last token, lease left ms, position }
-- Invariant: a lock with a live lease does not change its owner. A live waiter that messages reach, or that has come
--         back, is overtaken only by waiters that come back. A free lock is granted to the caller if no waiter ahead of
--         it can be reached, even if the caller does not wait. The key has a TTL.

local key, id, lease = KEYS[1], ARGV[1], tonumber(ARGV[2])
-- @include lock.lua
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
if now > tonumber(ARGV[6]) then
  return { 'STALE', now }
end
local ends = tonumber(leaseEnd or 0)
local released = owner and (not leaseEnd and owner or owner:match('^!(.*)'))
if released == id or previous == id then
  return { 'FINISHED', now }
end
if ends <= now and not head and owner ~= '&' then
  local token = math.max(tonumber(lastToken or 0) + 1, micros)
  local last = token + ARGV[4] - 1
  if released or previous then
    redis.call('HSET', key, 'o', id, 'x', now + lease, 'f', last, 'b', token, 'p', released or '')
  else
    redis.call('HSET', key, 'o', id, 'x', now + lease, 'f', last, 'b', token)
  end
  redis.call('PEXPIRE', key, lease + ARGV[3])
  return { 'OWNED', now, token, last, lease }
end

local wait = tonumber(ARGV[7])
-- @include queue.lua

if isShared() then
  local ticket = wait > 0 and join(id, lease, wait, ARGV[8] == '1')
  offer('')
  return { 'WAIT', now, 0, 0, leaseLeftAndPosition(ticket) }
end
-- read again: isShared has dissolved a group without live members
ends = tonumber(leaseEnd or 0)
if ends > now then
  if owner == id then
    ends = math.max(ends, now + lease)
    keep(ends - now)
    redis.call('HSET', key, 'x', num(ends))
    return { 'OWNED', now, tonumber(redis.call('HGET', key, 'b')), lastToken, ends - now }
  end
  local place = 0
  if wait > 0 then
    local ticket = join(id, lease, wait, ARGV[8] == '1')
    liveHead()
    place = position(ticket)
  end
  return { 'WAIT', now, 0, 0, ends - now, place }
end

local ticket = wait > 0 and join(id, lease, wait, ARGV[8] == '1')
local to, token, last, given = offer(released or '', id, lease)
if to == id then
  return { 'OWNED', now, token, last, given }
end
return { 'WAIT', now, 0, 0, leaseLeftAndPosition(ticket, given) }
