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
	 * Begins the work, on the application's task executor, with the lease in the
	 * {@code LockContext} until it returns.
	 * @param lease the lease under which it runs; open until the stage is complete
	 * @return the stage that completes when the work is done; not null
	 * @throws Exception the same as a stage that fails with it
	 */
	CompletionStage<T> run(AsyncLease lease) throws Exception;

}
