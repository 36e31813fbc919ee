package io.github.lockstarter.proof.mutation;

import java.util.List;
import java.util.function.Consumer;

import io.github.lockstarter.proof.campaign.Conditions;
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
						script("share.lua", "limit == 0 or n < limit", "limit == 0 or n <= limit")),
				sharing("one permit too many by hand-off", "who waits is let in as one more than its limit",
						script("queue.lua", "limit == 0 or made.n < limit", "limit == 0 or made.n <= limit")),
				sharing("a writer fits beside a group", "who wants a lock alone is handed it beside readers",
						script("queue.lua", "return not isShared() or limit and (",
								"return not isShared() or not limit or (")),
				sharing("a writer takes the lock of a group", "who wants a lock alone does not see a group",
						script("acquire.lua", "if isShared() then\n",
								"if isShared() then\n  s[1], s[2], ends = false, false, 0\nend\nif isShared() then\n")),
				sharing("reclaim keeps the dead", "the place of a member that has crashed is never free",
						script("group.lua", "    if ends <= now then\n      self.drop(id)",
								"    if false then\n      self.drop(id)")),
				sharing("reclaim drops the living", "a lease of a member ends before its time",
						script("group.lua", "    if ends <= now then\n      self.drop(id)",
								"    if ends <= now + 200 then\n      self.drop(id)")),
				sharing("a share passes a writer that waits", "who joins a group at once does not look at the queue",
						script("share.lua", "if not s[5] then\n", "if true then\n")),
				sharing("a batch goes past a writer", "a hand-off to readers goes on with whoever comes next",
						script("queue.lua", "while ticket and left > 0 and fits(limit) do",
								"while ticket and left > 0 and (fits(limit) or left < BATCH) do")),
				sharing("who asks passes the head", "who asks for a share that fits gets it before the head",
						script("queue.lua", "elseif asking and not ticket and fits(share) then",
								"elseif asking and share and fits(share) then")),
				sharing("permits have the token of their phase", "permits that are held at once have one token",
						script("group.lua", "if self.lives() and limit == 0 then", "if self.lives() then")),
				sharing("a reader has a token of its own", "who waits to read gets a token that others have not",
						script("group.lua", "if self.lives() and limit == 0 then", "if false then")),
				sharing("the last token does not move with a group", "two permits of a batch have one token",
						script("group.lua", "fence = math.max(fence, token)", "fence = fence + 0")),
				sharing("a member is not renewed", "a renewal of a member looks at the lock",
						script("renew.lua", "owner == '&' and 'm' .. id", "owner == '&' and 'x'")),
				sharing("a guess brings back a member", "a guessed renewal leaves a place to one that has left",
						script("renew.lua", "      call('HDEL', key, field)\n", "      call('HGET', key, field)\n")),
				sharing("who leaves is counted on", "the place of one that has left is never free",
						script("group.lua", "redis.call('HGET', key, 'n') - 1", "redis.call('HGET', key, 'n') - 0")),
				sharing("the last one does not give the lock back", "a group without members has the lock",
						script("release.lua", "  if n > 0 then\n", "  if n >= 0 then\n")),
				sharing("a minimum hold of a member keeps no place", "who leaves early lets a writer in",
						script("group.lua", "redis.call('HSET', key, 'm!' .. id, num(ends))",
								"redis.call('HSET', key, 'm!' .. id, num(now))")),
				sharing("the limit is forgotten when asked again", "a permit becomes a reader in the queue",
						script("queue.lua", "(limit and ':' .. num(limit) or '')",
								"(limit and ':' .. num(ticket and 0 or limit) or '')")),
				sharing("one permit too many by the rules", "the rules in Java let in one more than the limit",
						source("LockState.java", "this.group.size() < limit)", "this.group.size() <= limit)")),
				sharing("the rules renew no member", "a renewal of a member is refused by the rules in Java", source(
						"LockRecord.java",
						"if (member != null && member.ends() > this.state.now) {\n\t\t\treturn this.state.answer(",
						"if (member != null && member.ends() > this.state.now + 100_000) {\n\t\t\treturn this.state.answer(")),
				sharing("the rules forget the dead", "a member that has crashed keeps its place by the rules in Java",
						source("LockGroup.java", "if (one.getValue().ends() <= now) {",
								"if (one.getValue().ends() <= now - 100_000) {")));
	}

	private static Mutant sharing(String name, String bug, Consumer<Overlay> change) {
		return Mutant.of(name, bug, change).in(Conditions.PLAIN.shares(Shares.SOMETIMES));
	}

	private static Consumer<Overlay> script(String file, String text, String replacement) {
		return (overlay) -> overlay.script(file, text, replacement);
	}

	private static Consumer<Overlay> source(String file, String text, String replacement) {
		return (overlay) -> overlay.source("record/" + file, text, replacement);
	}

}
