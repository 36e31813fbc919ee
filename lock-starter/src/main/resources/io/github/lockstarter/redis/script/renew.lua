-- renew.lua: makes held leases longer; never shorter. As many locks as there are keys, each for itself.
--
-- KEYS[1] the lock, and further ones
-- ARGV    1 id, 2 lease ms, 3 retention ms, then the id of each further lock
-- Returns { now }, and two further values for each lock that has not got just that lease: its place among the
--         keys, and the lease left in ms: zero if its id is not the owner, or its lease had run out; a text
--         if that key gave an error, which concerns no other
-- Invariant: only the owner of an unexpired lease renews. PEXPIRE comes before HSET because a full memory
--         refuses a script's first write if that needs memory: HSET first would lose the lock. Both write in
--         any case: replicas are waited for.

local call, pcall, newer = redis.call, redis.pcall, (redis.REDIS_VERSION_NUM or 0) >= 0x070000
local time = redis.call('TIME')
local now = math.floor((time[1] * 1000000 + time[2]) / 1000)
local lease, retention, reply = tonumber(ARGV[2]), tonumber(ARGV[3]), { now }
-- as texts: a number would be spelled anew for each lock
local ends, life = string.format('%.0f', now + lease), string.format('%.0f', lease + retention)
for i, key in ipairs(KEYS) do
  local owner = pcall('HGET', key, 'o')
  local x = owner == ARGV[i == 1 and 1 or i + 2] and call('HGET', key, 'x')
  local left = x and tonumber(x) - now or 0
  if left > 0 then
    -- a waiter may need the key for longer
    if newer then
      -- GT leaves a key alone that lives for ever, as after PERSIST: that one gets an end, too
      if call('PEXPIRE', key, life, 'GT') == 0 and call('PTTL', key) < 0 then
        call('PEXPIRE', key, life)
      end
    else
      call('PEXPIRE', key, math.max(call('PTTL', key), life))
    end
    call('HSET', key, 'x', left > lease and x or ends)
  end
  if left <= 0 or left > lease then
    reply[#reply + 1] = i
    reply[#reply + 1] = type(owner) == 'table' and owner.err or math.max(left, 0)
  end
end
return reply
