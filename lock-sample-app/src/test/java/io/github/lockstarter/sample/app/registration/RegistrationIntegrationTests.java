package io.github.lockstarter.sample.app.registration;

import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.sample.SampleClient;
import io.github.lockstarter.sample.SampleClient.Answer;
import io.github.lockstarter.sample.SampleTest;

import static org.assertj.core.api.Assertions.assertThat;

@SampleTest
class RegistrationIntegrationTests {

	private final String userName = "user-" + UUID.randomUUID();

	@Autowired
	private LockOperations locks;

	@Autowired
	private SampleClient sample;

	@Test
	void newUserIsStoredWithTheBonus() {
		Answer answer = this.sample.register(this.userName).join();
		assertThat(answer.status()).isEqualTo(201);
		assertThat(answer.body().get("id").asLong()).isPositive();
		assertThat(this.sample.usersNamed(this.userName)).isOne();
		assertThat(this.sample.pointsOf(this.userName)).isEqualTo(100);
		assertThat(this.locks.describe("registration:" + this.userName)).isEmpty();
	}

	@Test
	void registeredUserIsRefusedAndKeepsTheBonus() {
		this.sample.register(this.userName).join();
		assertThat(this.sample.register(this.userName).join().status()).isEqualTo(409);
		assertThat(this.sample.usersNamed(this.userName)).isOne();
		assertThat(this.sample.pointsOf(this.userName)).isEqualTo(100);
		assertThat(this.locks.describe("registration:" + this.userName)).isEmpty();
	}

	@Test
	void heldLockRefusesStoresNothingAndStaysWithItsHolder() {
		try (Lease lease = this.locks.acquire("registration:" + this.userName)) {
			Answer answer = this.sample.register(this.userName).join();
			assertThat(answer.status()).isEqualTo(422);
			assertThat(answer.title()).isEqualTo("Registration in progress");
			assertThat(this.sample.usersNamed(this.userName)).isZero();
			assertThat(this.sample.pointsOf(this.userName)).isZero();
			assertThat(lease.isHeld()).isTrue();
			assertThat(this.locks.describe("registration:" + this.userName)).map(LockInfo::fencingToken)
				.hasValue(lease.fencingToken());
		}
		assertThat(this.sample.register(this.userName).join().status()).isEqualTo(201);
	}

	@Test
	void lockOfOneNameDoesNotHoldUpAnother() {
		try (Lease lease = this.locks.acquire("registration:somebody-else-" + this.userName)) {
			assertThat(this.sample.register(this.userName).join().status()).isEqualTo(201);
			assertThat(lease.isHeld()).isTrue();
		}
	}

	@Test
	void blankUserNameIsRefused() {
		assertThat(this.sample.register(" ").join().status()).isEqualTo(400);
	}

}
