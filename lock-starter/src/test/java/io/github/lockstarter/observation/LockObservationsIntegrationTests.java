package io.github.lockstarter.observation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import io.micrometer.common.KeyValues;
import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.autoconfigure.SharedApplication;
import io.github.lockstarter.autoconfigure.async.LockAsyncAutoConfiguration;
import io.github.lockstarter.autoconfigure.observation.LockObservationAutoConfiguration;
import io.github.lockstarter.autoconfigure.reactive.LockReactiveAutoConfiguration;
import io.github.lockstarter.reactive.ReactiveLockOperations;
import io.github.lockstarter.redis.autoconfigure.LockApplication;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a tracer sees of a wait and a hold, in all faces.
 */
class LockObservationsIntegrationTests {

	private static final LockRequest REQUEST = LockRequest.of("observed", "alice");

	private static final TestObservationRegistry REGISTRY = TestObservationRegistry.create();

	private static final Ends ENDS = new Ends();

	@AutoClose
	private static SharedApplication shared;

	@BeforeAll
	static void start() {
		REGISTRY.observationConfig().observationHandler(ENDS);
		shared = new SharedApplication(application(REGISTRY));
	}

	@BeforeEach
	void forgetOtherTests() {
		REGISTRY.clear();
		ENDS.contexts.clear();
	}

	@Test
	void blockingCallHasASpanForItsWaitAndOneForItsHold() {
		observe(() -> shared.bean(LockOperations.class).executeWithoutResult(REQUEST, (lease) -> {
			assertThat(REGISTRY.getCurrentObservation()).as("no scope is opened").isNotNull();
			assertThat(REGISTRY.getCurrentObservation().getContextView().getName()).isEqualTo("request");
		}), "released");
	}

	@Test
	void futureHasASpanForItsWaitAndOneForItsHold() {
		observe(() -> shared.bean(AsyncLockOperations.class)
			.execute(REQUEST, (lease) -> CompletableFuture.completedFuture("done"))
			.join(), "released");
	}

	@Test
	void publisherHasASpanForItsWaitAndOneForItsHold() {
		observe(() -> shared.bean(ReactiveLockOperations.class).execute(REQUEST, (lease) -> Mono.just("done")).block(),
				"released");
	}

	@Test
	void wayOfSharingIsAValueOfLowCardinality() {
		LockOperations locks = shared.bean(LockOperations.class);
		locks.executeWithoutResult(LockRequest.of("observed", "eve").mode(LockMode.READ), (lease) -> {
		});
		locks.executeWithoutResult(LockRequest.of("observed", "eve").permits(2), (lease) -> {
		});
		for (String mode : List.of("read", "permit")) {
			TestObservationRegistryAssert.assertThat(REGISTRY)
				.hasAnObservation((observation) -> observation.hasNameEqualTo("distributed.lock.acquire")
					.hasLowCardinalityKeyValue("mode", mode))
				.hasAnObservation((observation) -> observation.hasNameEqualTo("distributed.lock.hold")
					.hasLowCardinalityKeyValue("mode", mode));
		}
		awaitEnds(4);
	}

	@Test
	void lossIsAnErrorOfTheHold() {
		observe(() -> {
			Lease lease = shared.bean(LockOperations.class).acquire(REQUEST.leaseTime(Duration.ofSeconds(1)));
			Awaitility.await().until(() -> !lease.isHeld());
			lease.releaseNow();
		}, "lost");
	}

	@Test
	void refusalIsNoError() {
		// the first one waits for the connection
		LockRequest request = LockRequest.of("observed", "bob").waitTime(Duration.ofMinutes(1));
		Lease lease = shared.bean(AsyncLockOperations.class).acquire(request).join().asLease();
		assertThat(shared.bean(LockOperations.class).tryAcquire(request.noWait())).isEmpty();
		TestObservationRegistryAssert.assertThat(REGISTRY)
			.hasAnObservation((observation) -> observation.hasLowCardinalityKeyValue("outcome", "held_by_another")
				.doesNotHaveError());
		lease.close();
		awaitEnds(3);
	}

	@Test
	void conventionOfTheApplicationWinsOverThatOfTheRegistryAndThatOverTheDefault() {
		TestObservationRegistry registry = TestObservationRegistry.create();
		registry.observationConfig().observationConvention(new GlobalConvention());
		application(registry).withBean(LockAcquireObservationConvention.class, WithoutKey::new).run((context) -> {
			context.getBean(LockOperations.class).executeWithoutResult(REQUEST, (lease) -> {
			});
			TestObservationRegistryAssert.assertThat(registry)
				.hasAnObservation((observation) -> observation.hasNameEqualTo("distributed.lock.acquire")
					.hasLowCardinalityKeyValue("lock.name", "observed")
					.doesNotHaveHighCardinalityKeyValueWithKey("lock.key"))
				.hasAnObservation((observation) -> observation.hasNameEqualTo("hold.by.the.registry")
					.hasLowCardinalityKeyValue("outcome", "released"));
		});
	}

