-- longest.lua: reports the longest lease of an instance to one node of a quorum, and returns the longest of all.
--
-- KEYS[1] the key that stores it
-- ARGV    1 the longest lease in ms, 2 for how many ms to keep it
-- Returns FREE always
--         as { status, now, 0, 0, longest lease ms of all }
-- Invariant: a stored value is not replaced by a smaller one while it lives; its instance reports it again before it
--         expires.

local time = redis.call('TIME')
local longest, own = tonumber(redis.call('GET', KEYS[1]) or 0) or 0, tonumber(ARGV[1])
if own >= longest then
  longest = own
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return { 'FREE', math.floor((time[1] * 1000000 + time[2]) / 1000), 0, 0, longest }
