package io.github.lockstarter.redis.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that Redis does not let subscribe, beside others: it has its turn, the
 * others stay fast, and the log says what is missing.
 */
@Timeout(120)
@Tag("gate")
class NoMessagesIntegrationTests {

	private static final Duration LONG = Duration.ofSeconds(60);

	private static final LockRequest REQUEST = LockRequest.of("contended").waitTime(LONG);

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.lockstarter");

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final ExecutorService callers = Executors.newCachedThreadPool();

	private TestRedis redis;

	private volatile boolean over;

	@BeforeEach
	void start() {
		this.redis = TestRedis.start();
		this.redis.cli("ACL", "SETUSER", "deaf", "on", ">secret", "~*", "&*", "+@all", "-subscribe");
		this.log.start();
		this.logger.addAppender(this.log);
	}

	@AfterEach
	void stop() {
		this.over = true;
		this.callers.shutdownNow();
		this.logger.detachAppender(this.log);
		this.redis.close();
	}

	@Test
	void applicationWithoutMessagesHasItsTurnAndTheOthersStayFast() {
		LockApplication.on(this.redis).run((one) -> LockApplication.on(this.redis).run((other) -> deaf().run((deaf) -> {
			AtomicInteger hearing = new AtomicInteger();
			AtomicInteger deafened = new AtomicInteger();
			contend(one, hearing);
			contend(other, hearing);
			await().until(() -> hearing.get() > 100);
			contend(deaf, deafened);
			int before = hearing.get();
			long commands = commands();
			await().until(() -> deafened.get() >= 20);
			long spent = commands() - commands;
			int grants = hearing.get() - before;
			this.over = true;
			assertThat(grants).as("grants of the others for 20 of the deaf one").isGreaterThan(40);
			assertThat(spent / (grants + 20)).as("commands in Redis for each grant").isLessThan(40);
		})));
	}

	@Test
	void missingRightIsNamedOnceAndSoIsItsReturn() {
		deaf().run((deaf) -> {
			// Redis counts before the application says it
			await().until(() -> refusals() >= 6 && !lines(Level.WARN).isEmpty());
			assertThat(lines(Level.WARN)).singleElement()
				.asString()
				.contains("subscribe", "NOPERM", "+subscribe", "&lock:%push:*", "Locks work");
			locks(deaf).acquire(REQUEST).close();
			this.redis.cli("ACL", "SETUSER", "deaf", "+subscribe");
			await().untilAsserted(
					() -> assertThat(lines(Level.INFO)).singleElement().asString().contains("received again"));
			assertThat(lines(Level.WARN)).hasSize(1);
		});
	}

	@Test
	void missingChannelIsNamed() {
		this.redis.cli("ACL", "SETUSER", "deaf", "+subscribe", "resetchannels", "&shop:*");
		deaf().run((deaf) -> {
			await().untilAsserted(
					() -> assertThat(lines(Level.WARN)).singleElement().asString().contains("NOPERM", "&lock:%push:*"));
			locks(deaf).acquire(REQUEST).close();
		});
	}

	private ApplicationContextRunner deaf() {
		return LockApplication.on(this.redis)
			.withPropertyValues("spring.data.redis.username=deaf", "spring.data.redis.password=secret");
	}

	private void contend(ApplicationContext application, AtomicInteger grants) {
		LockOperations locks = locks(application);
		this.callers.execute(() -> {
			while (!this.over) {
				try (Lease lease = locks.acquire(REQUEST)) {
					grants.incrementAndGet();
				}
			}
		});
	}

	private static LockOperations locks(ApplicationContext application) {
		return application.getBean(LockOperations.class);
	}

	private List<String> lines(Level level) {
		return List.copyOf(this.log.list)
			.stream()
			.filter((event) -> event.getLevel() == level)
			.map(ILoggingEvent::getFormattedMessage)
			.filter((line) -> line.contains("subscribe") || line.contains("received"))
			.toList();
	}

	private long refusals() {
		String stats = this.redis.info("commandstats").getOrDefault("cmdstat_subscribe", "rejected_calls=0,");
		return Long.parseLong(stats.replaceAll(".*rejected_calls=(\\d+).*", "$1"));
	}

	/**
	 * How many commands Redis has executed for scripts so far.
	 */
	private long commands() {
		long calls = 0;
		for (Map.Entry<String, String> stats : this.redis.info("commandstats").entrySet()) {
			if (stats.getKey().matches("cmdstat_(h.*|p.*|time)")) {
				calls += Long.parseLong(stats.getValue().replaceAll("calls=(\\d+).*", "$1"));
			}
		}
		return calls;
	}

	private static ConditionFactory await() {
		return Awaitility.await().pollInterval(Duration.ofMillis(20));
	}

}
