package io.github.lockstarter.key;

import io.github.lockstarter.annotation.DistributedLocked;

/**
 * Has a locked method that a subclass in another package cannot override.
 */
public class PackagePrivateJob {

	@DistributedLocked
	void run() {
	}

}
