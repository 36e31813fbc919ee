package io.github.lockstarter.autoconfigure.async;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.aspect.FacesApplication;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.reactive.ReactiveLockOperations;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An executor of one thread.
 */
// waits for seconds; ExhaustedExecutorIntegrationTests has the same with two threads
@Tag("slow")
class ExhaustedSingleThreadIntegrationTests extends ExhaustedExecutor {

	ExhaustedSingleThreadIntegrationTests() {
		super(Pool.ONE);
	}

	@Test
	void whoGivesUpWhileItsWorkIsQueuedLeavesNothingLocked() throws Exception {
		FacesApplication application = Pool.ONE.application();
		try (Busy busy = new Busy(application, Pool.ONE)) {
			AsyncLockOperations locks = application.bean(AsyncLockOperations.class);
			LockRequest patient = LockRequest.of("given-up").waitTime(Duration.ofMinutes(5));
			for (int i = 0; i < 3; i++) {
				CompletableFuture<String> result = locks.execute(patient,
						(lease) -> CompletableFuture.completedFuture("late"));
				Awaitility.await().until(() -> !application.isFree("given-up"));
				if (i == 0) {
					result.cancel(true);
				}
				else if (i == 1) {
					result.orTimeout(1, TimeUnit.MILLISECONDS);
				}
				else {
					result.complete("enough");
				}
				Awaitility.await().until(() -> application.isFree("given-up"));
			}
			Disposable subscription = application.bean(ReactiveLockOperations.class)
				.execute(patient, (lease) -> Mono.just("late"))
				.subscribe();
			Awaitility.await().until(() -> !application.isFree("given-up"));
			subscription.dispose();
			Awaitility.await().until(() -> application.isFree("given-up"));
		}
	}

	@Test
	void rejectionIsTheCauseThatTheCallerSees() throws Exception {
		FacesApplication application = Pool.ONE.application();
		try (Busy busy = new Busy(application, Pool.ONE)) {
			CompletableFuture<String> result = application.bean(Work.class).stage("cause");
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> result.get(120, TimeUnit.SECONDS))
				.withCauseInstanceOf(RejectedExecutionException.class);
		}
	}

}
