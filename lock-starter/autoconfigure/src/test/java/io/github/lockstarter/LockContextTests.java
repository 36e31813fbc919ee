package io.github.lockstarter;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.aspect.RecordingLockOperations;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LockContext}.
 */
class LockContextTests {

	private final RecordingLockOperations operations = new RecordingLockOperations();

	@Test
	void allLeasesAreListedInnermostFirst() {
		assertThat(LockContext.all()).isEmpty();
		this.operations.executeWithoutResult("outer", (outer) -> this.operations.executeWithoutResult("inner",
				(inner) -> assertThat(LockContext.all()).containsExactly(inner, outer)));
		assertThat(LockContext.all()).isEmpty();
	}

	@Test
	void leasesOfAnotherThreadAreNotListed() throws Exception {
		try (Lease lease = this.operations.acquire("mine"); LockContext.Scope scope = LockContext.open(lease)) {
			Thread other = new Thread(() -> this.operations.executeWithoutResult("theirs",
					(theirs) -> assertThat(LockContext.all()).containsExactly(theirs)));
			other.start();
			other.join();
			assertThat(LockContext.all()).containsExactly(lease);
		}
	}

}
