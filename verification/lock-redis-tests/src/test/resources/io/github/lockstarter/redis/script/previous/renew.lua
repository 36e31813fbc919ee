-- renew.lua: makes held leases longer; never shorter. As many locks as there are keys, each for itself.
--
-- KEYS[1] the lock, and further ones
-- ARGV    1 id, 2 lease ms, 3 retention ms, then the id of each further lock; then optional: the earliest end of these
--         leases in server ms, as their holders were told by a renewal for the same length; and, unless all end then,
--         for each lock how many ms later, '' for not told
-- Returns { now }, and two further values for each lock that has not got just that lease: its place among the
--         keys, and the lease left in ms: zero if its id is not the owner, or its lease had run out; a text
--         if that key gave an error, which concerns no other
-- Invariant: only the owner of an unexpired lease renews. What its holder was told is a guess, and a wrong one does no
--         more than none. Each lock is written in any case: replicas are waited for.

local call, pcall, newer = redis.call, redis.pcall, (redis.REDIS_VERSION_NUM or 0) >= 0x070000
local time = redis.call('TIME')
local now = math.floor((time[1] * 1000000 + time[2]) / 1000)
local lease, retention, reply = tonumber(ARGV[2]), tonumber(ARGV[3]), { now }
local ends, period = now + lease, math.max(lease, math.min(16 * lease, 600000))
-- as texts: a number would be spelled anew for each lock
local endsText, life = string.format('%.0f', ends), string.format('%.0f', lease + retention + period)

-- Looks at the lease, and makes it longer. Returns what is left of it then: zero if it had run out.
-- PEXPIRE comes before HSET because a full memory refuses a script's first write if that needs memory: HSET first
-- would lose the lock.
local function renewByLooking(key)
  local x = call('HGET', key, 'x')
  local left = x and tonumber(x) - now or 0
  if left <= 0 then
    return 0
  end
  -- a waiter may need the key for longer
  if newer then
    -- GT leaves a key alone that lives for ever, as after PERSIST: that one gets an end, too
    if call('PEXPIRE', key, life, 'GT') == 0 and call('PTTL', key) < 0 then
      call('PEXPIRE', key, life)
    end
  else
    call('PEXPIRE', key, math.max(call('PTTL', key), life))
  end
  call('HSET', key, 'x', left > lease and x or endsText)
  return math.max(left, lease)
end

-- Makes a lease longer that ends when its holder says. Returns whether it does; if not, it is as it was.
local function renewByGuess(key, gain)
  local x = pcall('HINCRBY', key, 'x', gain)
  if type(x) == 'number' and x ~= ends then
    if x == tonumber(gain) then
      -- there was none: a release removes it and leaves the owner
      call('HDEL', key, 'x')
    else
      call('HSET', key, 'x', string.format('%.0f', x - gain))
    end
  end
  return x == ends
end

-- A guess leaves the life of the key alone. The first renewal of a holder for that length sets it, and those in the
-- first lease of each period by the clock: one of them comes in time, or the lease ends before. A period is sixteen
-- leases, but ten minutes at most, and never less than a lease: the key of a dead holder lives for so much longer.
local base = #KEYS + 3
local mayGuess = ARGV[base] and now % period >= lease
local lastLater, gain = false, false
for i, key in ipairs(KEYS) do
  local owner, left = pcall('HGET', key, 'o'), 0
  if owner == ARGV[i == 1 and 1 or i + 2] then
    local later = ARGV[base + i] or '0'
    if mayGuess and later ~= lastLater then
      lastLater = later
      gain = later ~= '' and ends - ARGV[base] - later
      -- never shorter, and the guessed end is still to come: a right guess is of a lease that has not run out
      gain = gain and gain >= 0 and gain < lease and string.format('%.0f', gain)
    end
    left = gain and renewByGuess(key, gain) and lease or renewByLooking(key)
  end
  if left ~= lease then
    reply[#reply + 1] = i
    reply[#reply + 1] = type(owner) == 'table' and owner.err or left
  end
end
return reply
