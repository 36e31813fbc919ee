-- renew.lua: extends held leases; never shortens one. As many locks as there are keys, each on its own.
--
-- KEYS[1] the lock, and further ones
-- ARGV    1 id, 2 lease ms, 3 retention ms, then the id of each further lock; then optional: the earliest end of these
--         leases in server ms, as a renewal for the same length reported it to their holders; and, unless all end then,
--         for each lock how many ms later it ends, '' for not reported
-- Returns { now }, and two further values for each lock that has not got exactly that lease: its place among the keys,
--         and the lease left in ms: zero if its id is not the owner, or its lease had expired; a text if that key
--         gave an error, which does not affect the other keys
-- Invariant: only the owner of a live lease renews, and a member of a group only its own lease. The end that a holder
--         sends is a guess; a wrong guess has the result of no guess. Each lock is written in any case: callers may
--         wait for replicas.

local call, pcall, newer = redis.call, redis.pcall, (redis.REDIS_VERSION_NUM or 0) >= 0x070000
local time = redis.call('TIME')
local now = math.floor((time[1] * 1000000 + time[2]) / 1000)
local lease, retention, reply = tonumber(ARGV[2]), tonumber(ARGV[3]), { now }
local ends, period = now + lease, math.max(lease, math.min(16 * lease, 600000))
-- as texts: a number would be formatted again for each lock
local endsText, life = string.format('%.0f', ends), string.format('%.0f', lease + retention + period)

-- Reads the lease and extends it. Returns the lease left after that: zero if it had expired.
-- PEXPIRE comes before HSET because a full memory refuses a script's first write if that needs memory: HSET first
-- would lose the lock.
-- The x of a group ends after every end that a guess may give a member's lease, as the time to live of the key does.
local function renewByLooking(key, field)
  local x = call('HGET', key, field)
  local left = (tonumber(x or 0) or 0) - now
  if left <= 0 then
    return 0
  end
  -- never shorter: a waiter may need the key for longer
  if newer then
    -- GT ignores a key without a time to live, as after PERSIST: that key gets one, too
    if call('PEXPIRE', key, life, 'GT') == 0 and call('PTTL', key) < 0 then
      call('PEXPIRE', key, life)
    end
  else
    call('PEXPIRE', key, math.max(call('PTTL', key), life))
  end
  call('HSET', key, field, left > lease and x or endsText)
  if field ~= 'x' then
    call('HSET', key, 'x', string.format('%.0f', math.max(tonumber(call('HGET', key, 'x') or 0) or 0, ends + period)))
  end
  return math.max(left, lease)
end

-- Extends a lease if it ends when its holder guesses. Returns whether it does; if not, the lease is unchanged.
local function renewByGuess(key, field, gain)
  local x = pcall('HINCRBY', key, field, gain)
  if type(x) == 'number' and x ~= ends then
    if x == tonumber(gain) then
      -- the field was absent: a release deletes it and keeps the owner
      call('HDEL', key, field)
    else
      call('HSET', key, field, string.format('%.0f', x - gain))
    end
  end
  return x == ends
end

-- A guess does not change the time to live of the key. A holder's first renewal for that length sets it, and so do the
-- renewals in the first lease of each period of the clock: one of them comes in time, or the lease ends before. A
-- period is sixteen leases, at most ten minutes, and at least one lease: the key of a dead holder lives that much
-- longer.
local base = #KEYS + 3
local mayGuess = ARGV[base] and now % period >= lease
local lastLater, gain = false, false
for i, key in ipairs(KEYS) do
  local owner, left = pcall('HGET', key, 'o'), 0
  local id = ARGV[i == 1 and 1 or i + 2]
  local field = owner == id and 'x' or owner == '&' and 'm' .. id
  if field then
    local later = ARGV[base + i] or '0'
    if mayGuess and later ~= lastLater then
      lastLater = later
      gain = later ~= '' and ends - ARGV[base] - later
      -- never shorter; and the guessed end is in the future, so that a right guess names a lease that has not expired
      gain = gain and gain >= 0 and gain < lease and string.format('%.0f', gain)
    end
    left = gain and renewByGuess(key, field, gain) and lease or renewByLooking(key, field)
  end
  if left ~= lease then
    reply[#reply + 1] = i
    reply[#reply + 1] = type(owner) == 'table' and owner.err or left
  end
end
return reply
