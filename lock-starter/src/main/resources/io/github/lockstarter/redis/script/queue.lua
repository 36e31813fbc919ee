-- queue.lua: the waiters of a lock and the hand-off to them. Included by the scripts that may need it, after
-- their uncontended path, so that an uncontended call builds none of these functions.
--
-- Expects the locals key, retention, handOff, channel, block (ARGV) and now, micros (TIME).
-- State: h, t = head and tail ticket; q<ticket> = id; w<id> = ticket:deadline:lease.
-- Invariant: outside h..t there is no ticket; without a ticket there is no h and no t.

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

local function leave(ticket, id)
  redis.call('HDEL', key, 'q' .. num(ticket), 'w' .. id)
end

-- The head and the tail ticket; without a queue 1 and 0.
local function bounds()
  local b = redis.call('HMGET', key, 'h', 't')
  return tonumber(b[1] or 1), tonumber(b[2] or 0)
end

-- The first live waiter at or after ticket `from`: ticket, id and lease, or nil. Drops the dead on its way, so that
-- each is passed once: O(1) amortised.
local function nextLive(from, tail)
  for ticket = from, tail do
    local id = redis.call('HGET', key, 'q' .. num(ticket))
    if id then
      local place, deadline, lease = waiter(id)
      if place == ticket and deadline >= now then
        return ticket, id, lease
      end
      redis.call('HDEL', key, 'q' .. num(ticket))
      if place == ticket then
        redis.call('HDEL', key, 'w' .. id)
      end
    end
  end
  return nil
end

-- The live head: ticket, id and lease, or nil. Moves h there; without a live waiter it removes h and t.
local function liveHead()
  local head, tail = bounds()
  if head > tail then
    return nil
  end
  local ticket, id, lease = nextLive(head, tail)
  if not ticket then
    redis.call('HDEL', key, 'h', 't')
  elseif ticket > head then
    redis.call('HSET', key, 'h', num(ticket))
  end
  return ticket, id, lease
end

-- Takes the last place, or keeps the one it has, for `wait` more milliseconds. Returns the ticket.
local function join(id, lease, wait)
  local ticket = waiter(id)
  if not ticket then
    local head, tail = bounds()
    ticket = tail + 1
    redis.call('HSET', key, 'h', num(head), 't', num(ticket), 'q' .. num(ticket), id)
  end
  redis.call('HSET', key, 'w' .. id, num(ticket) .. ':' .. num(now + wait) .. ':' .. num(lease))
  keep(wait)
  return ticket
end

-- The first and the last token of the next block. A hybrid logical clock (Kulkarni et al., "Logical Physical
-- Clocks", 2014): larger than every token before, and after a flush or a failover still larger by the clock.
local function nextTokens()
  local fence = tonumber(redis.call('HGET', key, 'f') or 0)
  local token = math.max(fence + 1, micros)
  return token, token + block - 1
end

-- Makes `id` the owner for `lease` milliseconds. `former` is the id that had released before, '' if none had.
local function own(id, lease, token, last, former)
  keep(lease)
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
-- The PEXPIRE is the first write, so that a full memory cannot refuse the HSET after the PUBLISH.
-- Returns the new owner, its tokens and its lease, or nil: the lock stays free until the next poll.
local function offer(asking, former)
  local ticket, id, lease = liveHead()
  if not ticket then
    return nil
  end
  local _, tail = bounds()
  redis.call('PEXPIRE', key, num(math.max(redis.call('PTTL', key), handOff + retention)))
  local token, last = nextTokens()
  while ticket do
    if id ~= asking then
      lease = math.min(lease, handOff)
    end
    if id == asking or tell('GRANT', id, token, last, lease) then
      leave(ticket, id)
      own(id, lease, token, last, former)
      liveHead()
      return id, token, last, lease
    end
    ticket, id, lease = nextLive(ticket + 1, tail)
  end
  return nil
end

-- Gives up the ownership of `id`: the lock goes to a waiter, or is free and remembered for the retention.
local function release(id)
  redis.call('HDEL', key, 'x')
  if not offer(nil, id) and not liveHead() then
    redis.call('PEXPIRE', key, num(retention))
  end
end
