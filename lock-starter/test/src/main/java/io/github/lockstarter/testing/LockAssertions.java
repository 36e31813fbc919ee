package io.github.lockstarter.testing;

import java.util.List;

import org.assertj.core.api.Assertions;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockOperations;

/**
 * AssertJ assertions about locks, for any {@link LockOperations}, also on a real Redis.
 */
public final class LockAssertions {

	private LockAssertions() {
	}

	/**
	 * Starts an assertion about a lock.
	 * @param locks where to ask
	 * @param name the full lock name, {@code name:key} for an annotated method
	 * @return the assertion
	 */
	public static LockAssert assertThatLock(LockOperations locks, String name) {
		return new LockAssert(locks, name);
	}

	/**
	 * Asserts that the current thread works under that lock, and that its lease is held:
	 * for a stub that is called inside a locked method.
	 * @param name the full lock name
	 */
	public static void assertLocked(String name) {
		List<String> leases = LockContext.all().stream().map(Lease::name).toList();
		Assertions.assertThat(LockContext.current(name))
			.as("the lease of this thread on lock '%s'; its leases are on %s", name, leases)
			.hasValueSatisfying((lease) -> Assertions.assertThat(lease.isHeld()).as("held").isTrue());
	}

}
