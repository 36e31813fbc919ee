package io.github.lockstarter.sample.app.registration;

import java.util.Optional;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.web.client.RestClient;

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
@SpringBootTest(classes = { RegistrationService.class, RegistrationServiceTests.Users.class,
		RegistrationServiceTests.Points.class })
@AutoConfigureTestLocks
class RegistrationServiceTests {

	@Autowired
	private RegistrationService service;

	@Autowired
	private Users users;

	@Autowired
	private TestLocks testLocks;

	@BeforeEach
	void nothingHasHappened() {
		this.users.registrations = 0;
		this.users.step = () -> {
		};
	}

	@Test
	void registrationRunsUnderTheLockOfItsName() {
		this.users.step = () -> LockAssertions.assertLocked("registration:alice");
		assertThat(this.service.register("alice").userName()).isEqualTo("alice");
	}

	@Test
	void registrationInProgressOnAnotherServerIsRefusedAtOnce() {
		this.testLocks.holdElsewhere("registration:alice");
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.service.register("alice"));
		assertThat(this.users.registrations).isZero();
		assertThat(this.service.register("bob").userName()).isEqualTo("bob");
	}

	@Test
	void nobodyIsRegisteredWhileRedisIsOut() {
		this.testLocks.outage();
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> this.service.register("alice"));
		assertThat(this.users.registrations).isZero();
	}

	@Test
	void registrationThatLosesItsLockIsToldAfterwards() {
		this.users.step = () -> this.testLocks.takeAway("registration:alice");
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.service.register("alice"));
		assertThat(this.users.registrations).as("done, but perhaps not alone").isOne();
	}

	/**
	 * Stores no user, and counts the calls.
	 */
	static class Users extends UserStore {

		private int registrations;

		private Runnable step;

		Users() {
			super(null);
		}

		@Override
		Optional<User> findByName(String userName) {
			this.step.run();
			return Optional.empty();
		}

		@Override
		long nextId() {
			return this.registrations + 1;
		}

		@Override
		void save(User user) {
			this.registrations++;
		}

	}

	/**
	 * Grants nothing.
	 */
	static class Points extends PointsClient {

		Points() {
			super(RestClient.builder(), "");
		}

		@Override
		void grant(User user, int amount, String reason) {
		}

	}

}