	@Test
	void documentationNamesWhatTheDefaultsSay() {
		assertThat(LockObservationDocumentation.values()).allSatisfy((documented) -> {
			assertThat(documented.getLowCardinalityKeyNames()).extracting(KeyName::asString)
				.containsExactly("lock.name", "store", "mode", "outcome");
			assertThat(documented.getHighCardinalityKeyNames()).extracting(KeyName::asString)
				.containsExactly("lock.key", "lock.fencing.token", "lock.handed.over");
			assertThat(documented.getDefaultConvention()).isNotNull();
		});
	}

	/**
	 * What a caller is doing is in the context of Reactor, and on the thread only where
	 * it is put there.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void publisherFindsItsParentWhereContextIsPropagatedAndNotElsewhere(boolean propagated) {
		if (propagated) {
			Hooks.enableAutomaticContextPropagation();
		}
		try {
			Observation request = Observation.start("request", REGISTRY);
			shared.bean(ReactiveLockOperations.class)
				.execute(REQUEST, (lease) -> Mono.just("done"))
				.contextWrite((view) -> view.put(ObservationThreadLocalAccessor.KEY, request))
				.subscribeOn(Schedulers.boundedElastic())
				.block();
			request.stop();
			awaitEnds(2);
			assertThat(ENDS.contexts)
				.allSatisfy((ended) -> assertThat(ended.getParentObservation() != null).isEqualTo(propagated));
		}
		finally {
			Hooks.disableAutomaticContextPropagation();
		}
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
	private static void observe(Runnable work, String end) {
		Observation.createNotStarted("request", REGISTRY).observe(work);
		awaitEnds(2);
		assertThat(ENDS.contexts).allSatisfy((ended) -> {
			assertThat(ended.getParentObservation()).isNotNull();
			assertThat(ended.getParentObservation().getContextView().getName()).isEqualTo("request");
			assertThat(ended.getLockName()).isEqualTo("observed");
			assertThat(ended.getKey()).isEqualTo("observed:alice");
			assertThat(ended.getFencingToken()).isPositive();
		});
		assertThat(ENDS.contexts.get(0).getName()).isEqualTo("distributed.lock.acquire");
		assertThat(ENDS.contexts.get(0).getContextualName()).isEqualTo("acquire observed");
		assertThat(ENDS.contexts.get(0).getOutcome()).isEqualTo("acquired");
		assertThat(ENDS.contexts.get(0).getError()).isNull();
		assertThat(ENDS.contexts.get(1).getName()).isEqualTo("distributed.lock.hold");
		assertThat(ENDS.contexts.get(1).getOutcome()).isEqualTo(end);
		assertThat(ENDS.contexts.get(1).getError() != null).isEqualTo(end.equals("lost"));
		assertThat(ENDS.contexts)
			.allSatisfy((ended) -> assertThat(ended.getLowCardinalityKeyValues()).extracting((value) -> value.getKey())
				.containsExactlyInAnyOrder("lock.name", "store", "mode", "outcome"));
		assertThat(ENDS.contexts).extracting(LockObservationContext::getStore).containsOnly("redis");
		assertThat(ENDS.contexts).extracting(LockObservationContext::getMode).containsOnly("write");
	}

	/**
	 * All that a test ends, so that the next one meets none of it.
	 */
	private static void awaitEnds(int count) {
		Awaitility.await().untilAsserted(() -> assertThat(ENDS.contexts).hasSize(count));
	}

	private static ApplicationContextRunner application(ObservationRegistry registry) {
		return LockApplication.on(TestRedis.shared())
			.withConfiguration(AutoConfigurations.of(LockAsyncAutoConfiguration.class,
					LockReactiveAutoConfiguration.class, LockObservationAutoConfiguration.class))
			.withBean(ObservationRegistry.class, () -> registry);
	}

	/**
	 * As an application writes one that must not show keys.
	 */
	private static final class WithoutKey extends DefaultLockAcquireObservationConvention {

		@Override
		public KeyValues getHighCardinalityKeyValues(LockObservationContext context) {
			return KeyValues.empty();
		}

	}

	/**
	 * For both observations.
	 */
	private static final class GlobalConvention implements GlobalObservationConvention<LockObservationContext> {

		@Override
		public boolean supportsContext(Observation.Context context) {
			return context instanceof LockObservationContext;
		}

		@Override
		public String getName() {
			return "hold.by.the.registry";
		}

		@Override
		public KeyValues getLowCardinalityKeyValues(LockObservationContext context) {
			return (context.getOutcome() != null) ? KeyValues.of("outcome", context.getOutcome()) : KeyValues.empty();
		}

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
