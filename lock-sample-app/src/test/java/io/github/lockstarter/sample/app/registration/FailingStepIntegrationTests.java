package io.github.lockstarter.sample.app.registration;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.sample.SampleClient;
import io.github.lockstarter.sample.SampleClient.Answer;
import io.github.lockstarter.sample.SampleTest;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each step fails for real: a key of the wrong type is in its way.
 */
@SampleTest
class FailingStepIntegrationTests {

	@Autowired
	private LockOperations locks;

	@Autowired
	private SampleClient sample;

	@Autowired
	private TestRedis redis;

	@BeforeEach
	void forgetEverything() {
		this.redis.cli("DEL", "sample:user-id", "sample:registered:dave", "sample:points:dave");
	}

	@Test
	void failedLookUpGrantsNoPointsAndReleasesTheLock() {
		this.redis.cli("SET", "sample:registered:dave", "not a list");
		Answer answer = this.sample.register("dave").join();
		assertThat(answer.status()).isEqualTo(500);
		assertThat(this.redis.cli("EXISTS", "sample:points:dave")).isEqualTo("0");
		assertReleasedAndRegistersOnceRepaired("dave", "sample:registered:dave");
	}

	@Test
	void failedIdGrantsNoPointsAndReleasesTheLock() {
		this.redis.cli("SET", "sample:user-id", "not a number");
		Answer answer = this.sample.register("dave").join();
		assertThat(answer.status()).isEqualTo(500);
		assertThat(answer.title()).isEqualTo("Store failed");
		assertThat(this.sample.usersNamed("dave")).isZero();
		assertThat(this.sample.pointsOf("dave")).isZero();
		assertReleasedAndRegistersOnceRepaired("dave", "sample:user-id");
	}

	@Test
	void failedPointsServiceKeepsTheUserAndReleasesTheLock() {
		this.redis.cli("SET", "sample:points:dave", "not a list");
		Answer answer = this.sample.register("dave").join();
		assertThat(answer.status()).isEqualTo(502);
		assertThat(answer.title()).isEqualTo("Bonus not granted");
		assertThat(this.locks.describe("registration:dave")).isEmpty();
		this.redis.cli("DEL", "sample:points:dave");
		assertThat(this.sample.usersNamed("dave")).isOne();
		assertThat(this.sample.pointsOf("dave")).isZero();
		assertThat(this.sample.register("dave").join().status()).isEqualTo(409);
	}

	private void assertReleasedAndRegistersOnceRepaired(String userName, String brokenKey) {
		assertThat(this.locks.describe("registration:" + userName)).isEmpty();
		this.redis.cli("DEL", brokenKey);
		assertThat(this.sample.register(userName).join().status()).isEqualTo(201);
		assertThat(this.sample.usersNamed(userName)).isOne();
		assertThat(this.sample.pointsOf(userName)).isEqualTo(100);
	}

}
