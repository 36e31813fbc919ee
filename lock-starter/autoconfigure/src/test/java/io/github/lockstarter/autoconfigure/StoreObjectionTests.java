package io.github.lockstarter.autoconfigure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Lazy;
import reactor.core.publisher.Mono;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.autoconfigure.aspect.LockAspectAutoConfiguration;
import io.github.lockstarter.autoconfigure.async.LockAsyncAutoConfiguration;
import io.github.lockstarter.autoconfigure.reactive.LockReactiveAutoConfiguration;
import io.github.lockstarter.reactive.ReactiveLockOperations;
import io.github.lockstarter.store.LockStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * A store that cannot do what is asked for says so before anything is asked of it: the
 * start for what annotations ask, and every face for every request.
 */
@Timeout(120)
class StoreObjectionTests {

	private static final LockRequest FAIR = LockRequest.of("a").fair(true);

	private static final ObjectingStore OBJECTING = new ObjectingStore();

	@AutoClose
	private static SharedApplication shared;

	@BeforeAll
	static void start() {
		shared = new SharedApplication(application(OBJECTING).withUserConfiguration(Job.class));
	}

	@Test
	void blockingFaceThrowsTheObjection() {
		LockOperations locks = shared.bean(LockOperations.class);
		assertRefused(() -> locks.acquire(FAIR));
		assertRefused(() -> locks.tryAcquire(FAIR));
		assertRefused(() -> locks.execute(FAIR, (lease) -> "work"));
		assertRefused(() -> locks.acquire(LockRequest.ofAll("a", "b").fair(true)));
		assertThat(OBJECTING.commands()).isEmpty();
	}

	@Test
	void futureFailsWithTheObjection() {
		AsyncLockOperations locks = shared.bean(AsyncLockOperations.class);
		assertFailed(locks.acquire(FAIR));
		assertFailed(locks.tryAcquire(FAIR));
		assertFailed(locks.execute(FAIR, (lease) -> CompletableFuture.completedFuture("work")));
		assertThat(OBJECTING.commands()).isEmpty();
	}

	@Test
	void publisherFailsWithTheObjection() {
		ReactiveLockOperations locks = shared.bean(ReactiveLockOperations.class);
		assertFailed(locks.acquire(FAIR).toFuture());
		assertFailed(locks.tryAcquire(FAIR).toFuture());
		assertFailed(locks.execute(FAIR, (lease) -> Mono.just("work")).toFuture());
		assertFailed(locks.executeMany(FAIR, (lease) -> Mono.just("work")).next().toFuture());
		assertThat(OBJECTING.commands()).isEmpty();
	}

	@Test
	void requestWithoutAnObjectionIsSent() {
		ObjectingStore asked = new ObjectingStore();
		application(asked).run((context) -> {
			LockOperations locks = context.getBean(LockOperations.class);
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> locks.acquire("a"));
			assertThat(asked.commands()).contains("acquire");
		});
	}

	@Test
	void annotatedMethodStopsTheStart() {
		FailureAnalysis analysis = StartFailure.of(application(OBJECTING).withUserConfiguration(FairJob.class));
		assertThat(analysis.getDescription()).isEqualTo("The method " + FairJob.class.getName()
				+ ".run() is annotated with @DistributedLocked, but it requests what its store does not support: "
				+ ObjectingStore.OBJECTION + ".");
		assertThat(analysis.getAction()).startsWith("Change its @DistributedLocked");
		assertThat(OBJECTING.commands()).isEmpty();
	}

	@Test
	void methodWithoutAnObjectionDoesNotStopTheStart() {
		assertThat(shared.context()).hasNotFailed().hasSingleBean(Job.class);
	}

	@Test
	void beanThatIsCreatedLaterDoesNotStopTheStartAndIsRefusedAtItsFirstCall() {
		application(OBJECTING).withUserConfiguration(LazyJob.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertRefused(() -> context.getBean(LazyJob.class).run());
		});
	}

	private static ApplicationContextRunner application(ObjectingStore store) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(TaskExecutionAutoConfiguration.class, LockAutoConfiguration.class,
					LockAspectAutoConfiguration.class, LockAsyncAutoConfiguration.class,
					LockReactiveAutoConfiguration.class))
			.withBean(LockStore.class, store::store);
	}

	private static void assertRefused(ThrowingCallable call) {
		assertThatIllegalArgumentException().isThrownBy(call).withMessage(ObjectingStore.OBJECTION);
	}

	private static void assertFailed(CompletableFuture<?> result) {
		assertThat(result).failsWithin(120, TimeUnit.SECONDS)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(IllegalArgumentException.class)
			.withMessage(ObjectingStore.OBJECTION);
	}

	static class FairJob {

		@DistributedLocked(name = "job", fair = true)
		public void run() {
		}

	}

	static class Job {

		@DistributedLocked(name = "job")
		public void run() {
		}

	}

	@Lazy
	static class LazyJob {

		@DistributedLocked(name = "job", fair = true)
		public void run() {
		}

	}

}
