-- describe.lua: who holds the lock. Writes nothing.
--
-- KEYS[1] the lock
-- ARGV    none
-- Returns HELD, or FREE
--         as { status, now, first token, last token, lease left ms, live waiters, id of the holder }, and of a lock
--         that is shared the lease left of the longest, up to 20 ids with the token of each and spaces between, by their
--         tokens, how many read, how many have a permit
-- Invariant: read only. So many tickets of the queue are looked at, a run of gaps as one (queue.lua); those behind
--         count as they stand, the dead and the gaps with the others.

local key = KEYS[1]
local s = redis.call('HMGET', key, 'o', 'x', 'b', 'f', 'h', 't')
local time = redis.call('TIME')
local now = math.floor((time[1] * 1000000 + time[2]) / 1000)
local ends = tonumber(s[2] or 0)
local holder, readers, permits = s[1], 0, 0
if holder == '&' then
  local cursor, members = '0', {}
  ends = 0
  repeat
    local page = redis.call('HSCAN', key, cursor, 'MATCH', 'm*', 'COUNT', 1000)
    cursor = page[1]
    for i = 1, #page[2], 2 do
      local id, last = page[2][i]:sub(2), tonumber(page[2][i + 1])
      if last and last > now then
        ends = math.max(ends, last)
        local token = redis.call('HGET', key, 'k' .. id)
        permits = permits + (token and 1 or 0)
        readers = readers + (token and 0 or 1)
        members[#members + 1] = { id, tonumber(token or s[3]) or 0 }
      end
    end
  until cursor == '0'
  table.sort(members, function(one, other)
    if one[2] ~= other[2] then
      return one[2] < other[2]
    end
    return one[1] < other[1]
  end)
  local words = {}
  for i = 1, math.min(#members, 20) do
    words[i] = members[i][1] .. ' ' .. string.format('%.0f', members[i][2])
  end
  holder = table.concat(words, ' ')
end
if ends <= now then
  return { 'FREE', now, 0, 0, 0, 0, '' }
end
local ticket, tail, waiters = tonumber(s[5] or 1), tonumber(s[6] or 0), 0
-- How many tickets are looked at.
local looks = 200
while ticket <= tail and looks > 0 do
  local fields = {}
  for i = 1, math.min(100, looks, tail - ticket + 1) do
    fields[i] = 'q' .. string.format('%.0f', ticket + i - 1)
  end
  local places = {}
  for _, id in ipairs(redis.call('HMGET', key, unpack(fields))) do
    looks = looks - 1
    ticket = ticket + 1
    if id and id:byte() == 62 then
      ticket = tonumber(id:sub(2)) + 1
      break
    elseif id then
      places[#places + 1] = 'w' .. id
    end
  end
  if #places > 0 then
    for _, place in ipairs(redis.call('HMGET', key, unpack(places))) do
      if place and tonumber(place:match('^%d+:(%d+)')) >= now then
        waiters = waiters + 1
      end
    end
  end
end
waiters = waiters + math.max(tail - ticket + 1, 0)
if s[1] ~= '&' then
  return { 'HELD', now, tonumber(s[3]), tonumber(s[4]), ends - now, waiters, holder }
end
local token = tonumber(holder:match('^%S+ (%d+)'))
return { 'HELD', now, token, token, ends - now, waiters, holder, readers, permits }
