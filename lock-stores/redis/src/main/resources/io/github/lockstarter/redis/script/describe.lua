-- describe.lua: reports the holders of the lock. Writes nothing.
--
-- KEYS[1] the lock
-- ARGV    none
-- Returns HELD, or FREE
--         as { status, now, first token, last token, lease left ms, live waiters, id of the holder }; for a shared lock
--         the longest lease left, up to 20 ids, each with its token and separated by spaces, in the order of the
--         tokens, and behind them the number of readers and the number of permits
-- Invariant: read only. It examines a limited number of tickets, a run of gaps as one (queue.lua); the tickets behind
--         count as waiters, including expired ones and gaps.

local key = KEYS[1]
-- not lock.lua: firstToken is needed in any case, and would be one command more
local owner, leaseEnd, lastToken, firstToken, head, tail =
  unpack(redis.call('HMGET', key, 'o', 'x', 'f', 'b', 'h', 't'))
local time = redis.call('TIME')
local now = math.floor((time[1] * 1000000 + time[2]) / 1000)
local ends = tonumber(leaseEnd or 0)
local holder, readers, permits = owner, 0, 0
if owner == '&' then
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
        members[#members + 1] = { id, tonumber(token or firstToken) or 0 }
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
local ticket, lastTicket, waiters = tonumber(head or 1), tonumber(tail or 0), 0
-- How many tickets this script may still examine.
local looks = 200
while ticket <= lastTicket and looks > 0 do
  local fields = {}
  for i = 1, math.min(100, looks, lastTicket - ticket + 1) do
    fields[i] = 'q' .. string.format('%.0f', ticket + i - 1)
  end
  local places = {}
  for _, id in ipairs(redis.call('HMGET', key, unpack(fields))) do
    looks = looks - 1
    ticket = ticket + 1
    if id and id:sub(1, 1) == '>' then
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
waiters = waiters + math.max(lastTicket - ticket + 1, 0)
if owner ~= '&' then
  return { 'HELD', now, tonumber(firstToken), tonumber(lastToken), ends - now, waiters, holder }
end
local token = tonumber(holder:match('^%S+ (%d+)'))
return { 'HELD', now, token, token, ends - now, waiters, holder, readers, permits }
