package io.github.lockstarter.observation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import reactor.core.publisher.Mono;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.autoconfigure.LockApplication;
import io.github.lockstarter.autoconfigure.async.LockAsyncAutoConfiguration;
import io.github.lockstarter.autoconfigure.observation.LockObservationAutoConfiguration;
import io.github.lockstarter.autoconfigure.reactive.LockReactiveAutoConfiguration;
import io.github.lockstarter.reactive.ReactiveLockOperations;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a tracer sees of a wait and a hold, in all faces.
 */
class LockObservationsIntegrationTests {

	private static final LockRequest REQUEST = LockRequest.of("observed", "alice");

	@Test
	void blockingCallHasASpanForItsWaitAndOneForItsHold() {
		observe((context, registry) -> context.getBean(LockOperations.class).executeWithoutResult(REQUEST, (lease) -> {
			assertThat(registry.getCurrentObservation()).as("no scope is opened").isNotNull();
			assertThat(registry.getCurrentObservation().getContextView().getName()).isEqualTo("request");
		}), "released");
	}

	@Test
	void futureHasASpanForItsWaitAndOneForItsHold() {
		observe((context, registry) -> context.getBean(AsyncLockOperations.class)
			.execute(REQUEST, (lease) -> CompletableFuture.completedFuture("done"))
			.join(), "released");
	}

	@Test
	void publisherHasASpanForItsWaitAndOneForItsHold() {
		observe((context, registry) -> context.getBean(ReactiveLockOperations.class)
			.execute(REQUEST, (lease) -> Mono.just("done"))
			.block(), "released");
	}

	@Test
	void lossIsAnErrorOfTheHold() {
		observe((context, registry) -> {
			Lease lease = context.getBean(LockOperations.class).acquire(REQUEST.leaseTime(Duration.ofSeconds(1)));
			Awaitility.await().until(() -> !lease.isHeld());
			lease.releaseNow();
		}, "lost");
	}

	@Test
	void refusalIsNoError() {
		TestObservationRegistry registry = TestObservationRegistry.create();
		application(registry).run((context) -> {
			LockOperations locks = context.getBean(LockOperations.class);
			LockRequest request = LockRequest.of("observed", "bob").noWait();
			Lease lease = context.getBean(AsyncLockOperations.class).acquire(request).join().asLease();
			assertThat(locks.tryAcquire(request)).isEmpty();
			TestObservationRegistryAssert.assertThat(registry)
				.hasAnObservation((observation) -> observation.hasLowCardinalityKeyValue("outcome", "held_by_another")
					.doesNotHaveError());
			lease.close();
		});
	}

	@Test
	void thereAreNoneWithoutATracerOrWhereTheyAreTurnedOff() {
		TestObservationRegistry registry = TestObservationRegistry.create();
		application(registry).withPropertyValues("distributed-lock.observations.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LockObservations.class));
		application(registry).withClassLoader(new FilteredClassLoader("io.micrometer.tracing"))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(LockOperations.class)
				.doesNotHaveBean(LockObservations.class));
	}

	/**
	 * Runs work inside an observation, as a web server does.
	 */
	private static void observe(BiConsumer<ApplicationContext, ObservationRegistry> work, String end) {
		TestObservationRegistry registry = TestObservationRegistry.create();
		Ends ends = new Ends();
		registry.observationConfig().observationHandler(ends);
		application(registry).run((context) -> {
			Observation request = Observation.createNotStarted("request", registry);
			request.observe(() -> work.accept(context, registry));
			Awaitility.await().untilAsserted(() -> assertThat(ends.contexts).hasSize(2));
			assertThat(ends.contexts).allSatisfy((ended) -> {
				assertThat(ended.getParentObservation()).isNotNull();
				assertThat(ended.getParentObservation().getContextView().getName()).isEqualTo("request");
				assertThat(ended.getLockName()).isEqualTo("observed");
				assertThat(ended.getKey()).isEqualTo("observed:alice");
				assertThat(ended.getFencingToken()).isPositive();
			});
			assertThat(ends.contexts.get(0).getName()).isEqualTo("distributed.lock.acquire");
			assertThat(ends.contexts.get(0).getContextualName()).isEqualTo("acquire observed");
			assertThat(ends.contexts.get(0).getOutcome()).isEqualTo("acquired");
			assertThat(ends.contexts.get(0).getError()).isNull();
			assertThat(ends.contexts.get(1).getName()).isEqualTo("distributed.lock.hold");
			assertThat(ends.contexts.get(1).getOutcome()).isEqualTo(end);
			assertThat(ends.contexts.get(1).getError() != null).isEqualTo(end.equals("lost"));
			assertThat(ends.contexts).allSatisfy(
					(ended) -> assertThat(ended.getLowCardinalityKeyValues()).extracting((value) -> value.getKey())
						.containsExactlyInAnyOrder("lock.name", "outcome"));
		});
	}

	private static ApplicationContextRunner application(ObservationRegistry registry) {
		return LockApplication.on(TestRedis.shared())
			.withConfiguration(AutoConfigurations.of(LockAsyncAutoConfiguration.class,
					LockReactiveAutoConfiguration.class, LockObservationAutoConfiguration.class))
			.withBean(ObservationRegistry.class, () -> registry);
	}

	/**
	 * Those that have ended, in that order.
	 */
	private static final class Ends implements ObservationHandler<LockObservationContext> {

		private final List<LockObservationContext> contexts = new CopyOnWriteArrayList<>();

		@Override
		public void onStop(LockObservationContext context) {
			this.contexts.add(context);
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return context instanceof LockObservationContext;
		}

	}

}
