package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.Refusal;

/**
 * One call for one lock or several: what it asks of the engine, and how it ends. The same
 * for callers that block and for those that do not.
 */
final class LockCall {

	private final Engine engine;

	private final LockRequest request;

	private final LeaseTerms terms;

	private final WaitBudget budget;

	/**
	 * Creates the call; its wait begins.
	 * @throws IllegalArgumentException if the store cannot do what is asked for
	 */
	LockCall(Engine engine, LockRequest request) {
		String objection = engine.store().objection(request);
		if (objection != null) {
			throw new IllegalArgumentException(objection);
		}
		LockSettings settings = engine.settings();
		this.engine = engine;
		this.request = request;
		this.terms = LeaseTerms.of(request, settings);
		this.budget = WaitBudget.of(engine.clock().nanoTime(), nanos(request.waitTime().orElse(settings.waitTime())),
				engine.answerTime());
	}

	/**
	 * The way to what the call asks for.
	 * @param owner the owner context of the caller
	 * @param outer the lease on the lock of that name under which the caller works, null
	 * where it does not
	 * @param wake wakes whoever drives it
	 */
	Entry wayIn(Object owner, Function<String, @Nullable Lease> outer, Runnable wake) {
		if (this.request.names().size() == 1) {
			return contender(owner, outer, this.request.name(), this.budget, wake);
		}
		return new MultiEntry(this.engine,
				(waiting) -> this.request.names()
					.stream()
					.map((name) -> contender(owner, outer, name, waiting, wake))
					.toList(),
				this.budget);
	}

	private SingleEntry contender(Object owner, Function<String, @Nullable Lease> outer, String name,
			WaitBudget waiting, Runnable wake) {
		// another engine of this JVM may have a lock of the same name
		HoldLease entered = (outer.apply(name) instanceof HoldLease lease && lease.hold().isOf(this.engine)) ? lease
				: null;
		return new SingleEntry(this.engine, new CallerContext(new HoldKey(owner, name), entered), this.terms,
				this.request.fair(), waiting, wake);
	}

	/**
	 * Tells observers how it ended.
	 * @param wayIn the way, which is over
	 * @param tell how observers are told
	 * @return the lease
	 * @throws LockException why it was not acquired
	 */
	EngineLease conclude(Entry wayIn, Consumer<Consumer<LockObserver>> tell) {
		SingleEntry refused = wayIn.refused();
		if (refused != null) {
			tellRefused(refused, tell);
			throw refused(refused);
		}
		Duration waited = waited();
		wayIn.parts().forEach((part) -> tellAcquired(part, waited, tell));
		return wayIn.lease();
	}

	/**
	 * The same as {@link #conclude}, with null where another held the lock.
	 */
	@Nullable EngineLease concludeOrNull(Entry wayIn, Consumer<Consumer<LockObserver>> tell) {
		SingleEntry refused = wayIn.refused();
		if (refused != null && failure(refused).reason() == Refusal.HELD_BY_ANOTHER) {
			tellRefused(refused, tell);
			return null;
		}
		return conclude(wayIn, tell);
	}

	/**
	 * Gives back what was acquired and lost before the work began, to ask for it again.
	 * @param wayIn the way by which it was acquired
	 * @param tell how observers are told
	 * @throws LockException if there is no time for that, or it is the work outside that
	 * has lost the lock
	 */
	void takeBack(Entry wayIn, Consumer<Consumer<LockObserver>> tell) {
		List<SingleEntry> lost = wayIn.parts().stream().filter((part) -> !part.isHeld()).toList();
		wayIn.lease().end(false);
		lost.forEach(SingleEntry::takeBack);
		if (!lost.isEmpty() && this.budget.isOver(this.engine.clock().nanoTime())) {
			tellRefused(lost.get(0), tell);
			throw refused(lost.get(0));
		}
	}

	private void tellRefused(SingleEntry refused, Consumer<Consumer<LockObserver>> tell) {
		Refusal reason = failure(refused).reason();
		if (!refused.isReentered()) {
			Duration waited = waited();
			tell.accept((observer) -> observer.notAcquired(attempt(refused), reason, waited));
		}
	}

	private void tellAcquired(SingleEntry part, Duration waited, Consumer<Consumer<LockObserver>> tell) {
		if (part.isReentered()) {
			return;
		}
		long token = part.lease().fencingToken();
		if (part.isHandedOver()) {
			tell.accept((observer) -> observer.handedOver(attempt(part), token));
		}
		tell.accept((observer) -> observer.acquired(attempt(part), token, waited));
	}

	private LockAttempt attempt(SingleEntry part) {
		return new LockAttempt(this.request.namespace(), part.name());
	}

	private LockException refused(SingleEntry refused) {
		AttemptOutcome.Failed failed = failure(refused);
		return LockMessages.refused(refused.name(), failed.reason(), failed.trouble(),
				this.request.waitTime().orElse(this.engine.settings().waitTime()), waited());
	}

	private static AttemptOutcome.Failed failure(SingleEntry refused) {
		return Objects.requireNonNull(refused.failure());
	}

	/**
	 * How long the work may wait for a thread from now on, with the lock held. It is time
	 * of the caller's wait; who asked for it at its very end, or did not wait, has a
	 * moment.
	 */
	Duration timeToBegin() {
		long wait = this.budget.waitEnd() - this.engine.clock().nanoTime();
		long lease = this.engine.settings().leaseTime().toNanos();
		return Duration.ofNanos(Math.max(Math.min(wait, lease), this.engine.commandTimeoutNanos()));
	}

	private Duration waited() {
		return Duration.ofNanos(this.engine.clock().nanoTime() - this.budget.begin());
	}

	private static long nanos(Duration duration) {
		// A wait of centuries is a wait for ever.
		return (duration.compareTo(Duration.ofDays(10_000)) > 0) ? Duration.ofDays(10_000).toNanos()
				: duration.toNanos();
	}

}
