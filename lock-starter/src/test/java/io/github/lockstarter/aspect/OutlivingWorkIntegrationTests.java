package io.github.lockstarter.aspect;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import reactor.core.publisher.Mono;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.annotation.DistributedLocked;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Work that enters the lock of a thread and goes on when that thread has left it: the
 * thread belongs to a pool, and does something else.
 */
@Timeout(120)
class OutlivingWorkIntegrationTests {

	private static final ExecutorService POOL = Executors.newSingleThreadExecutor();

	private static FacesApplication application;

	private static Services services;

	@BeforeAll
	static void start() {
		application = new FacesApplication(Services.class, Threads.class);
		services = application.bean(Services.class);
	}

	@AfterAll
	static void stop() {
		POOL.shutdownNow();
		application.close();
	}

	@ParameterizedTest
	@EnumSource
	void threadThatHasLeftItsLockDoesNotEnterWhatGoesOnUnderIt(Face face) throws Exception {
		String key = face.name();
		Work work = new Work(key);
		CompletableFuture<Long> outliving = onPool(() -> services.blocking(key, () -> {
			CompletableFuture<Long> started = face.start(key, work);
			work.begun.get(120, TimeUnit.SECONDS);
			return started;
		}));
		assertThat(outliving).isNotDone();
		assertThat(onPool(() -> isRefused(key))).as("refused on the thread that has left").isTrue();
		work.goOn.complete(null);
		assertThat(outliving.get(120, TimeUnit.SECONDS)).as("the work itself enters again")
			.isEqualTo(work.begun.join());
		assertThat(onPool(() -> isRefused(key))).as("refused when all is over").isFalse();
	}

	private static boolean isRefused(String key) {
		var lease = application.bean(LockOperations.class).tryAcquire(LockRequest.of("outliving:" + key).noWait());
		lease.ifPresent(Lease::release);
		return lease.isEmpty();
	}

	private static <T> T onPool(Callable<T> call) throws Exception {
		return POOL.submit(call).get(120, TimeUnit.SECONDS);
	}

	/**
	 * Tells its token when it has begun, and in the end that of the lock entered once
	 * more.
	 */
	private static final class Work {

		private final CompletableFuture<Long> begun = new CompletableFuture<>();

		private final CompletableFuture<Void> goOn = new CompletableFuture<>();

		private final String key;

		private Work(String key) {
			this.key = key;
		}

		Long run() {
			this.begun.complete(token());
			this.goOn.join();
			return services.blocking(this.key, this::token);
		}

		private Long token() {
			return LockContext.current("outliving:" + this.key).orElseThrow().fencingToken();
		}

	}

	enum Face {

		STAGE {

			@Override
			CompletableFuture<Long> start(String key, Work work) {
				return services.stage(key, work::run);
			}

		},

		PUBLISHER {

			@Override
			CompletableFuture<Long> start(String key, Work work) {
				return services.publisher(key, work::run).toFuture();
			}

		},

		CARRIED {

			@Override
			CompletableFuture<Long> start(String key, Work work) {
				Lease lease = LockContext.current().orElseThrow();
				return CompletableFuture.supplyAsync(() -> {
					try (LockContext.Scope scope = LockContext.open(lease)) {
						return services.blocking(key, work::run);
					}
				}, (task) -> new Thread(task, "carried").start());
			}

		};

		abstract CompletableFuture<Long> start(String key, Work work);

	}

	static class Threads {

		@Bean
		SimpleAsyncTaskExecutor applicationTaskExecutor() {
			return new SimpleAsyncTaskExecutor("outliving-");
		}

	}

	static class Services {

		@DistributedLocked(name = "outliving", key = "#key", waitTime = "0")
		public <T> T blocking(String key, Callable<T> work) {
			try {
				return work.call();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}

		@DistributedLocked(name = "outliving", key = "#key", waitTime = "0")
		public CompletableFuture<Long> stage(String key, Supplier<Long> work) {
			return CompletableFuture.completedFuture(work.get());
		}

		@DistributedLocked(name = "outliving", key = "#key", waitTime = "0")
		public Mono<Long> publisher(String key, Supplier<Long> work) {
			return Mono.fromSupplier(work);
		}

	}

}
