package io.github.lockstarter.async;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Work that runs under a lock until its stage is complete.
 *
 * @param <T> the type of the result
 */
@FunctionalInterface
public interface AsyncLockedAction<T extends @Nullable Object> {

	/**
	 * Starts the work on the application's task executor. The lease is in the
	 * {@code LockContext} until this method returns.
	 * @param lease the lease, open until the stage completes
	 * @return the stage that completes when the work is done; not null
	 * @throws Exception treated as a stage that fails with it
	 */
	CompletionStage<T> run(AsyncLease lease) throws Exception;

}
