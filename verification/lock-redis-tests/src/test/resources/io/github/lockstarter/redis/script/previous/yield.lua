-- yield.lua: the end of a turn of one JVM. The next local caller gets the lock if nobody else waits; otherwise
-- it queues, and the lock goes to the head of the queue. One round trip for what would be RELEASE and ACQUIRE.
--
-- KEYS[1] the lock
-- ARGV    1 id of the owner, 2 lease ms of the next, 3 retention ms, 4 block, 5 hand-off lease ms and channel prefix,
--         6 cutoff, 7 wait ms of the next, 8 id of the next
-- Returns OWNED the lock is the next's, with a fresh block of tokens
--         WAIT  the next is queued: lease left, position
--         LOST  id is not the owner, or its lease has run out; the next is neither owner nor queued by this
--         STALE past the cutoff; nothing was done: id still owns the lock
--         as { status, now, first token, last token, lease left ms, position }
-- Invariant: only the owner yields; a repetition answers what the first one did. PEXPIRE comes first because a
--         full memory refuses a script's first write if that needs memory.

local key, id, lease, to = KEYS[1], ARGV[1], tonumber(ARGV[2]), ARGV[8]
local s = redis.call('HMGET', key, 'o', 'x', 'f', 'p', 'h', 't', 'd')
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
if now > tonumber(ARGV[6]) then
  return { 'STALE', now }
end
local ends = tonumber(s[2] or 0)
if s[1] == to and ends > now then
  return { 'OWNED', now, tonumber(redis.call('HGET', key, 'b')), tonumber(s[3]), ends - now }
end
if s[1] == id and ends > now and not s[5] then
  local token = math.max(s[3] + 1, micros)
  local last = token + ARGV[4] - 1
  redis.call('PEXPIRE', key, lease + ARGV[3])
  redis.call('HSET', key, 'o', to, 'x', now + lease, 'f', last, 'b', token, 'p', id)
  return { 'OWNED', now, token, last, lease }
end

local wait = tonumber(ARGV[7])
-- @include previous/queue.lua

local ticket = waiter(to)
if s[1] ~= id or ends <= now then
  if ticket then
    return { 'WAIT', now, 0, 0, math.max(ends - now, 0), position(ticket) }
  end
  return { 'LOST', now }
end
redis.call('PEXPIRE', key, num(math.max(redis.call('PTTL', key), lease + retention)))
ticket = join(to, lease, wait, false)
local owned, token, last, given = offer(id, to, lease)
if owned == to then
  return { 'OWNED', now, token, last, given }
end
if not owned then
  -- more wait than one script may look at: to ask at once goes on
  redis.call('HDEL', key, 'x', 'g')
  return { 'WAIT', now, 0, 0, 0, 1 }
end
return { 'WAIT', now, 0, 0, given, position(ticket) }
