package io.github.lockstarter.proof.mutation;

import java.util.List;
import java.util.function.Consumer;

import io.github.lockstarter.proof.campaign.Conditions;
import io.github.lockstarter.proof.overlay.Change;
import io.github.lockstarter.proof.overlay.Overlay;
import io.github.lockstarter.proof.workload.Shares;

/**
 * Seeded bugs of locks that several share, in the scripts and in the rules in Java.
 */
final class ShareMutants {

	private ShareMutants() {
	}

	static List<Mutant> all() {
		return List.of(
				sharing("one permit too many at once", "who joins a group at once is not counted",
						Change.script("share.lua", "", "limit == 0 or n < limit", "limit == 0 or n <= limit")),
				sharing("one permit too many by hand-off", "who waits is let in as one more than its limit",
						Change.script("queue.lua", "fits", "limit == 0 or theGroup.n < limit",
								"limit == 0 or theGroup.n <= limit")),
				sharing("a writer fits beside a group", "who wants a lock alone is handed it beside readers",
						Change.script("queue.lua", "fits", "return not isShared() or limit and (",
								"return not isShared() or not limit or (")),
				sharing("a writer takes the lock of a group", "who wants a lock alone does not see a group",
						Change.script("acquire.lua", "", "if isShared() then",
								"if isShared() then owner, leaseEnd, ends = false, false, 0 end if isShared() then")),
				sharing("reclaim keeps the dead", "the place of a member that has crashed is never free",
						Change.script("group.lua", "self.reclaim", "if ends <= now then self.drop(id)",
								"if false then self.drop(id)")),
				sharing("reclaim drops the living", "a lease of a member ends before its time",
						Change.script("group.lua", "self.reclaim", "if ends <= now then self.drop(id)",
								"if ends <= now + 200 then self.drop(id)")),
				sharing("a share passes a writer that waits", "who joins a group at once does not look at the queue",
						Change.script("share.lua", "", "if not head then", "if true then")),
				sharing("a batch goes past a writer", "a hand-off to readers goes on with whoever comes next",
						Change.script("queue.lua", "offer", "while ticket and left > 0 and fits(limit) do",
								"while ticket and left > 0 and (fits(limit) or left < BATCH) do")),
				sharing("who asks passes the head", "who asks for a share that fits gets it before the head",
						Change.script("queue.lua", "offer", "elseif asking and not ticket and fits(share) then",
								"elseif asking and share and fits(share) then")),
				sharing("permits have the token of their phase", "permits that are held at once have one token",
						Change.script("group.lua", "self.token", "if self.load() and limit == 0 then",
								"if self.load() then")),
				sharing("a reader has a token of its own", "who waits to read gets a token that others have not",
						Change.script("group.lua", "self.token", "if self.load() and limit == 0 then",
								"if false then")),
				sharing("the last token does not move with a group", "two permits of a batch have one token",
						Change.script("group.lua", "self.admit", "lastToken = math.max(lastToken, token)",
								"lastToken = lastToken + 0")),
				sharing("a member is not renewed", "a renewal of a member looks at the lock",
						Change.script("renew.lua", "", "owner == '&' and 'm' .. id", "owner == '&' and 'x'")),
				sharing("a guess brings back a member", "a guessed renewal leaves a place to one that has left",
						Change.script("renew.lua", "renewByGuess", "call('HDEL', key, field)",
								"call('HGET', key, field)")),
				sharing("who leaves is counted on", "the place of one that has left is never free",
						Change.script("group.lua", "self.countDown", "redis.call('HGET', key, 'n') - 1",
								"redis.call('HGET', key, 'n') - 0")),
				sharing("the last one does not give the lock back", "a group without members has the lock",
						Change.script("release.lua", "", "if n > 0 then", "if n >= 0 then")),
				sharing("a minimum hold of a member keeps no place", "who leaves early lets a writer in",
						Change.script("group.lua", "self.vacate", "redis.call('HSET', key, 'm!' .. id, num(ends))",
								"redis.call('HSET', key, 'm!' .. id, num(now))")),
				sharing("the limit is forgotten when asked again", "a permit becomes a reader in the queue",
						Change.script("queue.lua", "join", "(limit and ':' .. num(limit) or '')",
								"(limit and ':' .. num(ticket and 0 or limit) or '')")),
				sharing("one permit too many by the rules", "the rules in Java let in one more than the limit",
						Change.java("LockState", "fits", "this.group.size() < limit)", "this.group.size() <= limit)")),
				sharing("the rules renew no member", "a renewal of a member is refused by the rules in Java", Change
					.java("LockRecord", "renew",
							"if (member != null && member.ends() > this.state.now) { return this.state.answer(",
							"if (member != null && member.ends() > this.state.now + 100_000) { return this.state.answer(")),
				sharing("the rules forget the dead", "a member that has crashed keeps its place by the rules in Java",
						Change.java("LockGroup", "reclaim", "if (one.getValue().ends() <= now) {",
								"if (one.getValue().ends() <= now - 100_000) {")));
	}

	private static Mutant sharing(String name, String bug, Consumer<Overlay> change) {
		return Mutant.of(name, bug, change).in(Conditions.PLAIN.shares(Shares.SOMETIMES));
	}

}
