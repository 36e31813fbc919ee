package io.github.lockstarter.sample.registration;

import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import io.github.lockstarter.sample.registration.SampleClient.Answer;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "sample.registration.think-time=0ms")
@DirtiesContext
class RedisDownIntegrationTests {

	private static final TestRedis redis = TestRedis.start();

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
		this.sample = new SampleClient(this.port);
	}

	@Test
	void registrationIsUnavailableWhileRedisIsDownAndRecovers() {
		assertThat(this.sample.register("erin").join().status()).isEqualTo(201);
		redis.kill();
		Answer answer = this.sample.register("frank").join();
		assertThat(answer.status()).isEqualTo(503);
		assertThat(answer.title()).isEqualTo("Locks unavailable");
		redis.restart();
		await().atMost(Duration.ofSeconds(20))
			.until(() -> this.sample.register("frank").join().status(), (status) -> status == 201);
		assertThat(this.sample.usersNamed("frank")).isOne();
	}

}
