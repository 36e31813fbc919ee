package io.github.lockstarter.async;

import java.util.concurrent.CompletionStage;

/**
 * Work without a result that runs under a lock until its stage is complete.
 */
@FunctionalInterface
public interface AsyncLockedRunnable {

	/**
	 * Starts the work; see {@link AsyncLockedAction#run}.
	 * @param lease the lease, open until the stage completes
	 * @return the stage that completes when the work is done; not null
	 * @throws Exception treated as a stage that fails with it
	 */
	CompletionStage<?> run(AsyncLease lease) throws Exception;

}
