package io.github.lockstarter.testing;

import java.util.ArrayList;
import java.util.List;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.observation.LockConventions;
import io.github.lockstarter.observation.LockObservations;
import io.github.lockstarter.testing.autoconfigure.TestLocksAutoConfiguration;
import io.github.lockstarter.text.LoggedText;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application with {@code distributed-lock.hash-names}: nothing that it logs, throws
 * or traces contains the name of a lock, and whoever has the name still reaches the lock.
 */
@ExtendWith(OutputCaptureExtension.class)
@Isolated("the switch is that of the JVM")
class HashedNamesTests {

	private static final String NAME = "registration:alice";

	private static final String HASH = "#1def1f6f16c6";

	private final List<KeyValue> traced = new ArrayList<>();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, TestLocksAutoConfiguration.class))
		.withPropertyValues("distributed-lock.hash-names=true");

	@AfterEach
	void restore() {
		LoggedText.hashNames(false);
	}

	@Test
	void lossIsLoggedAndThrownWithoutTheName(CapturedOutput output) {
		this.runner.run((context) -> {
			Lease lease = context.getBean(LockOperations.class).acquire(NAME);
			context.getBean(TestLocks.class).takeAway(NAME);
			assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::ensureHeld)
				.withMessageContaining("Lock '" + HASH + "' was lost")
				.satisfies((lost) -> assertThat(lost.getLockName()).isEqualTo(NAME));
			awaitLoggedLoss(output);
			lease.releaseNow();
			assertThat(lease.toString()).contains(HASH);
		});
		assertThat(output).doesNotContain("alice");
	}

	@Test
	void failureMessageHasNoName() {
		this.runner.run((context) -> {
			LockOperations locks = context.getBean(LockOperations.class);
			TestLocks testLocks = context.getBean(TestLocks.class);
			LockRequest request = LockRequest.of("registration", "alice").noWait();
			try (HeldElsewhere held = testLocks.holdElsewhere(NAME)) {
				assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> locks.acquire(request))
					.withMessageStartingWith("Lock '" + HASH + "' is held by another caller")
					.withMessageNotContaining("alice");
			}
			try (Outage outage = testLocks.outage()) {
				assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> locks.acquire(request))
					.withMessageContaining("'" + HASH + "'")
					.withMessageNotContaining("alice");
			}
			assertThat(request.toString()).contains(HASH).doesNotContain("alice");
		});
	}

	@Test
	void spanHasTheHashAndTheKindOfTheLock() {
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new Values());
		this.runner
			.withBean(LockObservations.class,
					() -> new LockObservations(() -> registry, (name) -> name, "memory", () -> LockConventions.NONE))
			.run((context) -> context.getBean(LockOperations.class).executeWithoutResult(NAME, (lease) -> {
			}));
		// the application has stopped, and so have its observers
		assertThat(this.traced).contains(KeyValue.of("lock.key", HASH), KeyValue.of("lock.name", "registration"))
			.noneMatch((value) -> value.getValue().contains("alice"));
	}

	@Test
	void describeAndForceReleaseTakeTheName(CapturedOutput output) {
		this.runner.run((context) -> {
			LockOperations locks = context.getBean(LockOperations.class);
			Lease lease = locks.acquire(NAME);
			assertThat(locks.describe(NAME)).hasValueSatisfying((info) -> {
				assertThat(info.name()).isEqualTo(NAME);
				assertThat(info.fencingToken()).isEqualTo(lease.fencingToken());
			});
			assertThat(locks.describe(HASH)).isEmpty();
			assertThat(locks.forceRelease(HASH)).isFalse();
			assertThat(locks.forceRelease(NAME)).isTrue();
			assertThat(locks.describe(NAME)).isEmpty();
			lease.releaseNow();
			awaitLoggedLoss(output);
		});
		assertThat(output).doesNotContain("alice");
	}

	@Test
	void applicationThatStartsLaterDoesNotDiscloseNames() {
		this.runner.run((context) -> this.runner.withPropertyValues("distributed-lock.hash-names=false")
			.run((other) -> assertThat(LoggedText.name(NAME)).isEqualTo(HASH)));
		assertThat(LoggedText.name(NAME)).isEqualTo(HASH);
	}

	@Test
	void namesArePlainByDefault() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, TestLocksAutoConfiguration.class))
			.run((context) -> assertThat(LoggedText.name(NAME)).isEqualTo(NAME));
	}

	// before names are plain again
	private static void awaitLoggedLoss(CapturedOutput output) {
		Awaitility.await().until(() -> output.getAll().contains("Lock '" + HASH + "' (fencing token"));
	}

	private final class Values implements ObservationHandler<Observation.Context> {

		@Override
		public void onStop(Observation.Context context) {
			synchronized (HashedNamesTests.this.traced) {
				context.getAllKeyValues().forEach(HashedNamesTests.this.traced::add);
				HashedNamesTests.this.traced
					.add(KeyValue.of("name", context.getName() + " " + context.getContextualName()));
			}
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

	}

}
