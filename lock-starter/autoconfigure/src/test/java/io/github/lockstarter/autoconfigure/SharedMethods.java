package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.annotation.DistributedLocked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Two applications at one store whose annotated methods share locks.
 */
public final class SharedMethods {

	private static final LockRequest WRITER = LockRequest.of("catalog").waitTime(Duration.ofSeconds(100));

	private SharedMethods() {
	}

	public static void shareTheirLocks(ApplicationContextRunner application) {
		ApplicationContextRunner sharing = application.withBean(Catalog.class);
		sharing.run((first) -> sharing.run((second) -> {
			readTogether(first, second);
			exportWithTwoPermits(first.getBean(Catalog.class), second.getBean(Catalog.class));
		}));
	}

	private static void readTogether(ApplicationContext first, ApplicationContext second) {
		AtomicInteger reading = new AtomicInteger();
		LockOperations locks = second.getBean(LockOperations.class);
		first.getBean(Catalog.class).read(() -> second.getBean(Catalog.class).read(() -> {
			reading.incrementAndGet();
			byAnotherCaller(() -> assertThat(locks.tryAcquire(WRITER.noWait())).as("beside readers").isEmpty());
			assertThat(locks.describe("catalog")).hasValueSatisfying((info) -> {
				assertThat(info.mode()).isEqualTo(LockMode.READ);
				assertThat(info.holderCount()).isEqualTo(2);
			});
		}));
		assertThat(reading).hasValue(1);
		locks.executeWithoutResult(WRITER, (lease) -> assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> first.getBean(Catalog.class).readAtOnce()));
	}

	private static void exportWithTwoPermits(Catalog here, Catalog there) {
		AtomicInteger exporting = new AtomicInteger();
		here.export(() -> there.export(() -> {
			exporting.incrementAndGet();
			byAnotherCaller(
					() -> assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(there::exportAtOnce));
		}));
		assertThat(exporting).hasValue(1);
		here.exportAtOnce();
	}

	// The caller that shares a lock would reenter it.
	private static void byAnotherCaller(Runnable work) {
		CompletableFuture.runAsync(work).join();
	}

	/**
	 * For stores with a limit.
	 */
	public static void tooManyPermitsStopTheStart(ApplicationContextRunner application) {
		application.withBean(Crowd.class)
			.run((context) -> assertThat(context).getFailure().hasMessageContaining("permits = 65 is more than 64"));
	}

	public static class Catalog {

		@DistributedLocked(name = "catalog", mode = LockMode.READ)
		public void read(Runnable work) {
			work.run();
		}

		@DistributedLocked(name = "catalog", mode = LockMode.READ, waitTime = "0")
		public void readAtOnce() {
		}

		@DistributedLocked(name = "export", permits = "2")
		public void export(Runnable work) {
			work.run();
		}

		@DistributedLocked(name = "export", permits = "2", waitTime = "0")
		public void exportAtOnce() {
		}

	}

	public static class Crowd {

		@DistributedLocked(name = "export", permits = "65")
		public void export() {
		}

	}

}
