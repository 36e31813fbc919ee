package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockException;

/**
 * A non-blocking call for locks whose work begins some time after the grant, such as
 * after the queue of an executor. Check the lease when the work begins; if it was lost
 * meanwhile, {@link #acquireAgain()} requests the locks again within the same wait. For
 * one user at a time.
 */
public final class NonBlockingCall {

	private final Engine engine;

	private final LockCall call;

	private final Object owner = new Object();

	private final Map<String, Lease> entered;

	private volatile @Nullable Entry acquired;

	NonBlockingCall(Engine engine, LockCall call, Map<String, Lease> entered) {
		this.engine = engine;
		this.call = call;
		this.entered = entered;
	}

	/**
	 * Acquires the locks. The wait begins once the locks have been started.
	 * @return the lease, or a {@code LockException}; cancelling it gives up and leaves
	 * nothing locked
	 */
	public CompletableFuture<EngineLease> acquire() {
		if (!this.engine.isToBeStarted()) {
			return ask();
		}
		CompletableFuture<EngineLease> result = new CompletableFuture<>();
		this.engine.started().thenCompose((done) -> askFor(result)).whenComplete((lease, failure) -> {
			if (lease == null) {
				result.completeExceptionally((failure instanceof CompletionException) ? failure.getCause() : failure);
			}
			else if (!result.complete(lease)) {
				lease.end(WorkEnd.FAILED);
			}
		});
		return result;
	}

	private CompletableFuture<EngineLease> askFor(CompletableFuture<EngineLease> result) {
		if (result.isCancelled()) {
			return result;
		}
		this.call.begin();
		CompletableFuture<EngineLease> asked = ask();
		result.whenComplete((lease, failure) -> {
			if (result.isCancelled()) {
				asked.cancel(false);
			}
		});
		return asked;
	}

	private CompletableFuture<EngineLease> ask() {
		return new AsyncDriver(this.engine.context(), (wake) -> this.call.entry(this.owner, this.entered::get, wake),
				this::conclude)
			.start();
	}

	private EngineLease conclude(Entry entry) {
		this.acquired = entry;
		return this.call.conclude(entry);
	}

	/**
	 * Gives back a lease that was lost before the work began, and requests the locks
	 * again.
	 * @return as for {@link #acquire()}; a {@code LockUnavailableException} if no time is
	 * left for an answer
	 */
	public CompletableFuture<EngineLease> acquireAgain() {
		try {
			this.call.giveUpLost(Objects.requireNonNull(this.acquired));
		}
		catch (LockException ex) {
			return CompletableFuture.failedFuture(ex);
		}
		return ask();
	}

	/**
	 * How long the work may wait for a thread from now on, with the locks held: until the
	 * caller's wait ends, but at least one command timeout and at most one lease time,
	 * according to the settings.
	 * @return the time
	 */
	public Duration timeToBegin() {
		return this.call.timeToBegin();
	}

}
