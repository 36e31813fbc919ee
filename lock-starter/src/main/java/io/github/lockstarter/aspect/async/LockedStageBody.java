package io.github.lockstarter.aspect.async;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.aspect.LockedCall;
import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.async.AsyncLockedAction;

/**
 * The method itself, begun under its lease. For one call.
 */
final class LockedStageBody implements AsyncLockedAction<@Nullable Object> {

	private final LockedCall call;

	private volatile boolean entered;

	LockedStageBody(LockedCall call) {
		this.call = call;
	}

	/**
	 * Whether the lock was acquired. An exception that comes out afterwards is not about
	 * this lock, whatever its type.
	 */
	boolean entered() {
		return this.entered;
	}

	@Override
	@SuppressWarnings({ "unchecked", "NullAway" }) // the latter sees no type argument
	public CompletionStage<@Nullable Object> run(AsyncLease lease) throws Exception {
		this.entered = true;
		try {
			return (CompletionStage<@Nullable Object>) this.call.proceed(lease.asLease());
		}
		catch (Exception | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new IllegalStateException(ex);
		}
	}

}
