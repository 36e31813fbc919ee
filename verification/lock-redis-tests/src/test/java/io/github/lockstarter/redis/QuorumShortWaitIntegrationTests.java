package io.github.lockstarter.redis;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.quorum.QuorumNode;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Callers of a quorum whose wait is about as long as an answer takes.
 */
@Timeout(120)
@Tag("gate")
class QuorumShortWaitIntegrationTests {

	private static final LockRequest REQUEST = LockRequest.of("job");

	// Longer than any of the waits.
	private static final long FAR_MILLIS = 20;

	// One thread: answers come in the order in which they were given.
	private final ScheduledExecutorService network = Executors.newSingleThreadScheduledExecutor();

	@AfterEach
	void stop() {
		this.network.shutdownNow();
	}

	@Test
	void lockThatIsHeldIsRefusedAsHeldHoweverShortTheWait() {
		try (ThreeMasters masters = new ThreeMasters();
				LockInstance first = masters.instance(LockInstance.DEFAULTS, Duration.ZERO);
				LockInstance near = masters.instance(LockInstance.DEFAULTS, Duration.ZERO);
				LockInstance far = LockInstance.on(masters.store(LockInstance.DEFAULTS, Duration.ZERO, this::farAway),
						LockInstance.DEFAULTS, new SystemLockClock());
				Lease lease = first.locks().acquire(REQUEST)) {
			for (int i = 0; i < 60; i++) {
				LockRequest request = REQUEST.waitTime(Duration.ofMillis(i % 6));
				assertThat(near.locks().tryAcquire(request)).isEmpty();
				assertThat(far.locks().tryAcquire(request)).isEmpty();
			}
			assertThat(lease.isHeld()).isTrue();
		}
	}

	/**
	 * A node that is far away: a short wait is over before its first answer is there.
	 */
	private QuorumNode farAway(QuorumNode node) {
		return (QuorumNode) Proxy.newProxyInstance(QuorumNode.class.getClassLoader(),
				new Class<?>[] { QuorumNode.class }, (proxy, method, arguments) -> {
					try {
						Object result = method.invoke(node, arguments);
						return method.getName().equals("propose") ? late((CompletionStage<?>) result) : result;
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

	private CompletionStage<Object> late(CompletionStage<?> stage) {
		CompletableFuture<Object> answer = new CompletableFuture<>();
		stage.thenAccept(
				(reply) -> this.network.schedule(() -> answer.complete(reply), FAR_MILLIS, TimeUnit.MILLISECONDS));
		return answer;
	}

}
