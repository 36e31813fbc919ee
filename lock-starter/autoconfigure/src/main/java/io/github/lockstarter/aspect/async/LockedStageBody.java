package io.github.lockstarter.aspect.async;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.aspect.LockedCall;
import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.async.AsyncLockedAction;

/**
 * The method itself, begun under its lease, for one call.
 */
final class LockedStageBody implements AsyncLockedAction<@Nullable Object> {

	private final LockedCall call;

	private volatile boolean entered;

	LockedStageBody(LockedCall call) {
		this.call = call;
	}

	boolean entered() {
		return this.entered;
	}

	@Override
	@SuppressWarnings({ "unchecked", "NullAway" }) // NullAway sees no type argument
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
