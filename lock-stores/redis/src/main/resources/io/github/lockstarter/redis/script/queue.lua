-- queue.lua: the waiters of a lock and the hand-off to them. Included by the scripts that may need it, behind their
-- uncontended path, so that an uncontended call builds none of these functions.
--
-- Expects the local key, those of lock.lua, and now and micros (TIME). Makes numbers of lastToken, head and tail.
-- ARGV    3 retention ms, 4 block (number of tokens to reserve), 5 hand-off lease ms and channel prefix
-- State: h, t, q<ticket>, w<id>, d and g (lock.lua). g is written by a hand-off for the usual lease and deleted when
--        the lock is released.
-- Invariant: no ticket lies outside h..t; head and tail below equal the fields of the key. A hand-off removes every
--        waiter that it passes from the queue, so that each ticket is examined once: O(1) amortised. A run of gaps is
--        examined as one (a single gap, and those of the previous version, have no marks). A script examines a limited
--        number of tickets, because Redis serves no other client meanwhile; the next script continues from there.

-- The ticket of the first waiter: below it is room for waiters that come back to the head.
local FIRST = 1048576
-- How many tickets this script may still examine.
local looks = 200

local retention, block = tonumber(ARGV[3]), tonumber(ARGV[4])
local handOff, channel = ARGV[5]:match('^(%d+) (.*)$')
handOff = tonumber(handOff)
lastToken, head, tail = tonumber(lastToken or 0), tonumber(head or FIRST), tonumber(tail or FIRST - 1)
doubts = doubts or ''

local function num(n)
  return string.format('%.0f', n)
end

-- The client of an attempt.
local function client(id)
  return id:match('^[^:]*')
end

-- Extends the time to live of the key to `millis` from now plus the retention, unless it is longer.
local function keep(millis)
  if redis.call('PTTL', key) < millis + retention then
    redis.call('PEXPIRE', key, num(millis + retention))
  end
end

-- Returns the ticket of a waiter, its deadline, the lease it asks for, whether the lock is kept for it, and the limit
-- of the share it asks for (nil: it asks for an exclusive lock); or nil without a place.
local function waiter(id)
  local place = redis.call('HGET', key, 'w' .. id)
  if not place then
    return nil
  end
  local ticket, deadline, lease, kept, limit = place:match('^(%d+):(%d+):?(%d*):?(%d*):?(%d*)')
  return tonumber(ticket), tonumber(deadline), tonumber(lease) or handOff, kept == '1', tonumber(limit)
end

-- The position of a ticket: 1 is next.
local function position(ticket)
  return ticket - head + 1
end

-- Deletes fields, and the queue if it is empty.
local function delete(...)
  if head > tail then
    redis.call('HDEL', key, 'h', 't', 'd', ...)
    head, tail, doubts = FIRST, FIRST - 1, ''
  else
    redis.call('HDEL', key, ...)
  end
end

-- Writes where the queue begins and ends now. Only after an HDEL: a full memory refuses an HSET as the first write.
local function save()
  if head <= tail then
    redis.call('HSET', key, 'h', num(head), 't', num(tail))
  end
end

-- Takes a waiter out of the queue. If it was the last one, the tail moves back to the waiter before it, over at most a
-- hundred gaps without marks. A gap between other waiters is merged with the gaps beside it.
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

-- Returns the live head: ticket, id, lease, whether the lock is kept for it, and its limit; or nil: the queue has
-- ended, or is longer than this script may examine. Deletes expired waiters and gaps before it; the first write is an
-- HDEL. `later`: the caller saves the new head.
local function liveHead(later)
  local from = head
  while head <= tail and looks > 0 do
    looks = looks - 1
    local ticket = head
    local id = redis.call('HGET', key, 'q' .. num(ticket))
    local to, place, deadline, lease, kept, limit = ticket
    if id then
      place, deadline, lease, kept, limit = waiter(id)
      if place == ticket and deadline >= now then
        if ticket > from and not later then
          save()
        end
        return ticket, id, lease, kept, limit
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

-- The client of `id` lives, for it asks: removes it from the clients in doubt.
local function trust(id)
  local from, to = isInDoubt(id)
  if from then
    doubts = doubts:sub(1, from) .. doubts:sub(to + 1)
    redis.call('HSET', key, 'd', doubts)
  end
end

