package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.core.LockTemplate;

/**
 * The locks of this application, for the starter's own beans: what is started and
 * stopped, and what every face of them is made of. It is not a {@link LockOperations}, so
 * that a test may put a mock in the place of that bean.
 *
 * @param template the locks
 */
public record ApplicationLocks(LockTemplate template) implements AutoCloseable {

	/**
	 * Stops the locks. The application calls it when all beans are destroyed that depend
	 * on the locks.
	 */
	@Override
	public void close() {
		this.template.stop();
	}

}
