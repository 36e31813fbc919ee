package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.event.LockLostEvent;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.redis.autoconfigure.LockApplication;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the log and the application are told between a start and a stop.
 */
class LogIntegrationTests {

	private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	@BeforeEach
	void listen() {
		this.log.start();
		this.root.addAppender(this.log);
	}

	@AfterEach
	void stopListening() {
		this.root.detachAppender(this.log);
	}

	@Test
	void startSaysWhereTheLocksAreAndHow() {
		TestRedis redis = TestRedis.shared();
		LockApplication.on(redis)
			.withPropertyValues("spring.application.name=orders", "distributed-lock.key-prefix=shop",
					"distributed-lock.wait-time=1500ms")
			.run((context) -> assertThat(ours(Level.INFO)).singleElement()
				.satisfies((line) -> assertThat(line.getFormattedMessage())
					.matches("Redis at " + redis.host() + ":" + redis.port()
							+ " keeps the distributed locks: prefix 'shop', lease 30s, wait 1500ms, holder orders@.+:"
							+ ProcessHandle.current().pid())));
	}

	@Test
	void lossIsOneEventAndOneWarning() {
		LockApplication.on(TestRedis.shared()).withBean(Losses.class).withBean(Alarms.class).run((context) -> {
			LockRequest request = LockRequest.of("log", "alice").leaseTime(Duration.ofSeconds(1));
			Lease lease = context.getBean(LockOperations.class).acquire(request);
			Losses losses = context.getBean(Losses.class);
			LockLostEvent event = Optional.ofNullable(losses.events.poll(120, TimeUnit.SECONDS)).orElseThrow();
			assertThat(event.name()).isEqualTo("log:alice");
			assertThat(event.namespace()).isEqualTo("log");
			assertThat(event.fencingToken()).isEqualTo(lease.fencingToken());
			assertThat(event.reason()).isEqualTo(LossReason.FIXED_LEASE);
			assertThat(event.held()).isPositive();
			assertThat(context.getBean(Alarms.class).alarms.poll(120, TimeUnit.SECONDS))
				.isEqualTo("lost log:alice: FIXED_LEASE");
			lease.releaseNow();
			assertThat(losses.events).isEmpty();
			// observers may hear of it before the line is written
			Awaitility.await().until(() -> !ours(Level.WARN).isEmpty());
			assertThat(ours(Level.WARN)).hasSize(1);
		});
	}

	/**
	 * An outage is one warning; its end is not a page of stack traces.
	 */
	@Test
	void stopDuringAnOutageLogsNoStackTrace() {
		AtomicReference<Lease> held = new AtomicReference<>();
		try (TestRedis redis = TestRedis.start()) {
			LockApplication.on(redis)
				.withPropertyValues("distributed-lock.command-timeout=200ms", "distributed-lock.shutdown-timeout=100ms")
				.run((context) -> {
					held.set(context.getBean(LockOperations.class).acquire("held at the stop"));
					redis.kill();
				});
		}
		assertThat(List.copyOf(this.log.list)).filteredOn((line) -> line.getLevel().isGreaterOrEqual(Level.INFO))
			.filteredOn((line) -> line.getThrowableProxy() != null)
			.isEmpty();
		held.get().release();
	}

	private List<ILoggingEvent> ours(Level level) {
		return List.copyOf(this.log.list)
			.stream()
			.filter((line) -> line.getLevel() == level && line.getLoggerName().startsWith("io.github.lockstarter."))
			.toList();
	}

	static class Losses {

		private final BlockingQueue<LockLostEvent> events = new LinkedBlockingQueue<>();

		@EventListener
		void on(LockLostEvent event) {
			this.events.add(event);
		}

	}

	/**
	 * The listener of the documents.
	 */
	static class Alarms {

		private final BlockingQueue<String> alarms = new LinkedBlockingQueue<>();

		@EventListener
		void on(LockLostEvent loss) {
			this.alarms.add("lost " + loss.name() + ": " + loss.reason());
		}

	}

}
