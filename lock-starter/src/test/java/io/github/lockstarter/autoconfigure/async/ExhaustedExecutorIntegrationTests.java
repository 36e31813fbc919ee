package io.github.lockstarter.autoconfigure.async;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.aspect.FacesApplication;
import io.github.lockstarter.async.AsyncLockOperations;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The executor that Spring Boot makes.
 */
@Tag("gate")
class ExhaustedExecutorIntegrationTests extends ExhaustedExecutor {

	ExhaustedExecutorIntegrationTests() {
		super(Pool.BOOT);
	}

	@Test
	void callersThatBlockWhereTheyAreToldDelayNobody() throws Exception {
		CountDownLatch blocking = new CountDownLatch(1);
		FacesApplication application = Pool.BOOT.application();
		AsyncLockOperations locks = application.bean(AsyncLockOperations.class);
		CountDownLatch blocked = new CountDownLatch(100);
		List<Lease> held = names("told-", 100).map(application.other().locks()::acquire).toList();
		List<CompletableFuture<Void>> told = names("told-", 100)
			.map((name) -> locks.acquire(LockRequest.of(name).waitTime(PATIENCE)).thenAccept((lease) -> {
				blocked.countDown();
				await(blocking);
				lease.releaseNow();
			}))
			.toList();
		// only now: who asks for a free lock may have it before it says what then
		held.forEach(Lease::close);
		assertThat(blocked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		assertThat(locks.acquire("told").thenCompose((lease) -> lease.close())).succeedsWithin(PATIENCE);
		assertThat(locks.execute("told", (lease) -> CompletableFuture.completedFuture(1))).succeedsWithin(PATIENCE);
		blocking.countDown();
		assertThat(CompletableFuture.allOf(told.toArray(CompletableFuture[]::new))).succeedsWithin(PATIENCE);
	}

}
