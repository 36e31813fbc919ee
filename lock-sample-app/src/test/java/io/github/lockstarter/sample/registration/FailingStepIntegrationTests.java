package io.github.lockstarter.sample.registration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.sample.registration.SampleClient.Answer;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each step fails for real: a key of the wrong type is in its way.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "sample.registration.think-time=0ms")
@DirtiesContext
class FailingStepIntegrationTests {

	private static final TestRedis redis = TestRedis.start();

	@Autowired
	private LockOperations locks;

	@LocalServerPort
	private int port;

	private SampleClient sample;

	@DynamicPropertySource
	static void redis(DynamicPropertyRegistry properties) {
		properties.add("spring.data.redis.host", redis::host);
		properties.add("spring.data.redis.port", redis::port);
	}

	@AfterAll
	static void stopRedis() {
		redis.close();
	}

	@BeforeEach
	void connect() {
		redis.cli("FLUSHALL");
		this.sample = new SampleClient(this.port);
	}

	@Test
	void failedLookUpGrantsNoPointsAndReleasesTheLock() {
		redis.cli("SET", "sample:users:dave", "not a list");
		Answer answer = this.sample.register("dave").join();
		assertThat(answer.status()).isEqualTo(500);
		assertThat(redis.cli("EXISTS", "sample:points:dave")).isEqualTo("0");
		assertReleasedAndRegistersOnceRepaired("dave", "sample:users:dave");
	}

	@Test
	void failedStoreGrantsNoPointsAndReleasesTheLock() {
		redis.cli("SET", "sample:user:1", "not a hash");
		Answer answer = this.sample.register("dave").join();
		assertThat(answer.status()).isEqualTo(500);
		assertThat(answer.title()).isEqualTo("Store failed");
		assertThat(this.sample.usersNamed("dave")).isZero();
		assertThat(this.sample.pointsOf("dave")).isZero();
		assertReleasedAndRegistersOnceRepaired("dave", "sample:user:1");
	}

	@Test
	void failedPointsServiceKeepsTheUserAndReleasesTheLock() {
		redis.cli("SET", "sample:points:dave", "not a list");
		Answer answer = this.sample.register("dave").join();
		assertThat(answer.status()).isEqualTo(502);
		assertThat(answer.title()).isEqualTo("Bonus not granted");
		assertThat(this.locks.describe("registration:dave")).isEmpty();
		redis.cli("DEL", "sample:points:dave");
		assertThat(this.sample.usersNamed("dave")).isOne();
		assertThat(this.sample.pointsOf("dave")).isZero();
		assertThat(this.sample.register("dave").join().status()).isEqualTo(409);
	}

	private void assertReleasedAndRegistersOnceRepaired(String userName, String brokenKey) {
		assertThat(this.locks.describe("registration:" + userName)).isEmpty();
		redis.cli("DEL", brokenKey);
		assertThat(this.sample.register(userName).join().status()).isEqualTo(201);
		assertThat(this.sample.usersNamed(userName)).isOne();
		assertThat(this.sample.pointsOf(userName)).isEqualTo(100);
	}

}
