package io.github.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What callers and waiters see of it.
 */
@Tag("gate")
class RedisTroubleIntegrationTests extends InRedisTrouble {

	@ParameterizedTest
	@EnumSource
	void callersAreToldInTimeAndServedAgainAfterwards(RedisTrouble trouble) {
		begin(trouble);
		await().untilAsserted(() -> assertUnavailable(trouble, this.first.acquiring(REQUEST.noWait())));
		List<CompletableFuture<Lease>> callers = Stream.of(REQUEST.noWait(), LockRequest.of("b").waitTime(SHORT_WAIT),
				LockRequest.of("c").waitTime(SHORT_WAIT).fair(true), LockRequest.ofAll("d", "e").waitTime(SHORT_WAIT))
			.map(this.first::acquiring)
			.toList();
		callers.forEach((caller) -> assertUnavailable(trouble, caller));
		end(trouble);
		List.of("a", "b", "c", "d", "e").forEach(this::awaitFree);
	}

	@ParameterizedTest
	@EnumSource
	void waitersGetTheLockWhenItIsOver(RedisTrouble trouble) throws Exception {
		Lease lease = this.second.locks().acquire(REQUEST);
		CompletableFuture<Lease> waiter = this.first.acquiring(REQUEST.waitTime(LONG));
		awaitWaiters(1);
		begin(trouble);
		CompletableFuture<Lease> newcomer = this.first.acquiring(LockRequest.of("b").waitTime(LONG));
		CompletableFuture<Void> released = CompletableFuture.runAsync(lease::close);
		assertThat(released).succeedsWithin(SOON);
		if (!trouble.isWaitedFor()) {
			assertUnavailable(trouble, waiter);
			assertUnavailable(trouble, newcomer);
		}
		end(trouble);
		if (trouble.isWaitedFor()) {
			Lease next = waiter.get(120, TimeUnit.SECONDS);
			assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
			next.close();
			newcomer.get(120, TimeUnit.SECONDS).close();
			awaitFree("a");
		}
	}

	@ParameterizedTest
	@EnumSource
	void waiterThatGivesUpLeavesTheQueueWhenItIsOver(RedisTrouble trouble) throws Exception {
		Lease lease = this.second.locks().acquire(REQUEST);
		CompletableFuture<Lease> waiter = new CompletableFuture<>();
		Thread thread = this.first.acquiring(REQUEST.waitTime(LONG), waiter);
		awaitWaiters(1);
		begin(trouble);
		thread.interrupt();
		assertThat(waiter).failsWithin(SOON)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(LockInterruptedException.class);
		end(trouble);
		if (trouble.isWaitedFor()) {
			awaitEmptyQueue("a");
		}
		lease.close();
		awaitFree("a");
	}

}
