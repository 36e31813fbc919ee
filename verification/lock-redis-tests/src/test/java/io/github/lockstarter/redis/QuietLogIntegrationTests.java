package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Trap 20: a log line for each lock and unlock. What goes well is not worth a line; a
 * lost lock is.
 */
@Timeout(120)
class QuietLogIntegrationTests {

	private static final LockRequest REQUEST = LockRequest.of("quiet:" + System.nanoTime());

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.lockstarter");

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final LockInstance one = LockInstance.on(TestRedis.shared());

	private final LockInstance other = LockInstance.on(TestRedis.shared());

	@BeforeEach
	void listen() {
		this.log.start();
		this.logger.addAppender(this.log);
	}

	@AfterEach
	void stop() {
		this.logger.detachAppender(this.log);
		this.one.close();
		this.other.close();
	}

	@Test
	void lockingAndUnlockingWritesNoLine() throws Exception {
		for (int i = 0; i < 10; i++) {
			this.one.locks().acquire(REQUEST).close();
		}
		try (Lease lease = this.one.locks().acquire(REQUEST)) {
			this.one.locks().acquire(REQUEST).close();
			assertThat(this.other.acquires(REQUEST.noWait())).isFalse();
			assertThat(this.other.acquires(REQUEST.waitTime(Duration.ofMillis(50)))).isFalse();
			assertThat(this.other.locks().describe(REQUEST.name())).isPresent();
			assertThat(lease.isHeld()).isTrue();
		}
		Lease lease = this.one.locks().acquire(REQUEST);
		var handedOver = this.other.acquiring(REQUEST);
		var behind = this.other.acquiring(REQUEST);
		lease.close();
		handedOver.thenAccept(Lease::close);
		behind.thenAccept(Lease::close);
		handedOver.get();
		behind.get();
		assertThat(lines()).isEmpty();
	}

	@Test
	void lockThatIsTakenAwayWritesOneLine() {
		Lease lease = this.one.locks().acquire(REQUEST.waitTime(Duration.ofSeconds(10)));
		this.other.locks().forceRelease(REQUEST.name());
		lease.release();
		Awaitility.await().until(() -> !lines().isEmpty());
		assertThat(lines()).singleElement().asString().contains("was lost");
	}

	private List<ILoggingEvent> lines() {
		return List.copyOf(this.log.list)
			.stream()
			.filter((event) -> event.getLevel().isGreaterOrEqual(Level.INFO))
			.toList();
	}

}
