-- group.lua: those who share a lock. Included by queue.lua in a function that is called when there is a group, or the
-- first of one, so that the contended path of a lock that one holds alone builds none of these functions.
--
-- State: o = & while a group has the lock; m<id> = the end of a member's lease, m!<id> = of a place that a minimum hold
--        keeps; k<id>, k!<id> = its token if it has a permit; n = how many m there are; e = none of them ends before;
--        x = none ends after, also by a guess; b = the token of the readers. Without o = & they are leftovers: a client
--        of the version before took the lock from a group whose leases were over.
-- Invariant: a place is given to nobody while its m has not run out. What a release may begin with begins with an HDEL,
--        which a full memory lets pass.

local self = {}

-- Each member and the end of its lease, zero if that is no number.
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

-- Nobody has the lock any more.
local function dissolve()
  redis.call('HDEL', key, 'o', 'x', 'n', 'e', 'g')
  s[1], s[2] = false, false
end

-- Drops the members whose lease is over, and looks when the next one is. The client of one that was handed its place and
-- has neither claimed nor renewed it is in doubt: see doubt.
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

-- One member less has the lock.
function self.gone()
  local n = redis.call('HGET', key, 'n') - 1
  if n > 0 then
    redis.call('HSET', key, 'n', n)
  else
    dissolve()
  end
end

-- Whether a group has the lock; those whose lease is over are not of it.
function self.lives()
  if s[1] == '&' and not self.n then
    local v = redis.call('HMGET', key, 'n', 'e', 'b')
    -- what is no number, a hand has written: counted anew
    self.n, self.e, self.b = tonumber(v[1] or ''), tonumber(v[2] or ''), tonumber(v[3] or '') or fence
    self.e = self.n and self.e or 0
    if self.e <= now then
      self.reclaim()
    end
  end
  return s[1] == '&'
end

-- The token of the next one: readers between two owners have the same.
function self.token(limit)
  if self.lives() and limit == 0 then
    return self.b
  end
  return (nextTokens())
end

-- Makes `id` a member for `lease` milliseconds; as `own`, but the caller writes where the queue begins.
function self.admit(id, lease, limit, token, former, timed)
  local ends = now + lease
  fence = math.max(fence, token)
  if self.lives() then
    self.n, self.e = self.n + 1, math.min(self.e, ends)
    s[2] = num(math.max(tonumber(s[2]), ends))
    redis.call('HSET', key, 'x', s[2], 'f', num(fence), 'n', self.n, 'e', num(self.e), 'm' .. id, num(ends))
  else
    if redis.call('HGET', key, 'n') then
      for other in pairs(self.members()) do
        self.drop(other)
      end
    end
    self.n, self.e, self.b, s[1], s[2] = 1, ends, token, '&', num(ends)
    redis.call('HSET', key, 'o', '&', 'x', s[2], 'f', num(fence), 'b', num(token), 'p', former, 'n', 1, 'e', s[2],
      'm' .. id, s[2])
  end
  if limit > 0 then
    redis.call('HSET', key, 'k' .. id, num(token))
  end
  if timed then
    self.handed = (self.handed or num(ends)) .. ' ' .. id
  end
end

-- Makes the lease of a member longer. Returns its token, and what is left of the lease.
function self.extend(id, ends, lease)
  ends = math.max(ends, now + lease)
  keep(ends - now)
  redis.call('HSET', key, 'm' .. id, num(ends), 'x', num(math.max(tonumber(s[2]), ends)))
  return tonumber(redis.call('HGET', key, 'k' .. id) or redis.call('HGET', key, 'b')), ends - now
end

-- The first waiter cannot have the lock yet, and nobody may be there to hand it over: it asks when it could.
function self.hint()
  local _, first = liveHead()
  if first and self.lives() then
    tell('HINT', first, 0, 0, self.e - now)
  end
end

-- A member that has been dropped leaves its place free, or kept until the end of `hold`, a minimum hold.
function self.left(id, hold, token)
  if hold > 0 then
    -- not before all of it is over: of the millisecond that `now` names a part is
    local ends = math.ceil(micros / 1000) + hold
    if redis.call('HSET', key, 'm!' .. id, num(ends)) == 0 then
      -- it was a member once more, by a question that came after its release: one place is enough
      self.gone()
    end
    if token then
      redis.call('HSET', key, 'k!' .. id, token)
    end
    self.lives()
    self.e, s[2] = math.min(self.e, ends), num(math.max(tonumber(s[2]), ends))
    redis.call('HSET', key, 'e', num(self.e), 'x', s[2])
    keep(ends - now)
    self.goOn()
    return
  end
  self.gone()
  self.lives()
  if not self.offer(s[1] and '' or id) and not s[1] then
    redis.call('HSET', key, 'o', id)
    if head > tail then
      redis.call('PEXPIRE', key, num(retention))
    end
  end
end

-- A waiter does not wait any more: those behind it may fit.
function self.goOn()
  self.lives()
  self.offer('')
  self.hint()
end

return self
