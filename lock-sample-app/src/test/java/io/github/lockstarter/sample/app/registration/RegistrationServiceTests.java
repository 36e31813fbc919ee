package io.github.lockstarter.sample.app.registration;

import java.time.Instant;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.AutoConfigureTestLocks;
import io.github.lockstarter.testing.LockAssertions;
import io.github.lockstarter.testing.TestLocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The service alone, with locks in memory: no Redis, no web server.
 */
@SpringBootTest(classes = { RegistrationService.class, RegistrationServiceTests.Flow.class })
@AutoConfigureTestLocks
class RegistrationServiceTests {

	@Autowired
	private RegistrationService service;

	@Autowired
	private Flow flow;

	@Autowired
	private TestLocks testLocks;

	@BeforeEach
	void nothingHasHappened() {
		this.flow.registrations = 0;
		this.flow.step = () -> {
		};
	}

	@Test
	void registrationRunsUnderTheLockOfItsName() {
		this.flow.step = () -> LockAssertions.assertLocked("registration:alice");
		assertThat(this.service.register("alice").userName()).isEqualTo("alice");
	}

	@Test
	void registrationInProgressOnAnotherServerIsRefusedAtOnce() {
		this.testLocks.holdElsewhere("registration:alice");
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.service.register("alice"));
		assertThat(this.flow.registrations).isZero();
		assertThat(this.service.register("bob").userName()).isEqualTo("bob");
	}

	@Test
	void nobodyIsRegisteredWhileRedisIsOut() {
		this.testLocks.outage();
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> this.service.register("alice"));
		assertThat(this.flow.registrations).isZero();
	}

	@Test
	void registrationThatLosesItsLockIsToldAfterwards() {
		this.flow.step = () -> this.testLocks.takeAway("registration:alice");
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.service.register("alice"));
		assertThat(this.flow.registrations).as("done, but perhaps not alone").isOne();
	}

	/**
	 * Registers nobody, and counts.
	 */
	static class Flow extends RegistrationFlow {

		private int registrations;

		private Runnable step;

		Flow() {
			super(null, null, null);
		}

		@Override
		User register(String userName) {
			this.step.run();
			this.registrations++;
			return new User(this.registrations, userName, Instant.EPOCH);
		}

	}

}
