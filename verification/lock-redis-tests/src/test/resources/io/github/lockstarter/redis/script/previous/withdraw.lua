-- withdraw.lua: gives up on one node of a quorum: the lock, a part of a majority that was not reached, or a place in
-- the queue. If the lock is free then, the first waiter that hears is told to ask.
--
-- KEYS[1] the lock
-- ARGV    1 id, or * and the id of an owner whose lock is taken away; 2 minimum hold left ms, 3 retention ms, 4 block,
--         5 hand-off lease ms and channel prefix, 6 cutoff (server ms after which it must not take effect), 7 ms for
--         which to take a place in the queue (0: the attempt leaves it), 8 the latest round that is given up, or end
--         if the attempt is over
-- Returns RELEASED  the lock was the caller's; with a minimum hold its name stays taken, by nobody, until the end
--         FINISHED  this id had released it before
--         CANCELLED it is not, or no longer, the caller's
--         FREE      nobody has it (where it is taken away)
--         STALE     past the cutoff; nothing was done
--         as { status, now }
-- Invariant: what was given to a later round of the same id stays. Who steps back without a majority is not remembered
--         as one that has released, so that it may ask again. The first write is an HDEL, which a full memory lets pass.

local key, id, hold, wait, upTo = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[7]), ARGV[8]
local s = redis.call('HMGET', key, 'o', 'x', 'f', 'p', 'h', 't', 'd')
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
if now > tonumber(ARGV[6]) then
  return { 'STALE', now }
end
local over, ends = upTo == 'end', tonumber(s[2] or 0)
if s[1] == id and s[2] and over and hold == 0 and not s[5] then
  redis.call('HDEL', key, 'x', 'r')
  redis.call('PEXPIRE', key, ARGV[3])
  return { 'RELEASED', now }
end
-- @include previous/queue.lua

local status = 'CANCELLED'
local taken = id:match('^%*(.*)')
if taken then
  status = ends <= now and 'FREE' or taken == s[1] and 'RELEASED' or 'CANCELLED'
  if status == 'RELEASED' then
    redis.call('HDEL', key, 'o', 'x', 'p', 'r')
    keep(0)
    ends = 0
  end
elseif s[1] == id and s[2] and over and hold > 0 then
  -- not before all of it is over: of the millisecond that `now` names a part is
  status, ends = 'RELEASED', math.ceil(micros / 1000) + hold
  redis.call('HDEL', key, 'r')
  redis.call('HSET', key, 'o', '!' .. id, 'x', num(ends))
  keep(ends - now)
elseif s[1] == id and s[2] and over then
  status, ends = 'RELEASED', 0
  redis.call('HDEL', key, 'x', 'r')
  keep(0)
elseif s[1] == id and s[2] and tonumber(redis.call('HGET', key, 'r') or 0) <= tonumber(upTo) then
  status, ends = 'RELEASED', 0
  redis.call('HDEL', key, 'o', 'x', 'p', 'r')
  keep(0)
elseif s[1] == id and not s[2] or s[1] == '!' .. id or s[4] == id then
  status = 'FINISHED'
end

if wait > 0 then
  join(id, handOff, wait, true)
  return { status, now }
end
local ticket = waiter(id)
if ticket then
  leave(ticket, id)
end
local first, head_id = liveHead()
if ends > now then
  -- nobody will be there to tell the head when a minimum hold ends
  if first and (hold > 0 or ticket and s[1]:byte() == 33) then
    tell('HINT', head_id, 0, 0, ends - now)
  end
  return { status, now }
end
-- Who is told leaves the queue, so that the next release tells the next one; it comes back to the head when it asks.
while first do
  leave(first, head_id)
  if tell('HINT', head_id, 0, 0, 0) then
    break
  end
  first, head_id = liveHead()
end
return { status, now }
