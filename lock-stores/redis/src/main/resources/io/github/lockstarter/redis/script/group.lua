-- group.lua: the members of a group that shares a lock. Included by queue.lua in a function that is called when there
-- is a group, or its first member, so that the contended path of an exclusive lock builds none of these functions.
--
-- State: o = & while a group has the lock; m<id>, m!<id>, k<id>, k!<id>, n and e (lock.lua); x = no member's lease ends
--        later, including guessed renewals; b = the token of the readers. Without o = & these fields are leftovers: a
--        client of the previous version acquired the lock after the leases of a group had expired.
-- Invariant: a place is not granted again before its m has expired. Whatever a release may write first begins with an
--        HDEL, which a full memory lets pass.

local self = {}

-- Returns each member and the end of its lease, zero if that is not a number.
function self.members()
  local cursor, found = '0', {}
  repeat
    local page = redis.call('HSCAN', key, cursor, 'MATCH', 'm*', 'COUNT', 1000)
    cursor = page[1]
    for i = 1, #page[2], 2 do
      found[page[2][i]:sub(2)] = tonumber(page[2][i + 1]) or 0
    end
  until cursor == '0'
  return found
end

function self.drop(id)
  return redis.call('HDEL', key, 'm' .. id, 'k' .. id)
end

-- The last member has left: frees the lock.
local function dissolve()
  redis.call('HDEL', key, 'o', 'x', 'n', 'e', 'g')
  owner, leaseEnd = false, false
end

-- Drops the members whose lease has expired, and finds the next end. The client of a member that was handed its place
-- and neither claimed nor renewed it is in doubt, as in doubt() of queue.lua.
function self.reclaim()
  redis.call('HDEL', key, 'e')
  local till, handed = (redis.call('HGET', key, 'g') or ''):match('^(%d+)(.*)$')
  local n, earliest, silent = 0, math.huge, {}
  till, handed = tonumber(till), (handed or '') .. ' '
  for id, ends in pairs(self.members()) do
    if ends <= now then
      self.drop(id)
      if ends == till and handed:find(' ' .. id .. ' ', 1, true) and head <= tail
          and client(id) ~= client(ARGV[1]) then
        silent[#silent + 1] = id
      end
    else
      n, earliest = n + 1, math.min(earliest, ends)
    end
  end
  table.sort(silent)
  for _, id in ipairs(silent) do
    suspect(id)
  end
  if n == 0 then
    dissolve()
  else
    redis.call('HSET', key, 'n', n, 'e', num(earliest))
    self.n, self.e = n, earliest
  end
end

-- Counts one member less.
function self.countDown()
  local n = redis.call('HGET', key, 'n') - 1
  if n > 0 then
    redis.call('HSET', key, 'n', n)
  else
    dissolve()
  end
end

-- Reads the counters once and drops expired members if there may be some. Returns whether a group has the lock.
function self.load()
  if owner == '&' and not self.n then
    local n, e, b = unpack(redis.call('HMGET', key, 'n', 'e', 'b'))
    self.n, self.e, self.b = tonumber(n or ''), tonumber(e or ''), tonumber(b or '') or lastToken
    -- a value that is not a number was written by hand: zero makes reclaim count again
    self.e = self.n and self.e or 0
    if self.e <= now then
      self.reclaim()
    end
  end
  return owner == '&'
end

-- The token of the next member: readers between two owners have the same one.
function self.token(limit)
  if self.load() and limit == 0 then
    return self.b
  end
  return (nextTokens())
end

-- Makes `id` a member for `lease` milliseconds; as `own`, but the caller saves the head of the queue.
function self.admit(id, lease, limit, token, former, timed)
  local ends = now + lease
  lastToken = math.max(lastToken, token)
  if self.load() then
    self.n, self.e = self.n + 1, math.min(self.e, ends)
    leaseEnd = num(math.max(tonumber(leaseEnd), ends))
    redis.call('HSET', key, 'x', leaseEnd, 'f', num(lastToken), 'n', self.n, 'e', num(self.e), 'm' .. id, num(ends))
  else
    if redis.call('HGET', key, 'n') then
      for other in pairs(self.members()) do
        self.drop(other)
      end
    end
    self.n, self.e, self.b, owner, leaseEnd = 1, ends, token, '&', num(ends)
    redis.call('HSET', key, 'o', '&', 'x', leaseEnd, 'f', num(lastToken), 'b', num(token), 'p', former, 'n', 1,
      'e', leaseEnd, 'm' .. id, leaseEnd)
  end
  if limit > 0 then
    redis.call('HSET', key, 'k' .. id, num(token))
  end
  if timed then
    self.handed = (self.handed or num(ends)) .. ' ' .. id
  end
end

-- Extends the lease of a member. Returns its token, and the lease left.
function self.extend(id, ends, lease)
  ends = math.max(ends, now + lease)
  keep(ends - now)
  redis.call('HSET', key, 'm' .. id, num(ends), 'x', num(math.max(tonumber(leaseEnd), ends)))
  return tonumber(redis.call('HGET', key, 'k' .. id) or redis.call('HGET', key, 'b')), ends - now
end

-- Lets the first waiter, which does not fit yet, ask when the first lease ends: no script runs at that moment.
function self.hint()
  local _, first = liveHead()
  if first and self.load() then
    notify('HINT', first, 0, 0, self.e - now)
  end
end

-- Frees the place of a member that has been dropped, or keeps it taken until the end of `hold`, a minimum hold.
function self.vacate(id, hold, token)
  if hold > 0 then
    -- rounded up: part of the millisecond that `now` names is left, and a minimum hold must not end early
    local ends = math.ceil(micros / 1000) + hold
    if redis.call('HSET', key, 'm!' .. id, num(ends)) == 0 then
      -- a request that arrived after its release had made it a member again: it keeps one place, not two
      self.countDown()
    end
    if token then
      redis.call('HSET', key, 'k!' .. id, token)
    end
    self.load()
    self.e, leaseEnd = math.min(self.e, ends), num(math.max(tonumber(leaseEnd), ends))
    redis.call('HSET', key, 'e', num(self.e), 'x', leaseEnd)
    keep(ends - now)
    self.advance()
    return
  end
  self.countDown()
  self.load()
  if not self.offer(owner and '' or id) and not owner then
    redis.call('HSET', key, 'o', id)
    if head > tail then
      redis.call('PEXPIRE', key, num(retention))
    end
  end
end

-- Continues the hand-off after a waiter has left the queue: the waiters behind it may fit.
function self.advance()
  self.load()
  self.offer('')
  self.hint()
end

return self
