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
 * One call of a face that does not block. Between the grant and the work lies the queue
 * of an executor: whoever begins the work looks at the lease first, and asks again if it
 * was lost there. All questions are paid from the one wait of the call. For one user at a
 * time.
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
	 * Acquires what is asked for. The wait begins when the locks have been started, for
	 * which no thread of the caller waits.
	 * @return the lease, or a {@code LockException}; to cancel it gives up, and leaves
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
	 * Gives back a lease that was lost before the work began, and asks for it again.
	 * @return as for {@link #acquire()}; a {@code LockUnavailableException} if the time
	 * for an answer is over
	 */
	public CompletableFuture<EngineLease> acquireAgain() {
		try {
			this.call.takeBack(Objects.requireNonNull(this.acquired));
		}
		catch (LockException ex) {
			return CompletableFuture.failedFuture(ex);
		}
		return ask();
	}

	/**
	 * How long the work may wait for a thread from now on, when the lock is held: until
	 * the wait of its caller is over, but one command timeout at least, and one lease at
	 * most, as long as those are by the settings.
	 * @return the time
	 */
	public Duration timeToBegin() {
		return this.call.timeToBegin();
	}

}