-- Keeps the place of `id` for `wait` more milliseconds, or takes one. Returns the ticket.
-- `again`: it has had a place before. If that place is gone, it was passed over because no message reached it, or it
-- asked too late: it comes back to the head, and the lock is kept for it. Every waiter that kept its place was behind
-- it; waiters that come back have no order among themselves.
local function join(id, lease, wait, again, limit)
  trust(id)
  local ticket, _, _, kept = waiter(id)
  if not ticket then
    kept = again
  end
  local entry = ':' .. num(now + wait) .. ':' .. num(lease) .. (kept and ':1' or limit and ':' or '')
    .. (limit and ':' .. num(limit) or '')
  if ticket then
    redis.call('HSET', key, 'w' .. id, num(ticket) .. entry)
  else
    if again and head > 1 and head <= tail then
      head = head - 1
      ticket = head
    else
      tail = tail + 1
      ticket = tail
    end
    redis.call('HSET', key, 'h', num(head), 't', num(tail), 'q' .. num(ticket), id,
      'w' .. id, num(ticket) .. entry)
  end
  keep(wait)
  return ticket
end

-- Returns the first and the last token of the next block. A hybrid logical clock (Kulkarni et al., "Logical Physical
-- Clocks", 2014): larger than every token before, and after a flush or a failover still larger by the clock.
local function nextTokens()
  local token = math.max(lastToken + 1, micros)
  return token, token + block - 1
end

-- Makes `id` the owner for `lease` milliseconds. `former` is the id that released the lock before, '' for none;
-- `timed`: the lease is the usual one of a hand-off. The caller has extended the time to live of the key.
local function own(id, lease, token, last, former, timed)
  local ends = num(now + lease)
  local fields = { 'o', id, 'x', ends, 'f', num(last), 'b', num(token), 'p', former }
  if timed then
    fields[11], fields[12] = 'g', ends .. ' ' .. id
  end
  if head <= tail then
    -- the new owner has left the queue, and its head has moved
    fields[#fields + 1], fields[#fields + 2] = 'h', num(head)
  end
  redis.call('HSET', key, unpack(fields))
end

-- Sends `id` a message on the channel of its client: kind, id, now, first token, last token, ms, key.
-- Returns whether a subscriber received it. PUBLISH also counts subscribers to patterns, such as tools that listen to
-- all channels; NUMSUB does not, and is called where the user has the permission, which Redis reports from 7.0 on.
local function notify(kind, id, first, last, millis)
  local to = channel .. client(id)
  local known, allowed = pcall(redis.acl_check_cmd, 'PUBSUB', 'NUMSUB', to)
  if known and allowed and redis.pcall('PUBSUB', 'NUMSUB', to)[2] == 0 then
    return false
  end
  local text = table.concat({ kind, id, num(now), num(first), num(last), num(millis), key }, ' ')
  -- not on the replicas: a former master may have subscribers that do not count here, and would get a second owner
  pcall(redis.set_repl, redis.REPL_NONE)
  local heard = redis.pcall('PUBLISH', to, text)
  pcall(redis.set_repl, redis.REPL_ALL)
  return type(heard) == 'number' and heard > 0
end

-- The client of `id` may be dead: adds it to the clients in doubt.
local function suspect(id)
  if isInDoubt(id) then
    return
  end
  doubts = (doubts == '' and ' ' or doubts) .. client(id) .. ' '
  -- bounded, because doubts end only with the queue: the oldest clients are trusted again
  while select(2, doubts:gsub('%S+', '')) > 16 do
    doubts = doubts:gsub('^ %S+', '', 1)
  end
  redis.call('HSET', key, 'd', doubts)
end

-- Suspects the client of a handed-over lease that expired without a claim or a renewal: it may be dead although its
-- message had a receiver, such as a tool that listens to all channels, or the socket of a machine that lost its power.
-- A lease shorter than the usual one proves nothing: over a slow network it ends before its claim arrives.
local function doubt(asking)
  if leaseEnd and tonumber(leaseEnd) <= now and client(owner) ~= client(asking)
      and redis.call('HGET', key, 'g') == leaseEnd .. ' ' .. owner then
    suspect(owner)
  end
end

local offer

-- The functions of a group, built by the first call of group().
local theGroup
local function group()
  if theGroup then
    return theGroup
  end
  theGroup = (function()
-- @include group.lua
  end)()
  theGroup.offer = offer
  return theGroup
end

-- Whether a group has the lock. Dissolves a group whose members have all expired.
local function isShared()
  return owner == '&' and group().load()
end

-- Whether a lock without an owner has room for one more: nil is for an exclusive lock, a number for a share.
local function fits(limit)
  return not isShared() or limit and (limit == 0 or theGroup.n < limit)
end

-- How many shares one script grants.
local BATCH = 64

-- Hands over a lock without an owner: makes the first waiter that can be reached the owner, under a provisional lease,
-- no longer than the one it asks for, and notifies it; if that waiter asks for a share, then also those behind it that
-- ask for one, while there is room. A waiter without a subscriber, or whose client is in doubt, leaves the queue: if it
-- lives, it comes back to the head when it asks again. From then on the lock is kept for it: it gets the lock without a
-- message, and finds it at its next request. `asking` reads this script's reply, so it needs no message and gets the
-- lease it asks for, with `share` a share of that limit; it also gets the lock if the queue has ended, even if it does
-- not wait.
-- After the PUBLISH no write may be refused, or a waiter works without the lock. Redis refuses the first write of a
-- script or none: a full memory if that write needs memory; a replica, a master without its replicas and one that
-- cannot save in any case. So the waiter leaves the queue first, which is an HDEL. The key already outlives a lease
-- that ends before the old owner's.
-- If more waiters are queued than this script may examine, the last one is woken to ask, and the lock stays free until
-- then; if more may share it than one script serves, the next one of them is woken.
-- Returns `asking`, or else the first waiter that got the lock, its tokens and its lease; or nil: the lock was not
-- granted, and where it is free it stays free until the next request.
function offer(former, asking, wanted, share)
  if head > tail and not asking then
    return nil
  end
  local longest = math.max(handOff, wanted or 0)
  if tonumber(leaseEnd or 0) - now < longest then
    keep(longest)
  end
  if asking and owner ~= '&' then
    doubt(asking)
  end
  local from, left = head, BATCH
  local to, first, final, given
  local ticket, id, lease, kept, limit = liveHead(true)
  while ticket and left > 0 and fits(limit) do
    local trusted, mine = not isInDoubt(id), id == asking
    head = ticket + 1
    delete('q' .. num(ticket), 'w' .. id)
    lease = mine and wanted or math.min(lease, handOff)
    local token, last = nextTokens()
    if limit then
      token = group().token(limit)
      last = token
    end
    if mine or trusted and (notify('GRANT', id, token, last, lease) or kept) then
      local timed = not mine and lease == handOff
      if mine or not to then
        to, first, final, given = id, token, last, lease
      end
      if not limit then
        own(id, lease, token, last, former, timed)
        return to, first, final, given
      end
      theGroup.admit(id, lease, limit, token, former, timed)
      asking = not mine and asking
      left = left - 1
    end
    ticket, id, lease, kept, limit = liveHead(true)
  end
  if head > from then
    save()
  end
  if theGroup and theGroup.handed then
    redis.call('HSET', key, 'g', theGroup.handed)
  end
  if ticket and left == 0 and fits(limit) then
    notify('HINT', id, 0, 0, 0)
  elseif not ticket and head <= tail then
    local latest = redis.call('HGET', key, 'q' .. num(tail))
    if latest and latest ~= asking then
      notify('HINT', latest, 0, 0, 0)
    end
  elseif asking and not ticket and fits(share) then
    if share then
      first = group().token(share)
      theGroup.admit(asking, wanted, share, first, former, false)
      return asking, first, first, wanted
    end
    first, final = nextTokens()
    own(asking, wanted, first, final, former, false)
    return asking, first, final, wanted
  end
  return to, first, final, given
end

-- The reply to a caller that did not get the lock: the lease left that ends first, and its position in the queue.
-- `given` is the lease that a hand-off has just granted to another caller. A lock that is free even so has more waiters
-- than one script may examine: a lease of zero lets the caller ask again at once, which continues the search.
local function leaseLeftAndPosition(ticket, given)
  if isShared() then
    given = theGroup.e - now
  end
  return given or 0, ticket and (given and position(ticket) or 1) or 0
end

-- Ends the ownership of `id`: the lock goes to a waiter, or is free and its key lives for the retention.
local function release(id)
  if not offer(id) then
    redis.call('HDEL', key, 'x', 'g', 'b')
    if head > tail then
      redis.call('PEXPIRE', key, num(retention))
    end
  end
end
