package io.github.lockstarter.compatibility;

import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.compatibility.application.CompatibilityApplication;
import io.github.lockstarter.compatibility.application.Registration;
import io.github.lockstarter.testing.AutoConfigureTestLocks;
import io.github.lockstarter.testing.HeldElsewhere;
import io.github.lockstarter.testing.LockAssertions;
import io.github.lockstarter.testing.Outage;
import io.github.lockstarter.testing.TestLocks;
import io.github.lockstarter.testing.TimeLapse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A user's test with the test kit, on each line of Spring Boot.
 */
@SpringBootTest(classes = CompatibilityApplication.class, webEnvironment = WebEnvironment.NONE)
@AutoConfigureTestLocks
class TestKitTests {

	@Autowired
	private TestLocks testLocks;

	@Autowired
	private LockOperations locks;

	@Autowired
	private Registration registration;

	@Test
	@Tag("every-line")
	void methodIsRefusedWhileAnotherServerHoldsItsLock() {
		try (HeldElsewhere held = this.testLocks.holdElsewhere("users:alice");
				TimeLapse lapse = this.testLocks.timeLapse()) {
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> this.registration.register("alice", () -> "done"));
			LockAssertions.assertThatLock(this.locks, "users:alice").isHeldWithToken(held.fencingToken());
		}
		assertThat(this.registration.<String>register("alice", () -> "done")).isEqualTo("done");
	}

	@Test
	@Tag("every-line")
	void outageAndLossAreTold() {
		try (Outage outage = this.testLocks.outage(); TimeLapse lapse = this.testLocks.timeLapse()) {
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> this.registration.register("bob", () -> "done"));
		}
		assertThatExceptionOfType(LockLostException.class).isThrownBy(
				() -> this.registration.registerAll(List.of("bob"), () -> this.testLocks.takeAway("users:bob")));
	}

}
