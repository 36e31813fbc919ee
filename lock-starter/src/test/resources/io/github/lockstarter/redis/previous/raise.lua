-- raise.lua: stores a token on one node of a quorum, so that whatever is granted here later is larger.
--
-- KEYS[1] the lock
-- ARGV    1 id, 2 token, 3 unused, 4 block (how many tokens are reserved)
-- Returns OWNED it is stored, or the caller has a larger one here: tokens first..last, lease left
--         LOST  id is not the owner, or its lease has run out
--         as { status, now, first token, last token, lease left ms }
-- Invariant: only the owner of an unexpired lease stores a token, and none below that of its own grant: otherwise a
--         holder before it may have the same (docs/quorum.md).

local key, id, token = KEYS[1], ARGV[1], tonumber(ARGV[2])
local s = redis.call('HMGET', key, 'o', 'x', 'b', 'f')
local time = redis.call('TIME')
local now = math.floor((time[1] * 1000000 + time[2]) / 1000)
local ends = tonumber(s[2] or 0)
if s[1] ~= id or ends <= now then
  return { 'LOST', now }
end
if tonumber(s[3]) > token then
  return { 'OWNED', now, tonumber(s[3]), tonumber(s[4]), ends - now }
end
local last = token + ARGV[4] - 1
redis.call('HSET', key, 'b', string.format('%.0f', token), 'f', string.format('%.0f', last))
return { 'OWNED', now, token, last, ends - now }
