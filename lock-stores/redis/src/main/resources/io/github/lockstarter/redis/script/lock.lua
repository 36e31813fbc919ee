-- lock.lua: reads a lock into named locals. Included first by every script that changes the owner or the queue.
-- Expects the local key. A field that is absent is false; the values are texts. Fields without a local are read where
-- they are needed, under names of their own: an eighth field here costs a pair of acquire and release 2 % of its
-- instructions in Redis.
--
-- A lock is one hash. Times are milliseconds of the server's clock. docs/protocol.md describes each field in full.
--
-- field      local       meaning
-- o          owner       the attempt that owns the lock, and after a release the one that owned it last; `!` and an
--                        attempt while its minimum hold keeps the lock taken; `&` while a group shares the lock
-- x          leaseEnd    end of the lease or of the minimum hold; absent after a release
-- f          lastToken   the last token that was issued: the end of the owner's block
-- p          previous    the attempt that released the lock before this owner; empty if its lease expired
-- h, t       head, tail  tickets of the first and the last place in the queue; absent without a queue
-- d          doubts      clients in doubt, with a space before and after each
-- b                      the first token of the owner's block; the token of the readers
-- g                      end of the last handed-over lease, and the attempts that received it
-- q<ticket>              the attempt in that place; at the two ends of a run of gaps >last and <first ticket
-- w<id>                  a waiter: ticket:deadline:lease, :1 if the lock is kept for it, :limit if it asks for a share
-- m<id>, k<id>           a member of the group: end of its lease, its token if it has a permit
-- m!<id>, k!<id>         a place of the group that a minimum hold keeps
-- n, e                   number of m<id>; no member's lease ends before e
-- r                      on a node of a quorum: the latest round in which the owner was granted the lock

local owner, leaseEnd, lastToken, previous, head, tail, doubts =
  unpack(redis.call('HMGET', key, 'o', 'x', 'f', 'p', 'h', 't', 'd'))
