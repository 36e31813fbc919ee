package io.github.lockstarter.redis.autoconfigure;

import java.time.Duration;
import java.util.Optional;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.autoconfigure.LoggedWarnings;
import io.github.lockstarter.autoconfigure.SharedApplication;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What two servers make of the same key, and what people read when something is wrong, in
 * whole applications on a real Redis.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("gate")
class KeysAndMessagesIntegrationTests {

	private static final String FORGED = "a\n2026-11-21 ERROR forged\r\u001b[31m\u2028b";

	@AutoClose
	private static SharedApplication one;

	@AutoClose
	private static SharedApplication other;

	@BeforeAll
	static void start() {
		one = new SharedApplication(application());
		other = new SharedApplication(application());
	}

	@Test
	void equalKeysExcludeEachOtherAndUnclearOnesAreRefused() {
		Orders first = one.bean(Orders.class);
		Orders second = other.bean(Orders.class);
		first.place(new Order("7", new int[] { 1, 2 }), () -> {
			assertThat(second.tryPlace(new Order("7", new int[] { 1, 2 }))).as("the same order").isEmpty();
			assertThat(second.tryPlace(new Order("7", new int[] { 1, 3 }))).as("another order").isPresent();
		});
		assertThat(second.tryPlace(new Order("7", new int[] { 1, 2 }))).isPresent();
		assertThatExceptionOfType(InvalidLockKeyException.class)
			.isThrownBy(() -> second.tryPlace(new Order("7", new Object())))
			.withMessageContaining("in Order.lines, a java.lang.Object without a toString() of its own");
	}

	@Test
	void nameCannotForgeALineOfTheLog(CapturedOutput output) {
		String name = FORGED + "x".repeat(10_000);
		LockOperations locks = one.bean(LockOperations.class);
		Lease lost = locks.acquire(LockRequest.of(name));
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> other.bean(LockOperations.class).acquire(LockRequest.of(name).noWait()))
			.satisfies((ex) -> assertThat(ex.getLockName()).isEqualTo(name))
			.satisfies(KeysAndMessagesIntegrationTests::assertOneShortLine);
		locks.forceRelease(name);
		Awaitility.await().until(() -> !lost.isHeld());
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lost::close)
			.satisfies(KeysAndMessagesIntegrationTests::assertOneShortLine);
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> {
			Lease closed = locks.acquire(name);
			closed.close();
			closed.ensureHeld();
		}).satisfies(KeysAndMessagesIntegrationTests::assertOneShortLine);
		try (Lease lease = locks.acquire(name)) {
			assertThat(lease.toString()).hasSizeLessThan(400).doesNotContain("\n");
		}
		Awaitility.await()
			.untilAsserted(() -> assertThat(LoggedWarnings.in(output))
				.anyMatch((line) -> line.contains("a\\n2026-11-21 ERROR forged\\r")));
		assertThat(LoggedWarnings.in(output)).allMatch((line) -> line.length() < 1_000);
		assertThat(output.getAll().lines()).noneMatch((line) -> line.startsWith("2026-11-21 ERROR forged"));
		assertThat(output).doesNotContain("\u001b[31m\u2028b", "x".repeat(300));
	}

	@Test
	void callThatDoesNotWaitIsNotToldOfAWait() {
		LockOperations locks = one.bean(LockOperations.class);
		String name = "messages:" + System.nanoTime();
		locks.executeWithoutResult(LockRequest.of(name).minHold(Duration.ofMinutes(1)), (lease) -> {
		});
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> locks.acquire(LockRequest.of(name).noWait()))
			.withMessageStartingWith("Lock '" + name
					+ "' is held by another caller, or kept by a minimum hold (minHold), and this call does not wait.")
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("whole wait"));
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> locks.acquire(LockRequest.of(name).waitTime(Duration.ofMillis(50))))
			.withMessageContaining(
					"was held by another caller, or kept by a minimum hold (minHold), for the whole wait of 50ms.");
		locks.forceRelease(name);
	}

	@Test
	void wrongPasswordIsCalledByItsName(CapturedOutput output) {
		try (TestRedis redis = TestRedis.start("--requirepass", "right")) {
			LockApplication.on(redis)
				.withPropertyValues("spring.data.redis.password=wrong")
				.run((context) -> assertUnavailable(context, "the user or the password is wrong "
						+ "(spring.data.redis.username, spring.data.redis.password;", "WRONGPASS"));
			LockApplication.on(redis)
				.run((context) -> assertUnavailable(context,
						"Redis requires a password (spring.data.redis.username, " + "spring.data.redis.password;",
						"NOAUTH"));
		}
		assertThat(LoggedWarnings.in(output)).hasSize(2)
			.allMatch((line) -> line.contains(" refuses the connection: ") && !line.contains("cannot be reached")
					&& !line.contains(".."))
			.anyMatch((line) -> line.contains("WRONGPASS"))
			.anyMatch((line) -> line.contains("NOAUTH"));
	}

	private static void assertUnavailable(ApplicationContext context, String... said) {
		LockOperations locks = context.getBean(LockOperations.class);
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> locks.acquire(LockRequest.of("password").noWait()))
			.satisfies((ex) -> assertThat(ex.getMessage()).contains(said)
				.contains("The work did not run.")
				.doesNotContain("..", "reachable", "scripts"));
	}

	private static void assertOneShortLine(Throwable ex) {
		assertThat(ex.getMessage()).contains("a\\n2026-11-21 ERROR forged\\r\\u001b[31m\\u2028b")
			.doesNotContain("\n", "\r", "\u001b", "\u2028")
			.hasSizeLessThan(800);
	}

	private static ApplicationContextRunner application() {
		return LockApplication.on(TestRedis.shared())
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class))
			.withBean(Orders.class)
			.withPropertyValues("distributed-lock.lease-time=15s", "distributed-lock.command-timeout=2s");
	}

	record Order(String id, Object lines) {

	}

	static class Orders {

		@DistributedLocked(name = "keys-and-messages", key = "#order")
		public void place(Order order, Runnable work) {
			assertThat(LockContext.current()).isPresent();
			work.run();
		}

		@DistributedLocked(name = "keys-and-messages", key = "#order", waitTime = "0",
				onNotAcquired = OnNotAcquired.SKIP)
		public Optional<String> tryPlace(Order order) {
			return Optional.of(order.id());
		}

	}

}
