package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.core.LockTemplate;

/**
 * The locks of this application, for the starter's own beans. It is not a
 * {@link LockOperations}, so a test can replace that bean with a mock.
 *
 * @param template the locks
 */
public record ApplicationLocks(LockTemplate template) implements AutoCloseable {

	// called after all beans that depend on the locks are destroyed
	@Override
	public void close() {
		this.template.stop();
	}

}
