package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.Refusal;

/**
 * One call for one lock or several: what it asks of the engine, and how it ends; the same
 * for blocking and other callers.
 */
final class LockCall {

	private final Engine engine;

	private final EngineContext context;

	private final LockRequest request;

	private final boolean blocks;

	private final LeaseTerms terms;

	private final boolean early;

	private volatile WaitBudget budget;

	// A caller that blocks waits here for the start of the engine.
	LockCall(Engine engine, LockRequest request, boolean blocks) {
		this(engine, request, blocks, LeaseTerms.of(request, engine.context().settings()));
	}

	LockCall(Engine engine, LockRequest request, boolean blocks, LeaseTerms terms) {
		this.engine = engine;
		this.context = engine.context();
		this.request = request;
		this.blocks = blocks;
		String objection = this.context.store().objection(request);
		if (objection != null) {
			throw new IllegalArgumentException(objection);
		}
		this.terms = terms;
		this.early = engine.early().asks(blocks);
		if (blocks) {
			engine.awaitStart();
		}
		this.budget = beginning();
	}

	private WaitBudget beginning() {
		return WaitBudget.of(this.context.nanoTime(), waitTime().toNanos(), this.context.answerTime());
	}

	void begin() {
		this.budget = beginning();
	}

	private Duration waitTime() {
		return this.request.waitTime().orElse(this.context.settings().waitTime());
	}

	Entry entry(Object owner, Function<String, @Nullable Lease> outer, Runnable wake) {
		List<String> names = this.request.names();
		if (names.size() == 1) {
			return new SingleEntry(this.engine, caller(owner, outer, names.get(0)), this.budget, wake);
		}
		List<EntryRequest> callers = names.stream().map((name) -> caller(owner, outer, name)).toList();
		return new MultiEntry(this.engine, callers, this.budget, wake);
	}

	private EntryRequest caller(Object owner, Function<String, @Nullable Lease> outer, String name) {
		// another engine of this JVM may have a lock of the same name
		SingleLease entered = (outer.apply(name) instanceof SingleLease lease && lease.hold().isOf(this.context))
				? lease : null;
		return new EntryRequest(new HoldKey(owner, name), entered, this.terms, this.request.fair(), this.early,
				events(name));
	}

	private AttemptEvents events(String name) {
		LockObservers observers = this.context.observers();
		return (observers.isEmpty() && !AttemptEvents.areLogged()) ? AttemptEvents.NONE : new AttemptEvents(
				new LockAttempt(this.request.namespace(), name, this.terms.holders().kind()), observers, this.blocks);
	}

	EngineLease conclude(Entry entry) {
		EntryResult refused = entry.refused();
		if (refused != null) {
			tellRefused(entry, refused);
			throw refused(refused);
		}
		entry.results().forEach(EntryResult::tellAcquired);
		return entry.lease();
	}

	@Nullable EngineLease concludeOrNull(Entry entry) {
		EntryResult refused = entry.refused();
		if (refused != null && refused.refusal() == Refusal.HELD_BY_ANOTHER) {
			tellRefused(entry, refused);
			return null;
		}
		return conclude(entry);
	}

	// Throws if no time is left to request the lost lease again.
	void giveUpLost(Entry entry) {
		List<EntryResult> lost = entry.results().stream().filter((part) -> !part.isHeld()).toList();
		entry.lease().end(WorkEnd.FAILED);
		lost.forEach(EntryResult::giveUpLost);
		if (!lost.isEmpty() && this.budget.isOver(this.context.nanoTime())) {
			throw refused(lost.get(0));
		}
	}

	private static void tellRefused(Entry entry, EntryResult refused) {
		entry.results().forEach((part) -> part.tellRefused(refused.refusal()));
	}

	private LockException refused(EntryResult refused) {
		return LockFailures.refused(this.context.store(), refused.name(), this.terms.holders(),
				Objects.requireNonNull(refused.failure()), waitTime(),
				Duration.ofNanos(this.budget.waitedNanos(this.context.nanoTime())),
				() -> AdministratorCall.holderOf(this.engine, refused.name()));
	}

	// How long the work may wait for a thread with the lock held: the rest of the
	// caller's wait, at most one lease, at least one command timeout.
	Duration timeToBegin() {
		long wait = this.budget.waitEndNanos() - this.context.nanoTime();
		long lease = this.context.settings().leaseTime().toNanos();
		return Duration.ofNanos(Math.max(Math.min(wait, lease), this.context.commandTimeoutNanos()));
	}

}
