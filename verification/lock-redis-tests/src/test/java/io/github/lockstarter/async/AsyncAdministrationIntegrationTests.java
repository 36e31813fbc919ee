package io.github.lockstarter.async;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.redis.LockInstance;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What futures tell an administrator, and the holder whose lock was taken away.
 */
@Timeout(120)
class AsyncAdministrationIntegrationTests {

	private final String name = "async-administration:" + UUID.randomUUID();

	@Test
	void describesAndTakesAway() {
		try (LockInstance instance = LockInstance.on(TestRedis.shared())) {
			AsyncLockOperations locks = new AsyncLockTemplate(instance.locks().nonBlocking(), new ApplicationTasks(
					ForkJoinPool::commonPool, List::of, instance.locks().nonBlocking().callerThreads()));
			AsyncLease lease = locks.acquire(this.name).join();
			assertThat(locks.describe(this.name).join().orElseThrow().fencingToken()).isEqualTo(lease.fencingToken());
			assertThat(locks.forceRelease(this.name, lease.fencingToken() - 1).join()).isFalse();
			assertThat(locks.forceRelease(this.name, lease.fencingToken()).join()).isTrue();
			assertThat(locks.forceRelease(this.name).join()).isFalse();
			assertThat(locks.describe(this.name).join()).isEmpty();
			CompletableFuture<Void> closed = lease.close();
			assertThatExceptionOfType(CompletionException.class).isThrownBy(closed::join)
				.withCauseInstanceOf(LockLostException.class);
			assertThat(lease.isHeld()).isFalse();
		}
	}

	@Test
	void stageThatFailsReleasesAndFailsTheCaller() {
		try (LockInstance instance = LockInstance.on(TestRedis.shared())) {
			AsyncLockOperations locks = new AsyncLockTemplate(instance.locks().nonBlocking(), new ApplicationTasks(
					ForkJoinPool::commonPool, List::of, instance.locks().nonBlocking().callerThreads()));
			CompletableFuture<String> result = locks.execute(this.name,
					(lease) -> CompletableFuture.failedFuture(new IllegalStateException("body")));
			assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join)
				.withCauseInstanceOf(IllegalStateException.class);
			assertThat(locks.describe(this.name).join()).isEmpty();
		}
	}

}
