package io.github.lockstarter.sample.app.registration;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

import io.github.lockstarter.sample.Patience;
import io.github.lockstarter.sample.SampleClient;
import io.github.lockstarter.sample.SampleClient.Answer;
import io.github.lockstarter.sample.SampleTest;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@SampleTest
class RedisDownIntegrationTests {

	@Autowired
	private SampleClient sample;

	@Autowired
	private TestRedis redis;

	@Test
	void registrationIsUnavailableWhileRedisIsDownAndRecovers() {
		assertThat(this.sample.register("erin").join().status()).isEqualTo(201);
		this.redis.kill();
		await("the locks to know of it").atMost(Patience.LIMIT)
			.until(this.sample::healthOfTheLocks, (status) -> !status.equals("UP"));
		Answer answer = this.sample.register("frank").join();
		assertThat(answer.status()).isEqualTo(503);
		assertThat(answer.title()).isEqualTo("Locks unavailable");
		this.redis.restart();
		await().atMost(Patience.LIMIT)
			.until(() -> this.sample.register("frank").join(), (repeated) -> repeated.status() == 201);
		assertThat(this.sample.usersNamed("frank")).isOne();
	}

}
