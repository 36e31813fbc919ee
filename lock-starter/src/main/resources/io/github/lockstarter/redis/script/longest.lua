-- longest.lua: tells one node of a quorum how long the leases of an instance may be, and asks how long any may be.
--
-- KEYS[1] where it is kept
-- ARGV    1 the longest lease in ms, 2 ms for which to keep it
-- Returns FREE whatever it is
--         as { status, now, 0, 0, longest lease ms of all }
-- Invariant: what was told is not replaced by less while it lives, and whoever told it tells it again before.

local time = redis.call('TIME')
local longest, own = tonumber(redis.call('GET', KEYS[1]) or 0) or 0, tonumber(ARGV[1])
if own >= longest then
  longest = own
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return { 'FREE', math.floor((time[1] * 1000000 + time[2]) / 1000), 0, 0, longest }
