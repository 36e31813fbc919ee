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
local s = redis.call('HMGET', key, 'o', 'x', 'f', 'p', 'h', 't')
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
-- queue.lua: the waiters of a lock and the hand-off to them. Included by the scripts that may need it, after
-- their uncontended path, so that an uncontended call builds none of these functions.
--
-- Expects the locals key, s (HMGET o x f p h t), now and micros (TIME).
-- ARGV    3 retention ms, 4 block (how many tokens to reserve), 5 hand-off lease ms and channel prefix
-- State: h, t = head and tail ticket; q<ticket> = id; w<id> = ticket:deadline:lease.
-- Invariant: outside h..t there is no ticket; head and tail below are what the key says.

local retention, block = tonumber(ARGV[3]), tonumber(ARGV[4])
local handOff, channel = ARGV[5]:match('^(%d+) (.*)$')
handOff = tonumber(handOff)
local fence, head, tail = tonumber(s[3] or 0), tonumber(s[5] or 1), tonumber(s[6] or 0)

local function num(n)
  return string.format('%.0f', n)
end

-- Lets the key live until `millis` from now plus the fence retention, if it would not anyway.
local function keep(millis)
  if redis.call('PTTL', key) < millis + retention then
    redis.call('PEXPIRE', key, num(millis + retention))
  end
end

-- The ticket of a waiter, its deadline and the lease it asks for, or nil.
local function waiter(id)
  local place = redis.call('HGET', key, 'w' .. id)
  if not place then
    return nil
  end
  local ticket, deadline, lease = place:match('^(%d+):(%d+):?(%d*)')
  return tonumber(ticket), tonumber(deadline), tonumber(lease) or handOff
end

-- The position of a ticket: 1 is next.
local function position(ticket)
  return ticket - head + 1
end

-- Takes a waiter out of the queue, from whatever place.
local function leave(ticket, id)
  if ticket == head and ticket == tail then
    redis.call('HDEL', key, 'q' .. num(ticket), 'w' .. id, 'h', 't')
    head, tail = 1, 0
  else
    redis.call('HDEL', key, 'q' .. num(ticket), 'w' .. id)
    if ticket == head then
      head = ticket + 1
      redis.call('HSET', key, 'h', num(head))
    end
  end
end

-- The first live waiter at or after ticket `from`: ticket, id and lease, or nil. Drops what it passes, the dead and
-- the gaps, so that each is passed once: O(1) amortised; and whoever moves h afterwards has begun with an HDEL.
local function nextLive(from)
  for ticket = from, tail do
    local id = redis.call('HGET', key, 'q' .. num(ticket))
    local place, deadline, lease
    if id then
      place, deadline, lease = waiter(id)
      if place == ticket and deadline >= now then
        return ticket, id, lease
      end
    end
    redis.call('HDEL', key, 'q' .. num(ticket))
    if place == ticket then
      redis.call('HDEL', key, 'w' .. id)
    end
  end
  return nil
end

-- The live head: ticket, id and lease, or nil. Moves h there; without a live waiter it removes h and t.
local function liveHead()
  if head > tail then
    return nil
  end
  local ticket, id, lease = nextLive(head)
  if not ticket then
    redis.call('HDEL', key, 'h', 't')
    head, tail = 1, 0
  elseif ticket > head then
    redis.call('HSET', key, 'h', num(ticket))
    head = ticket
  end
  return ticket, id, lease
end

-- Takes the last place, or keeps the one it has, for `wait` more milliseconds. Returns the ticket.
local function join(id, lease, wait)
  local ticket = waiter(id)
  local entry = num(now + wait) .. ':' .. num(lease)
  if ticket then
    redis.call('HSET', key, 'w' .. id, num(ticket) .. ':' .. entry)
  else
    tail = tail + 1
    ticket = tail
    redis.call('HSET', key, 'h', num(head), 't', num(ticket), 'q' .. num(ticket), id,
      'w' .. id, num(ticket) .. ':' .. entry)
  end
  keep(wait)
  return ticket
end

-- The first and the last token of the next block. A hybrid logical clock (Kulkarni et al., "Logical Physical
-- Clocks", 2014): larger than every token before, and after a flush or a failover still larger by the clock.
local function nextTokens()
  local token = math.max(fence + 1, micros)
  return token, token + block - 1
end

-- Makes `id` the owner for `lease` milliseconds. `former` is the id that had released before, '' if none had.
-- The caller has made the key live long enough.
local function own(id, lease, token, last, former)
  redis.call('HSET', key, 'o', id, 'x', num(now + lease), 'f', num(last), 'b', num(token), 'p', former)
end

-- Sends `id` a message on its instance's channel: kind, id, now, first token, last token, ms, key.
-- Returns whether anybody was there to hear it.
local function tell(kind, id, first, last, millis)
  local text = table.concat({ kind, id, num(now), num(first), num(last), num(millis), key }, ' ')
  local heard = redis.pcall('PUBLISH', channel .. id:match('^[^:]*'), text)
  return type(heard) == 'number' and heard > 0
end

-- The direct hand-off: makes the first waiter that can be reached the owner, under a provisional lease, no
-- longer than the one it asks for, and tells it. A waiter that nobody hears for keeps its ticket and finds the
-- lock by its poll; `asking`, who reads this script's reply, needs no message and gets the lease it asks for.
-- After the PUBLISH nothing may be refused, or a waiter works without the lock. Redis refuses a script's first write
-- or none: a full memory if that needs memory, a replica, a master without its replicas and one that cannot save in
-- any case. So the first one is here, and changes nothing. The key already outlives a lease that ends before the old
-- owner's.
-- Returns the new owner, its tokens and its lease, or nil: the lock stays free until the next poll.
local function offer(former, asking, wanted)
  if head > tail then
    return nil
  end
  redis.call('HDEL', key, '')
  local longest = math.max(handOff, wanted or 0)
  if tonumber(s[2] or 0) - now < longest then
    keep(longest)
  end
  local ticket, id, lease = liveHead()
  local token, last = nextTokens()
  while ticket do
    if id ~= asking then
      lease = math.min(lease, handOff)
    end
    if id == asking or tell('GRANT', id, token, last, lease) then
      leave(ticket, id)
      own(id, lease, token, last, former)
      return id, token, last, lease
    end
    ticket, id, lease = nextLive(ticket + 1)
  end
  return nil
end

-- Gives up the ownership of `id`: the lock goes to a waiter, or is free and remembered for the retention.
local function release(id)
  if not offer(id) then
    redis.call('HDEL', key, 'x')
    if head > tail then
      redis.call('PEXPIRE', key, num(retention))
    end
  end
end

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
