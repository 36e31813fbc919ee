-- propose.lua: takes the lock on one node of a quorum if it is free, whoever waits; otherwise the caller may take a
-- place in the queue, to be woken. Repeating it with the same id is safe.
--
-- KEYS[1] the lock
-- ARGV    1 id, 2 lease ms, 3 retention ms, 4 block (how many tokens to reserve), 5 hand-off lease ms and channel
--         prefix, 6 cutoff (server ms after which it must not take effect), 7 wait ms (0: do not queue), 8 round, the
--         least token, and 1 if the caller has had a place before
-- Returns OWNED    the lock is the caller's on this node: tokens first..last, lease left
--         WAIT     held by another: lease left, position in the queue (0: not queued), who has it
--         FINISHED this id has released before; nothing was done
--         STALE    past the cutoff; nothing was done
--         as { status, now, first token, last token, lease left ms, position, owner }
-- Invariant: a lock with a live lease does not change its owner; a grant has a larger token than whatever was granted
--         or stored here before; the key has a TTL.

local key, id, lease = KEYS[1], ARGV[1], tonumber(ARGV[2])
local s = redis.call('HMGET', key, 'o', 'x', 'f', 'p', 'h', 't', 'd')
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
if now > tonumber(ARGV[6]) then
  return { 'STALE', now }
end
local round, floor, again = ARGV[8]:match('^(%d+) (%d+) (%d)$')
local owner, ends = s[1], tonumber(s[2] or 0)
local released = owner and (not s[2] and owner or owner:match('^!(.*)'))
if released == id or s[4] == id then
  return { 'FINISHED', now }
end
if ends <= now and not s[5] then
  local token = math.max(tonumber(s[3] or 0) + 1, floor)
  local last = token + ARGV[4] - 1
  redis.call('HSET', key, 'o', id, 'x', now + lease, 'f', last, 'b', token, 'p', released or '', 'r', round)
  redis.call('PEXPIRE', key, lease + ARGV[3])
  return { 'OWNED', now, token, last, lease }
end

local wait = tonumber(ARGV[7])
-- @include previous/queue.lua

if ends > now and owner ~= id then
  local place = 0
  if wait > 0 then
    local ticket = join(id, lease, wait, again == '1')
    liveHead()
    place = position(ticket)
  end
  return { 'WAIT', now, 0, 0, ends - now, place, owner }
end
if ends > now then
  ends = math.max(ends, now + lease)
  keep(ends - now)
  -- a question that was overtaken changes nothing for the later one
  redis.call('HSET', key, 'x', num(ends), 'r', num(math.max(tonumber(redis.call('HGET', key, 'r') or 0), round)))
  return { 'OWNED', now, tonumber(redis.call('HGET', key, 'b')), fence, ends - now }
end
local token = math.max(fence + 1, floor)
local last = token + block - 1
redis.call('HSET', key, 'o', id, 'x', num(now + lease), 'f', num(last), 'b', num(token), 'p', released or '', 'r', round)
keep(lease)
local ticket = waiter(id)
if ticket then
  leave(ticket, id)
end
return { 'OWNED', now, token, last, lease }
