package io.github.lockstarter.autoconfigure.reactive;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import reactor.core.publisher.Mono;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.aspect.LockedApplication;
import io.github.lockstarter.aspect.RecordingLockOperations;
import io.github.lockstarter.aspect.async.StageCalls;
import io.github.lockstarter.aspect.reactive.PublisherCalls;
import io.github.lockstarter.autoconfigure.async.LockAsyncAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications that have not all that the faces need.
 */
class OptionalFacesTests {

	@Test
	void applicationWithoutReactorStartsAndLocks() {
		with(Blocking.class).withClassLoader(new FilteredClassLoader("reactor", "org.reactivestreams"))
			// a subclass proxy would need a public class for that class loader
			.withPropertyValues("spring.aop.proxy-target-class=false")
			.run((context) -> {
				assertThat(context).hasNotFailed()
					.hasSingleBean(StageCalls.class)
					.doesNotHaveBean(PublisherCalls.class);
				context.getBean(Runnable.class).run();
				assertThat(context.getBean(RecordingLockOperations.class).requestedNames()).containsExactly("blocking");
			});
	}

	@Test
	void methodsThatNoLocksCanHoldStopTheStart() {
		with(Later.class).run((context) -> assertThat(context).getFailure()
			.rootCause()
			.hasMessageContaining("there is no AsyncLockOperations bean"));
		with(Reactive.class).run((context) -> assertThat(context).getFailure()
			.rootCause()
			.hasMessageContaining("there is no ReactiveLockOperations bean"));
	}

	@Test
	void turnedOffLocksLeaveNoFaces() {
		with(Later.class).withPropertyValues("distributed-lock.enabled=false").run((context) -> {
			assertThat(context).hasNotFailed().doesNotHaveBean(StageCalls.class).doesNotHaveBean(PublisherCalls.class);
			assertThat(context.getBean(Later.class).run()).isCompletedWithValue("done");
		});
	}

	/**
	 * The application's own lock operations, which block.
	 */
	private static ApplicationContextRunner with(Class<?> service) {
		return LockedApplication.with(service)
			.withConfiguration(
					AutoConfigurations.of(LockAsyncAutoConfiguration.class, LockReactiveAutoConfiguration.class));
	}

	static class Blocking implements Runnable {

		@Override
		@DistributedLocked(name = "blocking")
		public void run() {
		}

	}

	static class Later {

		@DistributedLocked
		public CompletableFuture<String> run() {
			return CompletableFuture.completedFuture("done");
		}

	}

	static class Reactive {

		@DistributedLocked
		public Mono<String> run() {
			return Mono.just("done");
		}

	}

}
