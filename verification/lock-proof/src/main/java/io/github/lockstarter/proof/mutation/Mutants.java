package io.github.lockstarter.proof.mutation;

import java.util.List;
import java.util.Locale;

import io.github.lockstarter.proof.campaign.Conditions;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.overlay.Change;
import io.github.lockstarter.proof.workload.Mix;
import io.github.lockstarter.proof.workload.Several;

/**
 * The seeded bugs: mistakes that libraries have made, or that are easy to make here. Each
 * is a replacement in the real source and fails when that text is gone.
 */
final class Mutants {

	private Mutants() {
	}

	static List<Mutant> all() {
		return List.of(control(Mix.OVERSTAY).under(FaultKind.PAUSED_CLIENT, FaultKind.DELAY),
				control(Mix.LONG).under(FaultKind.FULL_MEMORY, FaultKind.LATE_DELIVERY, FaultKind.PAUSED_REDIS,
						FaultKind.CUT, FaultKind.KILLED_CONNECTIONS, FaultKind.NO_NEW_CONNECTION),
				control(Mix.MIXED).under(FaultKind.RESTART, FaultKind.LOST_PUSH, FaultKind.DROPPED_REPLIES,
						FaultKind.DELAY, FaultKind.KILLED_CLIENT, FaultKind.SCRIPT_FLUSH),
				Mutant
					.of("release without owner check", "whoever releases frees the lock",
							Change.script("release.lua", "", "if owner ~= id then", "if false then"))
					.mix(Mix.OVERSTAY),
				Mutant
					.of("trust in push arrival", "the provisional lease counts from the arrival of the message",
							Change.java("PushedGrants", "begin",
									"zero.plusMillis(message.time().millis()).earlier(arrival)", "arrival"))
					.under(FaultKind.PAUSED_CLIENT),
				Mutant
					.of("INCR token over a flush", "tokens count from one again when Redis comes back empty",
							Change
								.script("acquire.lua", "", "math.max(tonumber(lastToken or 0) + 1, micros)",
										"tonumber(lastToken or 0) + 1")
								.andThen(Change.script("queue.lua", "nextTokens", "math.max(lastToken + 1, micros)",
										"lastToken + 1")))
					.under(FaultKind.RESTART),
				Mutant.of("no poll", "a waiter that gets no message sleeps",
						Change.java("PollSchedule", "pauseNanos",
								"return (reply.queue() <= 1) ? Math.min(poll, leaseEnd) : poll;",
								"return (poll + leaseEnd) * 1_000;"))
					.under(FaultKind.LOST_PUSH),
				Mutant.of("barging", "a newcomer takes a free lock although others wait",
						Change.script("acquire.lua", "", "if ends <= now and not head and owner ~= '&' then",
								"if ends <= now and owner ~= '&' then"))
					.mix(Mix.OVERSTAY),
				Mutant.of("renewal after release", "a renewal leaves after the release", Change.java("Release", "send",
						"return this.context.store().release(this.name, this.ownership.id(), minHoldLeftMillis());",
						"CompletionStage<StoreReply> sent = this.context.store().release(this.name, this.ownership.id(), minHoldLeftMillis()); this.context.store().renew(this.name, this.ownership.id(), 1_500); this.context.store().renew(this.name, this.ownership.id(), 1_500); return sent;")),
				Mutant
					.of("HSET before PEXPIRE", "a full memory refuses the renewal",
							Change.script(
									"renew.lua", "renewByLooking", "if newer then",
									"call('HSET', key, 'x', endsText) if newer then"))
					.under(FaultKind.FULL_MEMORY)
					.mix(Mix.LONG),
				Mutant
					.of("no cutoff", "a question that arrives late takes the lock for nobody",
							Change.script("acquire.lua", "", "if now > tonumber(ARGV[6]) then", "if false then"))
					.under(FaultKind.LATE_DELIVERY),
				Mutant.of("wait budget spent twice", "the wait begins anew when the local queue is over", Change.java(
						"SingleEntry", "newAttempt", "this.caller.terms(), this.budget, this.place.isAheadHeld()",
						"this.caller.terms(), WaitBudget.of(this.context.nanoTime(), this.budget.waitEndNanos() - this.budget.beginNanos(), this.context.answerTime()), this.place.isAheadHeld()"))
					.mix(Mix.LONG),
				Mutant.of("YIELD retried as a second yield",
						"a yield without an answer is sent again, and yields whoever owns",
						Change.script("yield.lua", "", "if owner ~= id or ends <= now then", "if ends <= now then")
							.andThen(Change.java("Handover", "yielded", "release.inBackground(); return",
									"StoreAttempt again = next.asking(); if (again != null) { again.startByYield(release.ownership().id()); } return")))
					.under(FaultKind.DROPPED_REPLIES, FaultKind.DELAY),
				Mutant.of("block overrun", "a JVM goes on behind the end of its block of tokens",
						Change.java("ScriptCall", "of", "Integer.toString(settings.tokensOfATurn())", "\"1\"")
							.andThen(Change.java("Ownership", "next", "return (this.token < this.lastToken)",
									"return (this.token > 0)"))),
				Mutant.of("ghost waiter", "who gives up stays in the queue",
						Change.script("cancel.lua", "", "leave(ticket, id)", "")),
				control(Mix.BRIEF).under(FaultKind.SCRIPT_FLUSH),
				Mutant.of("who leaves leaves a gap", "a script looks at the places of all who have given up", Change
					.script("queue.lua", "leave", "local left = 'q' .. num(ticket)",
							"local left = 'q' .. num(ticket) if ticket ~= head then delete(left, 'w' .. id) return end"))
					.mix(Mix.BRIEF)
					.seenBy("Queue"),
				Mutant.of("minimum hold dropped on hand-off", "a waiter ends a minimum hold",
						Change.script("release.lua", "", "if hold > 0 then", "if hold > 0 and not liveHead() then")),
				Mutant
					.of("renewal that ignores expiry", "a lease that has run out is renewed",
							Change.script("renew.lua", "renewByLooking", "local left = (tonumber(x or 0) or 0) - now",
									"local left = x and math.max(tonumber(x) - now, 1) or 0"))
					.under(FaultKind.LATE_DELIVERY, FaultKind.PAUSED_REDIS)
					.mix(Mix.LONG),
				Mutant
					.of("guess that ignores expiry", "a lease that has run out is renewed as its holder says",
							Change.script("renew.lua", "", "and gain < lease and", "and"))
					.under(FaultKind.LATE_DELIVERY, FaultKind.PAUSED_REDIS)
					.mix(Mix.LONG),
				Mutant.of("deadline from the answer's arrival", "the time of the round trip is counted as lease", Change
					.java("StoreAttempt", "onOwned",
							"LeaseDeadline deadline = LeaseDeadline.after(sent, reply.leaseMillis());",
							"LeaseDeadline deadline = LeaseDeadline.after(this.context.now(), reply.leaseMillis());"))
					.under(FaultKind.DELAY)
					.mix(Mix.OVERSTAY),
				Mutant.of("end of the lease not noticed", "a lease says held when its time is over",
						Change.java("LeaseDeadline", "remainingNanos", "return now.nanosUntil(this.end);",
								"return 3_600_000_000_000L;"))
					.mix(Mix.OVERSTAY),
				Mutant.of("fixed lease renewed", "the watchdog renews what should end",
						Change.java("OpenLeases", "renewedMillis",
								"lease.terms().renewed() ? Math.max(longest, lease.terms().leaseMillis()) : longest",
								"Math.max(longest, lease.terms().leaseMillis() + 30_000)"))
					.mix(Mix.OVERSTAY),
				Mutant
					.of("monotonic clock alone", "a suspended machine does not notice that its leases are over",
							Change.java(
									"LeaseDeadline", "remainingNanos", "return now.nanosUntil(this.end);",
									"return this.end.nanos() - now.nanos();"))
					.under(FaultKind.PAUSED_CLIENT)
					.withAStoppingClock()
					.mix(Mix.OVERSTAY),
				Mutant.of("one failed renewal is a loss", "a lease with time left is given up", Change.java(
						"HoldRenewal", "onRenewed",
						"this.schedule.failed(sent, this.context.nanoTime(), StoreException.of(Objects.requireNonNull(failure)));",
						"this.hold.lose(LossReason.TAKEN);"))
					.under(FaultKind.CUT, FaultKind.KILLED_CONNECTIONS)
					.mix(Mix.LONG),
				Mutant.of("yield past the queue", "one JVM keeps the lock although others wait",
						Change.script("yield.lua", "", "if owner == id and ends > now and not head then",
								"if owner == id and ends > now then")),
				Mutant
					.of("NOSCRIPT is an error", "after SCRIPT FLUSH some scripts do not work",
							Change.java("ScriptRun", "tell", "isUnknown(failure, isByText())",
									"isUnknown(failure, isByText()) && this.script.arity() % 2 == 0"))
					.under(FaultKind.SCRIPT_FLUSH),
				Mutant
					.of("renewal without a pause", "a renewal that Redis refuses is repeated at once",
							Change.java("RenewalSchedule", "failed",
									"this.nextNanos = now + this.backOff.nanos(this.failures++);",
									"this.failures++; this.nextNanos = now;"))
					.under(FaultKind.FEW_REPLICAS)
					.seenBy("Calm"),
				Mutant
					.of("refused question without a pause", "a question that Redis refuses is asked again and again",
							Change.java("AttemptTraffic", "giveUp",
									"this.nextNanos = now + this.context.retryBackOff().nanos(this.failures++);",
									"this.failures++; this.nextNanos = now + 5_000_000;"))
					.under(FaultKind.FEW_REPLICAS)
					.seenBy("Calm"),
				Mutant.of("poll without a pause", "a waiter asks again and again",
						Change.java("PollSchedule", "pauseNanos",
								"return (reply.queue() <= 1) ? Math.min(poll, leaseEnd) : poll;", "return 5_000_000;"))
					.seenBy("Calm"),
				Mutant.of("a poll takes the last place", "who asks again is put behind all others", Change.script(
						"queue.lua", "join", "local ticket, _, _, kept = waiter(id) if not ticket",
						"local ticket, kept = waiter(id), nil again = false if ticket then leave(ticket, id) ticket = nil end if not ticket"))
					.under(FaultKind.NO_SUBSCRIPTION)
					.in(Conditions.PLAIN.lasting(FaultKind.NO_SUBSCRIPTION))
					.seenBy("Starvation"),
				Mutant.of("release that is not repeated", "a release that does not arrive is forgotten", Change.java(
						"Release", "goOn",
						"this.repeated = this.context.background().repeatUntilAnswered(this::send, millisLeft());", ""))
					.under(FaultKind.REFUSED_CONNECTIONS)
					.seenBy("Orphan"),
				Mutant
					.of("no connection instead of two", "a subscription is closed where there can be no new one",
							Change.java(
									"SupervisedConnection", "connectBeside",
									"logger.debug(\"The connection stays: no new one could be made\", failure);",
									"lost(former, \"messages seem to be lost\");"))
					.under(FaultKind.NO_NEW_CONNECTION)
					.seenBy("Subscribed"),
				Mutant
					.of("lost lock passed on", "whoever is next in the JVM gets the lock of a holder that has lost it",
							Change
								.java("Hold", "lose", "this.end.over(); this.handover.passLostTurn(reason);",
										"this.end.over();")
								.andThen(Change.java("Hold", "close", "held = isHeld(); last",
										"held = isHeld() || isLost(); last"))
								.andThen(Change.java("Handover", "passable", "boolean passes = isInTurn(ownership)",
										"boolean passes = left <= 0 || isInTurn(ownership)"))
								.andThen(Change.java("SingleEntry", "open",
										"if (granted.deadline().isOver(this.context.now())) {",
										"if (granted.deadline().isOver(granted.ownership().begin())) {"))
								.andThen(Change.java("LockTemplate", "enter", "lease == null || lease.isHeld()",
										"lease == null || !lease.name().isEmpty()")))
					.under(FaultKind.FEW_REPLICAS, FaultKind.RESTART)
					.mix(Mix.LONG)
					.in(Conditions.PLAIN)
					.seenBy("Body"),
				Mutant
					.of("an end without a beginning", "observers are told the end of what nobody was told to hold",
							Change.java("AttemptEvents", "tell",
									"if (this.stage == Stage.HELD && end.ownership() == this.told) {",
									"if (this.stage != Stage.OVER) {"))
					.in(Conditions.PLAIN.several(Several.SOMETIMES))
					.seenBy("Story"),
				Mutant.of("refused where nobody holds",
						"who does not wait hears of a holder that has given the lock back",
						Change.script("acquire.lua", "", "if ends <= now and not head and owner ~= '&' then",
								"if ends <= now and not head and released and ARGV[7] == '0' then return { 'WAIT', now, 0, 0, 1, 0 } end if ends <= now and not head and owner ~= '&' then"))
					.seenBy("Held"),
				Mutant.of("key without a TTL", "a new lock is not given an end in Redis",
						Change.script("acquire.lua", "", "redis.call('PEXPIRE', key, lease + ARGV[3])", "")));
	}

	private static Mutant control(Mix mix) {
		return Mutant.of("control, " + mix.name().toLowerCase(Locale.ROOT), "nothing", (overlay) -> {
		}).mix(mix).withAStoppingClock();
	}

}
