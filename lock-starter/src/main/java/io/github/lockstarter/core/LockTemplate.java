package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockedAction;

/**
 * The {@link LockOperations} of an application: the blocking face of the engine.
 */
public final class LockTemplate implements LockOperations {

	private final Engine engine;

	/**
	 * Creates the template. It is started by {@link #start()} or by its first use.
	 * @param store where the locks are kept
	 * @param settings the settings
	 * @param clock the clocks of this JVM
	 * @param observers who watches; none can hurt a lock
	 */
	public LockTemplate(LockStore store, LockSettings settings, LockClock clock, List<LockObserver> observers) {
		this.engine = new Engine(store, settings, clock, () -> ThreadLocalRandom.current().nextDouble(), observers);
	}

	/**
	 * Connects, in the background, and begins to renew. A stopped template can be started
	 * again.
	 */
	public void start() {
		this.engine.start();
	}

	/**
	 * Refuses new and waiting callers with {@code LockUnavailableException}, waits up to
	 * the shutdown timeout for those that hold a lock, and disconnects. A lock whose
	 * holder still works then is not released: its lease ends by itself.
	 */
	public void stop() {
		this.engine.stop();
	}

	@Override
	public Lease acquire(LockRequest request) {
		return Objects.requireNonNull(open(request, false));
	}

	@Override
	public Optional<Lease> tryAcquire(LockRequest request) {
		return Optional.ofNullable(open(request, true));
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T execute(LockRequest request, LockedAction<T, E> action)
			throws E {
		HoldLease lease = Objects.requireNonNull(open(request, false));
		T result;
		try (LockContext.Scope scope = LockContext.open(lease)) {
			result = action.run(lease);
		}
		catch (Throwable ex) {
			closeAfter(ex, lease);
			throw ex;
		}
		lease.closeOrThrow(true);
		return result;
	}

	private static void closeAfter(Throwable failure, HoldLease lease) {
		try {
			lease.closeOrThrow(false);
		}
		catch (RuntimeException ex) {
			failure.addSuppressed(ex);
		}
	}

	@Override
	public Optional<LockInfo> describe(String name) {
		Grant grant = answer(name, this.engine.store()::describe);
		return (grant.status() == Grant.Status.HELD) ? Optional.of(new LockInfo(name, grant.holder(),
				grant.firstToken(), Duration.ofMillis(grant.leaseMillis()), (int) grant.queue())) : Optional.empty();
	}

	@Override
	public boolean forceRelease(String name) {
		return answer(name, this.engine.store()::force).status() == Grant.Status.RELEASED;
	}

	private Grant answer(String name, Function<String, CompletionStage<Grant>> question) {
		long begin = this.engine.clock().nanoTime();
		String checked = LockRequest.of(name).name();
		if (!this.engine.isRunning()) {
			throw LockMessages.refused(name, Refusal.SHUT_DOWN, null, Duration.ZERO);
		}
		try {
			return this.engine.await(question.apply(checked));
		}
		catch (StoreException ex) {
			throw LockMessages.refused(name, Refusal.UNAVAILABLE, ex, since(begin));
		}
	}

	/**
	 * Opens a lease, or answers {@code null} where the caller wants to go on without one.
	 */
	private @Nullable HoldLease open(LockRequest request, boolean orNull) {
		LockSettings settings = this.engine.settings();
		LeaseTerms terms = LeaseTerms.of(request, settings);
		HoldKey key = new HoldKey(Thread.currentThread(), request.name());
		Hold hold = this.engine.holds().find(key);
		HoldLease reentered = (hold != null) ? reenter(hold, terms) : null;
		if (reentered != null) {
			return reentered;
		}
		long begin = this.engine.clock().nanoTime();
		WaitBudget budget = WaitBudget.of(begin, nanos(request.waitTime().orElse(settings.waitTime())),
				settings.commandTimeout().toNanos());
		BlockingAcquisition acquisition = new BlockingAcquisition(this.engine, key, terms, request.fair(), budget);
		Outcome.Failed failed = this.engine.isRunning() ? acquisition.await()
				: new Outcome.Failed(Refusal.SHUT_DOWN, null);
		Duration waited = since(begin);
		if (failed == null) {
			HoldLease lease = acquisition.lease();
			this.engine.observers().tell((observer) -> observer.acquired(key.name(), lease.fencingToken(), waited));
			return lease;
		}
		this.engine.observers().tell((observer) -> observer.notAcquired(key.name(), failed.reason(), waited));
		if (orNull && failed.reason() == Refusal.HELD_BY_ANOTHER) {
			return null;
		}
		throw LockMessages.refused(key.name(), failed.reason(), failed.trouble(), waited);
	}

	/**
	 * Re-enters the hold of this thread, or answers {@code null} if another thread has
	 * just closed its last lease.
	 */
	private @Nullable HoldLease reenter(Hold hold, LeaseTerms terms) {
		HoldLease lease = hold.open(terms);
		if (lease == null && hold.isLost()) {
			throw LockMessages.lost(hold.name(), hold.lossReason());
		}
		if (lease == null) {
			return null;
		}
		if (hold.isShorterThan(terms)) {
			raise(hold, lease, terms);
		}
		return lease;
	}

	private void raise(Hold hold, HoldLease lease, LeaseTerms terms) {
		long begin = this.engine.clock().nanoTime();
		try {
			hold.raiseTo(terms.leaseMillis());
		}
		catch (StoreException ex) {
			lease.releaseNow();
			throw LockMessages.refused(hold.name(), Refusal.UNAVAILABLE, ex, since(begin));
		}
		if (!hold.isHeld()) {
			lease.releaseNow();
			throw LockMessages.lost(hold.name(), hold.lossReason());
		}
	}

	private static long nanos(Duration duration) {
		// A wait of centuries is a wait for ever.
		return (duration.compareTo(Duration.ofDays(10_000)) > 0) ? Duration.ofDays(10_000).toNanos()
				: duration.toNanos();
	}

	private Duration since(long begin) {
		return Duration.ofNanos(this.engine.clock().nanoTime() - begin);
	}

}
