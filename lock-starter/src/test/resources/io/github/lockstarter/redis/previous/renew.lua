-- renew.lua: makes held leases longer; never shorter. As many locks as there are keys, each for itself.
--
-- KEYS[1] the lock, and further ones
-- ARGV    1 id, 2 lease ms, 3 retention ms, then id and lease ms of each further lock
-- Returns { now, lease left ms of each lock }: zero if its id is not the owner, or its lease had run out; a text
--         if that key gave an error, which concerns no other
-- Invariant: only the owner of an unexpired lease renews. PEXPIRE comes before HSET because a full memory
--         refuses a script's first write if that needs memory: HSET first would lose the lock.

local time = redis.call('TIME')
local now = math.floor((time[1] * 1000000 + time[2]) / 1000)
local retention, reply = tonumber(ARGV[3]), { now }
for i, key in ipairs(KEYS) do
  local first = i == 1 and 1 or 2 * i
  local s = redis.pcall('HMGET', key, 'o', 'x', 'h')
  local ends = tonumber(s[2] or 0)
  if s.err then
    reply[i + 1] = s.err
  elseif s[1] ~= ARGV[first] or ends <= now then
    reply[i + 1] = 0
  else
    ends = math.max(ends, now + ARGV[first + 1])
    local life = ends - now + retention
    -- a waiter may need the key for longer
    redis.call('PEXPIRE', key, s[3] and math.max(redis.call('PTTL', key), life) or life)
    redis.call('HSET', key, 'x', ends)
    reply[i + 1] = ends - now
  end
end
return reply
