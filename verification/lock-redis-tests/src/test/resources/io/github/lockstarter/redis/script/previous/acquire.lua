-- acquire.lua: takes the lock if it is free and nobody is before the caller, otherwise queues the caller if it
-- waits. Repeating it with the same id is safe: a retry, a poll and the claim of an offer are all this script.
--
-- KEYS[1] the lock
-- ARGV    1 id, 2 lease ms, 3 retention ms, 4 block (how many tokens to reserve), 5 hand-off lease ms and channel
--         prefix, 6 cutoff (server ms after which it must not take effect), 7 wait ms (0: do not queue), 8 1 if
--         the caller has had a place in the queue before
-- Returns OWNED    the lock is the caller's: tokens first..last, lease left
--         WAIT     held by another: lease left, position in the queue (0: not queued)
--         FINISHED this id has released before; nothing was done
--         STALE    past the cutoff; nothing was done
--         as { status, now, first token, last token, lease left ms, position }
-- Invariant: a lock with a live lease does not change its owner; nobody but those who come back
--         overtakes a live waiter that can be reached, or that has come back; a lock that nobody has is given to the caller if nobody before it can be
--         reached, also if it does not wait; the key has a TTL.

local key, id, lease = KEYS[1], ARGV[1], tonumber(ARGV[2])
local s = redis.call('HMGET', key, 'o', 'x', 'f', 'p', 'h', 't', 'd')
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
if now > tonumber(ARGV[6]) then
  return { 'STALE', now }
end
local owner, ends = s[1], tonumber(s[2] or 0)
local released = owner and (not s[2] and owner or owner:match('^!(.*)'))
if released == id or s[4] == id then
  return { 'FINISHED', now }
end
if ends <= now and not s[5] then
  local token = math.max(tonumber(s[3] or 0) + 1, micros)
  local last = token + ARGV[4] - 1
  redis.call('HSET', key, 'o', id, 'x', now + lease, 'f', last, 'b', token, 'p', released or '')
  redis.call('PEXPIRE', key, lease + ARGV[3])
  return { 'OWNED', now, token, last, lease }
end

local wait = tonumber(ARGV[7])
-- @include previous/queue.lua

if ends > now then
  if owner == id then
    ends = math.max(ends, now + lease)
    keep(ends - now)
    redis.call('HSET', key, 'x', num(ends))
    return { 'OWNED', now, tonumber(redis.call('HGET', key, 'b')), fence, ends - now }
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
if not to then
  -- more wait than one script may look at: to ask again at once goes on
  return { 'WAIT', now, 0, 0, 0, ticket and 1 or 0 }
end
return { 'WAIT', now, 0, 0, given, ticket and position(ticket) or 0 }
