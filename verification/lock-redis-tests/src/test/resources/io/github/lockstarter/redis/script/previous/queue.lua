-- queue.lua: the waiters of a lock and the hand-off to them. Included by the scripts that may need it, after
-- their uncontended path, so that an uncontended call builds none of these functions.
--
-- Expects the locals key, s (HMGET o x f p h t d), now and micros (TIME).
-- ARGV    3 retention ms, 4 block (how many tokens to reserve), 5 hand-off lease ms and channel prefix
-- State: h, t = head and tail ticket; q<ticket> = id, or at the two ends of a run of gaps >last and <first;
--        w<id> = ticket:deadline:lease, and :1 if the lock is kept for it; d = clients in doubt, with a space around
--        each; g = end of the lease of the last hand-off for the usual time, as it was given; it goes when the lock is
--        given back.
-- Invariant: outside h..t there is no ticket; head and tail below are what the key says. A hand-off takes everybody
--        it passes out of the queue, so that a ticket is looked at once: O(1) amortised, whoever waits. A run of gaps
--        is looked at as one (a single gap, and those that the version before leaves, have no marks), and a script
--        looks at so many tickets at most: it keeps Redis from everybody else. Whoever comes next goes on from there.

-- The ticket of the first waiter: below it is room for those who come back to the head.
local FIRST = 1048576
-- How many tickets this script may still look at.
local looks = 200

local retention, block = tonumber(ARGV[3]), tonumber(ARGV[4])
local handOff, channel = ARGV[5]:match('^(%d+) (.*)$')
handOff = tonumber(handOff)
local fence, head, tail = tonumber(s[3] or 0), tonumber(s[5] or FIRST), tonumber(s[6] or FIRST - 1)
local doubts = s[7] or ''

local function num(n)
  return string.format('%.0f', n)
end

-- The client of an attempt.
local function client(id)
  return id:match('^[^:]*')
end

-- Lets the key live until `millis` from now plus the fence retention, if it would not anyway.
local function keep(millis)
  if redis.call('PTTL', key) < millis + retention then
    redis.call('PEXPIRE', key, num(millis + retention))
  end
end

-- The ticket of a waiter, its deadline, the lease it asks for, and whether the lock is kept for it; or nil.
local function waiter(id)
  local place = redis.call('HGET', key, 'w' .. id)
  if not place then
    return nil
  end
  local ticket, deadline, lease, kept = place:match('^(%d+):(%d+):?(%d*):?(%d*)')
  return tonumber(ticket), tonumber(deadline), tonumber(lease) or handOff, kept == '1'
end

-- The position of a ticket: 1 is next.
local function position(ticket)
  return ticket - head + 1
end

-- Deletes fields, and the queue if nobody is left in it.
local function delete(...)
  if head > tail then
    redis.call('HDEL', key, 'h', 't', 'd', ...)
    head, tail, doubts = FIRST, FIRST - 1, ''
  else
    redis.call('HDEL', key, ...)
  end
end

-- Writes where the queue begins and ends now, behind an HDEL.
local function save()
  if head <= tail then
    redis.call('HSET', key, 'h', num(head), 't', num(tail))
  end
end

