-- release.lua: gives the lock back and hands it to the next waiter.
--
-- KEYS[1] the lock
-- ARGV    1 id, 2 minimum hold left ms, 3 retention ms, 4 block, 5 hand-off lease ms and channel prefix
-- Returns RELEASED the lock was the caller's; with a minimum hold its name stays taken, by nobody, until the end
--         ALREADY  this id had released it before: a repetition
--         NOT_OWNER it is not, or no longer, the caller's; a place in the queue is given up all the same
--         as { status, now }
-- Invariant: only the owner of the current token releases. The first write is an HDEL or a PEXPIRE because a full
--         memory refuses a script's first write if that needs memory. The owner field stays: it makes a
--         repetition harmless.

local key, id = KEYS[1], ARGV[1]
local s = redis.call('HMGET', key, 'o', 'x', 'f', 'p', 'h', 't', 'd')
if s[1] == id and s[2] and not s[5] and ARGV[2] == '0' then
  redis.call('HDEL', key, 'x', 'g')
  redis.call('PEXPIRE', key, ARGV[3])
  return { 'RELEASED' }
end

local hold = tonumber(ARGV[2])
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
-- @include previous/queue.lua

if s[1] ~= id then
  local ticket = waiter(id)
  if ticket then
    leave(ticket, id)
    liveHead()
  end
  return { (s[1] == '!' .. id or s[4] == id) and 'ALREADY' or 'NOT_OWNER', now }
end
if not s[2] then
  return { 'ALREADY', now }
end
if hold > 0 then
  -- not before all of it is over: of the millisecond that `now` names a part is
  local ends = math.ceil(micros / 1000) + hold
  redis.call('HDEL', key, 'x', 'g')
  redis.call('HSET', key, 'o', '!' .. id, 'x', num(ends))
  local _, first = liveHead()
  if head > tail then
    redis.call('PEXPIRE', key, num(ends - now + retention))
  else
    keep(ends - now)
  end
  if first then
    tell('HINT', first, 0, 0, ends - now)
  end
else
  release(id)
end
return { 'RELEASED', now }
