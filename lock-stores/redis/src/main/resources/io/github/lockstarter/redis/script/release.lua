-- release.lua: releases the lock and hands it to the next waiter.
--
-- KEYS[1] the lock
-- ARGV    1 id, 2 minimum hold left ms, 3 retention ms, 4 block, 5 hand-off lease ms and channel prefix
-- Returns RELEASED  the caller owned the lock; with a minimum hold the lock stays taken until that ends, without an
--                   owner
--         ALREADY   this id has released the lock before: a repetition
--         NOT_OWNER the caller does not own the lock, or no longer; its place in the queue is given up all the same
--         as { status, now }
-- A member of a group releases its share; the last member leaves the lock as an owner does. With a minimum hold the
-- place of the member stays taken.
-- Invariant: only the current owner releases, and a member only its own share. The first write is an HDEL or a PEXPIRE
--         because a full memory refuses a script's first write if that needs memory. The owner field stays: it makes a
--         repetition harmless.

local key, id = KEYS[1], ARGV[1]
-- @include lock.lua
if owner == id and leaseEnd and not head and ARGV[2] == '0' then
  redis.call('HDEL', key, 'x', 'g', 'b')
  redis.call('PEXPIRE', key, ARGV[3])
  return { 'RELEASED' }
end

if owner == '&' and not head and ARGV[2] == '0' and redis.call('HDEL', key, 'm' .. id, 'k' .. id) > 0 then
  local n = redis.call('HGET', key, 'n') - 1
  if n > 0 then
    redis.call('HSET', key, 'n', n)
  else
    redis.call('HDEL', key, 'x', 'n', 'e', 'g', 'b')
    redis.call('HSET', key, 'o', id)
    redis.call('PEXPIRE', key, ARGV[3])
  end
  return { 'RELEASED' }
end

local hold = tonumber(ARGV[2])
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
-- @include queue.lua

if owner ~= id then
  local token = hold > 0 and owner == '&' and redis.call('HGET', key, 'k' .. id)
  if owner == '&' and redis.call('HDEL', key, 'm' .. id, 'k' .. id) > 0 then
    group().vacate(id, hold, token)
    return { 'RELEASED', now }
  end
  local ticket = waiter(id)
  if ticket then
    leave(ticket, id)
    if owner == '&' then
      group().advance()
    else
      liveHead()
    end
  end
  return { (owner == '!' .. id or previous == id) and 'ALREADY' or 'NOT_OWNER', now }
end
if not leaseEnd then
  return { 'ALREADY', now }
end
if hold > 0 then
  -- rounded up: part of the millisecond that `now` names is left, and a minimum hold must not end early
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
    notify('HINT', first, 0, 0, ends - now)
  end
else
  release(id)
end
return { 'RELEASED', now }