-- Takes a waiter out of the queue, from whatever place. Behind the last one the tail goes back to whoever is before it,
-- over a hundred gaps without marks at most. A gap between others becomes one with those beside it.
local function leave(ticket, id)
  local left = 'q' .. num(ticket)
  if ticket == head then
    head = ticket + 1
    delete(left, 'w' .. id)
    save()
  elseif ticket == tail then
    local gone = { left, 'w' .. id }
    for _ = 1, 100 do
      tail = tail - 1
      local other = redis.call('HGET', key, 'q' .. num(tail))
      local from = not other and tail or tonumber(other:match('^<(.*)'))
      if tail < head or not from then
        break
      end
      gone[#gone + 1], gone[#gone + 2] = 'q' .. num(tail), 'q' .. num(from)
      tail = from
    end
    delete(unpack(gone))
    save()
  else
    local before, behind = 'q' .. num(ticket - 1), 'q' .. num(ticket + 1)
    local beside = redis.call('HMGET', key, before, behind)
    local from = not beside[1] and ticket - 1 or tonumber(beside[1]:match('^<(.*)')) or ticket
    local to = not beside[2] and ticket + 1 or tonumber(beside[2]:match('^>(.*)')) or ticket
    delete(left, 'w' .. id, from < ticket and before or left, to > ticket and behind or left)
    if to > from then
      redis.call('HSET', key, 'q' .. num(from), '>' .. num(to), 'q' .. num(to), '<' .. num(from))
    end
  end
end

-- The live head: ticket, id, lease and whether the lock is kept for it, or nil: there is no queue any more, or more of
-- one than this script may look at. Drops the dead and the gaps before it; the first write is an HDEL. `later`: the
-- caller writes where the head is then.
local function liveHead(later)
  local from = head
  while head <= tail and looks > 0 do
    looks = looks - 1
    local ticket = head
    local id = redis.call('HGET', key, 'q' .. num(ticket))
    local to, place, deadline, lease, kept = ticket
    if id then
      place, deadline, lease, kept = waiter(id)
      if place == ticket and deadline >= now then
        if ticket > from and not later then
          save()
        end
        return ticket, id, lease, kept
      end
      to = tonumber(id:match('^>(.*)')) or ticket
    end
    head = to + 1
    delete('q' .. num(ticket), place == ticket and 'w' .. id or 'q' .. num(to))
  end
  if head > from and not later then
    save()
  end
  return nil
end

local function isInDoubt(id)
  return doubts:find(' ' .. client(id) .. ' ', 1, true)
end

-- The client of `id` lives: it asks.
local function trust(id)
  local from, to = isInDoubt(id)
  if from then
    doubts = doubts:sub(1, from) .. doubts:sub(to + 1)
    redis.call('HSET', key, 'd', doubts)
  end
end

-- Keeps the place that `id` has for `wait` more milliseconds, or takes one. Returns the ticket.
-- `again`: it has had a place before. If it has none any more, no message reached it when it was passed, or it was
-- late: it comes back to the head, and the lock is kept for it. Everybody who kept a place was behind it; those who
-- come back have no order among themselves.
local function join(id, lease, wait, again)
  trust(id)
  local ticket, _, _, kept = waiter(id)
  local entry = ':' .. num(now + wait) .. ':' .. num(lease)
  if ticket then
    redis.call('HSET', key, 'w' .. id, num(ticket) .. entry .. (kept and ':1' or ''))
  else
    if again and head > 1 and head <= tail then
      head = head - 1
      ticket = head
    else
      tail = tail + 1
      ticket = tail
    end
    redis.call('HSET', key, 'h', num(head), 't', num(tail), 'q' .. num(ticket), id,
      'w' .. id, num(ticket) .. entry .. (again and ':1' or ''))
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

-- Makes `id` the owner for `lease` milliseconds. `former` is the id that had released before, '' if none had;
-- `timed`: it has the usual time to claim it. The caller has made the key live long enough.
local function own(id, lease, token, last, former, timed)
  local ends = num(now + lease)
  local fields = { 'o', id, 'x', ends, 'f', num(last), 'b', num(token), 'p', former }
  if timed then
    fields[11], fields[12] = 'g', ends
  end
  if head <= tail then
    -- the queue has moved on
    fields[#fields + 1], fields[#fields + 2] = 'h', num(head)
  end
  redis.call('HSET', key, unpack(fields))
end

-- Sends `id` a message on its instance's channel: kind, id, now, first token, last token, ms, key.
-- Returns whether anybody was there to hear it. PUBLISH also counts those who listen to all channels; NUMSUB does not,
-- and is asked where the user may, which Redis tells from 7.0 on.
local function tell(kind, id, first, last, millis)
  local to = channel .. client(id)
  local known, allowed = pcall(redis.acl_check_cmd, 'PUBSUB', 'NUMSUB', to)
  if known and allowed and redis.pcall('PUBSUB', 'NUMSUB', to)[2] == 0 then
    return false
  end
  local text = table.concat({ kind, id, num(now), num(first), num(last), num(millis), key }, ' ')
  local heard = redis.pcall('PUBLISH', to, text)
  return type(heard) == 'number' and heard > 0
end

-- A hand-off that ran out and was neither claimed nor renewed: its client may be dead, whoever hears for it. A tool
-- that listens to all channels does, and so does the socket of a machine that lost its power. A shorter lease than the
-- usual says nothing: over a slow network it ends before its claim arrives.
local function doubt(asking)
  local owner = s[1]
  if s[2] and tonumber(s[2]) <= now and client(owner) ~= client(asking) and not isInDoubt(owner)
      and redis.call('HGET', key, 'g') == s[2] then
    doubts = (doubts == '' and ' ' or doubts) .. client(owner) .. ' '
    -- a queue may never be empty: the oldest ones are believed once more
    while select(2, doubts:gsub('%S+', '')) > 16 do
      doubts = doubts:gsub('^ %S+', '', 1)
    end
    redis.call('HSET', key, 'd', doubts)
  end
end

-- The direct hand-off: makes the first waiter that can be reached the owner, under a provisional lease, no longer
-- than the one it asks for, and tells it. One that nobody hears for, or whose client is in doubt, leaves the queue:
-- if it lives, it comes back to the head when it asks again. From then on the lock is kept for it: it gets the lock
-- without a message, and finds it when it asks the next time. `asking`, who reads this script's reply, needs no
-- message and gets the lease it asks for; so it does if nobody else is left, also if it does not wait.
-- After the PUBLISH nothing may be refused, or a waiter works without the lock. Redis refuses a script's first write
-- or none: a full memory if that needs memory, a replica, a master without its replicas and one that cannot save in
-- any case. So the waiter leaves first, which is an HDEL. The key already outlives a lease that ends before the old
-- owner's.
-- If more wait than this script may look at, the last one who came is told to ask, and nobody gets the lock before.
-- Returns the new owner, its tokens and its lease, or nil: the lock stays free until somebody asks.
local function offer(former, asking, wanted)
  if head > tail and not asking then
    return nil
  end
  local longest = math.max(handOff, wanted or 0)
  if tonumber(s[2] or 0) - now < longest then
    keep(longest)
  end
  if asking then
    doubt(asking)
  end
  local token, last = nextTokens()
  local ticket, id, lease, kept = liveHead(true)
  while ticket do
    local trusted = not isInDoubt(id)
    head = ticket + 1
    delete('q' .. num(ticket), 'w' .. id)
    if id == asking then
      break
    end
    lease = math.min(lease, handOff)
    if trusted and (tell('GRANT', id, token, last, lease) or kept) then
      own(id, lease, token, last, former, lease == handOff)
      return id, token, last, lease
    end
    ticket, id, lease, kept = liveHead(true)
  end
  if not ticket and head <= tail then
    save()
    local latest = redis.call('HGET', key, 'q' .. num(tail))
    if latest and latest ~= asking then
      tell('HINT', latest, 0, 0, 0)
    end
    return nil
  end
  if not asking then
    return nil
  end
  own(asking, wanted, token, last, former, false)
  return asking, token, last, wanted
end

-- Gives up the ownership of `id`: the lock goes to a waiter, or is free and remembered for the retention.
local function release(id)
  if not offer(id) then
    redis.call('HDEL', key, 'x', 'g')
    if head > tail then
      redis.call('PEXPIRE', key, num(retention))
    end
  end
end
