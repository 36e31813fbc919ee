package io.github.lockstarter.aspect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import reactor.core.publisher.Mono;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.reactive.ReactiveLockOperations;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whoever holds a lock enters it again through every face, whatever the faces through
 * which it came: all orders of three, on one lock.
 */
@Timeout(120)
class ReentrancyParityIntegrationTests {

	private static FacesApplication application;

	private static Services services;

	@BeforeAll
	static void start() {
		application = new FacesApplication(Services.class, Threads.class);
		services = application.bean(Services.class);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	/**
	 * Every two faces, one around the other, with and without a third between them: a
	 * Latin square has each pair of columns once.
	 */
	static Stream<List<Face>> pairs() {
		int count = Face.values().length;
		return orders()
			.filter((order) -> (order.get(0).ordinal() + order.get(1).ordinal()) % count == order.get(2).ordinal());
	}

	static Stream<List<Face>> orders() {
		List<List<Face>> orders = new ArrayList<>();
		for (Face outer : Face.values()) {
			for (Face middle : Face.values()) {
				for (Face inner : Face.values()) {
					orders.add(List.of(outer, middle, inner));
				}
			}
		}
		return orders.stream();
	}

	@ParameterizedTest
	@MethodSource("pairs")
	void lockIsEntered(List<Face> order) {
		String key = "one-" + order;
		assertThatOneIsHeld(key, enter(order, List.of(key, key, key)));
	}

	@ParameterizedTest
	@MethodSource("pairs")
	void lockIsEnteredBehindAnotherOne(List<Face> order) {
		String key = "two-" + order;
		assertThatOneIsHeld(key, enter(order, List.of(key, key + "-between", key)));
	}

	// seven hundred calls, which take seconds of a processor
	@ParameterizedTest
	@MethodSource("orders")
	@Tag("slow")
	void lockIsEnteredInAllOrders(List<Face> order) {
		lockIsEntered(order);
		lockIsEnteredBehindAnotherOne(order);
	}

	private static void assertThatOneIsHeld(String key, List<Long> tokens) {
		assertThat(tokens).hasSize(3).containsOnly(tokens.get(0));
		assertThat(application.isFree("parity:" + key)).isTrue();
		assertThat(application.isFree("parity:" + key + "-between")).isTrue();
	}

	private static List<Long> enter(List<Face> order, List<String> keys) {
		List<Long> tokens = new ArrayList<>();
		enter(order, keys, "parity:" + keys.get(0), tokens, null);
		return tokens;
	}

	private static String enter(List<Face> order, List<String> keys, String name, List<Long> tokens, AsyncLease outer) {
		if (order.isEmpty()) {
			return "innermost";
		}
		return order.get(0).enter(keys.get(0), outer, (lease) -> {
			tokens.add(LockContext.current(name).map(Lease::fencingToken).orElseThrow());
			return enter(order.subList(1, order.size()), keys.subList(1, keys.size()), name, tokens, lease);
		});
	}

	/**
	 * Work under the lock, with the lease if the face has one that others can go on with.
	 */
	interface Work {

		String run(AsyncLease lease) throws Exception;

		default Callable<String> withoutLease() {
			return () -> run(null);
		}

	}

	enum Face {

		BLOCKING {

			@Override
			String enter(String key, AsyncLease outer, Work work) {
				return services.blocking(key, work.withoutLease());
			}

		},

		STAGE {

			@Override
			String enter(String key, AsyncLease outer, Work work) {
				return services.stage(key, work.withoutLease()).join();
			}

		},

		PUBLISHER {

			@Override
			String enter(String key, AsyncLease outer, Work work) {
				return services.publisher(key, work.withoutLease()).block();
			}

		},

		BLOCKING_OPERATIONS {

			@Override
			String enter(String key, AsyncLease outer, Work work) {
				try {
					return application.bean(LockOperations.class)
						.execute(request(key), (lease) -> work.withoutLease().call());
				}
				catch (Exception ex) {
					throw new IllegalStateException(ex);
				}
			}

		},

		ASYNC_OPERATIONS {

			@Override
			String enter(String key, AsyncLease outer, Work work) {
				return application.bean(AsyncLockOperations.class)
					.execute(request(key), (lease) -> CompletableFuture.completedFuture(work.run(lease)))
					.join();
			}

		},

		WITHIN {

			@Override
			String enter(String key, AsyncLease outer, Work work) {
				AsyncLockOperations locks = application.bean(AsyncLockOperations.class);
				return ((outer != null) ? locks.within(outer) : locks)
					.execute(request(key), (lease) -> CompletableFuture.completedFuture(work.run(lease)))
					.join();
			}

		},

		REACTIVE_OPERATIONS {

			@Override
			String enter(String key, AsyncLease outer, Work work) {
				return application.bean(ReactiveLockOperations.class)
					.execute(request(key), (lease) -> Mono.just(work.run(null)))
					.block();
			}

		};

		abstract String enter(String key, AsyncLease outer, Work work);

		private static LockRequest request(String key) {
			return LockRequest.of("parity:" + key).waitTime(Duration.ofMinutes(1));
		}

	}

	static class Threads {

		@Bean
		SimpleAsyncTaskExecutor applicationTaskExecutor() {
			return new SimpleAsyncTaskExecutor("parity-");
		}

	}

	static class Services {

		@DistributedLocked(name = "parity", key = "#key", waitTime = "1m")
		public String blocking(String key, Callable<String> work) {
			return call(work);
		}

		@DistributedLocked(name = "parity", key = "#key", waitTime = "1m")
		public CompletableFuture<String> stage(String key, Callable<String> work) {
			return CompletableFuture.completedFuture(call(work));
		}

		@DistributedLocked(name = "parity", key = "#key", waitTime = "1m")
		public Mono<String> publisher(String key, Callable<String> work) {
			return Mono.fromCallable(work);
		}

		private static String call(Callable<String> work) {
			try {
				return work.call();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
