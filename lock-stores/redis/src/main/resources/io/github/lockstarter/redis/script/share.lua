-- share.lua: acquires a share of the lock: one of `limit` (0: any number), beside other shares, never beside an owner;
-- otherwise queues the caller if it waits. Safe to repeat, as acquire.lua.
--
-- KEYS[1] the lock
-- ARGV    1 id, 2 lease ms, 3 retention ms, 4 block, 5 hand-off lease ms and channel prefix, 6 cutoff (server ms after
--         which the script must not take effect), 7 wait ms (0: do not queue), 8 1 if the caller has had a place in the
--         queue before, and the limit
-- Returns OWNED    the caller has a share: its token twice, lease left
--         WAIT     lease left of the share or owner that ends first, position in the queue (0: not queued)
--         FINISHED this id has released the lock before, as its last holder; nothing was done
--         STALE    past the cutoff; nothing was done
--         as { status, now, first token, last token, lease left ms, position }
-- Invariant: no share beside an owner; no more than `limit` shares when one is granted; no waiter that messages reach
--         is overtaken, whatever it asks for; readers between two owners have one token, permits one each.

local key, id, lease = KEYS[1], ARGV[1], tonumber(ARGV[2])
-- @include lock.lua
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
if now > tonumber(ARGV[6]) then
  return { 'STALE', now }
end
local again, limit = ARGV[8]:match('^(%d) (%d+)$')
limit = tonumber(limit)
local ends = tonumber(leaseEnd or 0)
local released = owner and (not leaseEnd and owner or owner:match('^!(.*)'))
if released == id or previous == id then
  return { 'FINISHED', now }
end
local n, e, firstToken, mine
if owner == '&' then
  n, e, firstToken, mine = unpack(redis.call('HMGET', key, 'n', 'e', 'b', 'm' .. id))
  n, e, mine = tonumber(n), tonumber(e), tonumber(mine)
end
if not head then
  local till = now + lease
  if owner == '&' then
    if n and e and tonumber(firstToken) and e > now and not mine and (limit == 0 or n < limit) then
      local token = firstToken
      if limit > 0 then
        token = math.max(lastToken + 1, micros)
        redis.call('HSET', key, 'm' .. id, till, 'k' .. id, token, 'n', n + 1, 'f', token, 'x', math.max(ends, till),
          'e', math.min(e, till))
      else
        redis.call('HSET', key, 'm' .. id, till, 'n', n + 1, 'x', math.max(ends, till), 'e', math.min(e, till))
      end
      if redis.call('PTTL', key) < lease + ARGV[3] then
        redis.call('PEXPIRE', key, lease + ARGV[3])
      end
      return { 'OWNED', now, tonumber(token), tonumber(token), lease }
    end
  elseif ends <= now and not redis.call('HGET', key, 'n') then
    -- called for its permission only: a user without HSCAN fails now, and not when a member has crashed
    redis.call('HSCAN', key, '0', 'COUNT', '1')
    local token = math.max(tonumber(lastToken or 0) + 1, micros)
    redis.call('HSET', key, 'o', '&', 'x', till, 'f', token, 'b', token, 'p', released or '', 'n', 1, 'e', till,
      'm' .. id, till)
    if limit > 0 then
      redis.call('HSET', key, 'k' .. id, token)
    end
    redis.call('PEXPIRE', key, lease + ARGV[3])
    return { 'OWNED', now, token, token, lease }
  end
end

local wait = tonumber(ARGV[7])
if again == '0' and owner ~= '&' then
  -- for its permission again: a waiter without it has to fail before a hand-off makes it a member
  redis.call('HSCAN', key, '0', 'COUNT', '1')
end
-- @include queue.lua

if owner == '&' then
  if mine and mine > now then
    local token, left = group().extend(id, mine, lease)
    return { 'OWNED', now, token, token, left }
  end
  if mine then
    group().drop(id)
    theGroup.countDown()
  end
  isShared()
elseif ends > now and owner == id then
  -- a client of the previous version, which knows no shares, has handed the caller the whole lock
  ends = math.max(ends, now + lease)
  keep(ends - now)
  redis.call('HSET', key, 'x', num(ends))
  return { 'OWNED', now, tonumber(redis.call('HGET', key, 'b')), lastToken, ends - now }
elseif ends > now then
  local place = 0
  if wait > 0 then
    local ticket = join(id, lease, wait, again == '1', limit)
    liveHead()
    place = position(ticket)
  end
  return { 'WAIT', now, 0, 0, ends - now, place }
end

local ticket = wait > 0 and join(id, lease, wait, again == '1', limit)
local to, token, last, given = offer(released or '', id, lease, limit)
if to == id then
  return { 'OWNED', now, token, last, given }
end
return { 'WAIT', now, 0, 0, leaseLeftAndPosition(ticket, given) }
