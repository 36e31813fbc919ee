package io.github.lockstarter.testing;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.test.context.ContextConfiguration;

import io.github.lockstarter.LockNotAcquiredException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A slice has no Redis and none of the starter's auto-configurations.
 */
@JsonTest
@ContextConfiguration(classes = TestLocksTests.Application.class)
@AutoConfigureTestLocks
class TestLocksInSliceTests {

	@Autowired
	private ApplicationContext context;

	@Autowired
	private TestLocks testLocks;

	@Autowired
	private Orders orders;

	@Test
	void annotatedMethodIsLocked() {
		assertThat(this.context.getBeanNamesForType(RedisConnectionFactory.class)).isEmpty();
		try (HeldElsewhere held = this.testLocks.holdElsewhere("order:7");
				TimeLapse lapse = this.testLocks.timeLapse()) {
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.orders.ship("7"));
		}
		assertThat(this.orders.ship("7")).isEqualTo("shipped");
		assertThat(this.testLocks.events()).extracting(LockEvent::kind)
			.isEqualTo(List.of(LockEvent.Kind.NOT_ACQUIRED, LockEvent.Kind.ACQUIRED, LockEvent.Kind.RELEASED));
	}

}
