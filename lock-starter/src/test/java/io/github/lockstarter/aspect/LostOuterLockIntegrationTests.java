package io.github.lockstarter.aspect;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.annotation.DistributedLocked;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A method with several annotations whose outer lock is lost while an inner one is waited
 * for.
 */
@Timeout(120)
@Tag("gate")
class LostOuterLockIntegrationTests {

	private static final AtomicInteger BEGUN = new AtomicInteger();

	private static FacesApplication application;

	private static Services services;

	@BeforeAll
	static void start() {
		application = new FacesApplication(Services.class);
		services = application.bean(Services.class);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@ParameterizedTest
	@EnumSource
	void methodDoesNotBegin(Face face) {
		String key = face.name();
		Lease inner = application.other().locks().acquire("inner:" + key);
		CompletableFuture<?> call = face.call(key);
		application.other().awaitWaiters("inner:" + key, 1);
		// granted when the fixed lease of the call is over
		application.other().locks().acquire(LockRequest.of("outer:" + key).waitTime(Duration.ofMinutes(1))).release();
		inner.release();
		assertThat(call).failsWithin(Duration.ofSeconds(120))
			.withThrowableThat()
			.havingCause()
			.satisfies((ex) -> assertThat(BEGUN).hasValue(0))
			.isInstanceOf(LockLostException.class)
			.withMessageContaining("The method did not run")
			.satisfies((ex) -> assertThat(((LockLostException) ex).getLockName()).isEqualTo("outer:" + key));
		Awaitility.await().until(() -> application.isFree("inner:" + key));
	}

	enum Face {

		BLOCKING {

			@Override
			CompletableFuture<?> call(String key) {
				return CompletableFuture.runAsync(() -> services.blocking(key),
						(task) -> new Thread(task, "caller").start());
			}

		},

		STAGE {

			@Override
			CompletableFuture<?> call(String key) {
				return services.stage(key);
			}

		},

		MONO {

			@Override
			CompletableFuture<?> call(String key) {
				return services.mono(key).toFuture();
			}

		},

		FLUX {

			@Override
			CompletableFuture<?> call(String key) {
				return services.flux(key).collectList().toFuture();
			}

		};

		abstract CompletableFuture<?> call(String key);

	}

	static class Services {

		@DistributedLocked(name = "outer", key = "#key", leaseTime = "2s")
		@DistributedLocked(name = "middle", key = "#key")
		@DistributedLocked(name = "inner", key = "#key", waitTime = "1m")
		public void blocking(String key) {
			BEGUN.incrementAndGet();
		}

		@DistributedLocked(name = "outer", key = "#key", leaseTime = "2s")
		@DistributedLocked(name = "middle", key = "#key")
		@DistributedLocked(name = "inner", key = "#key", waitTime = "1m")
		public CompletableFuture<String> stage(String key) {
			BEGUN.incrementAndGet();
			return CompletableFuture.completedFuture(key);
		}

		@DistributedLocked(name = "outer", key = "#key", leaseTime = "2s")
		@DistributedLocked(name = "middle", key = "#key")
		@DistributedLocked(name = "inner", key = "#key", waitTime = "1m")
		public Mono<String> mono(String key) {
			BEGUN.incrementAndGet();
			return Mono.just(key);
		}

		@DistributedLocked(name = "outer", key = "#key", leaseTime = "2s")
		@DistributedLocked(name = "middle", key = "#key")
		@DistributedLocked(name = "inner", key = "#key", waitTime = "1m")
		public Flux<String> flux(String key) {
			BEGUN.incrementAndGet();
			return Flux.just(key);
		}

	}

}
