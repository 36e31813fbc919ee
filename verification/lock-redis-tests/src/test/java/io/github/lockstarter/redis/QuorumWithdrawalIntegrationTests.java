package io.github.lockstarter.redis;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.quorum.QuorumLockStore;
import io.github.lockstarter.quorum.QuorumNode;
import io.github.lockstarter.quorum.QuorumSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A lock that is given up while one of three masters cannot be reached.
 */
@Timeout(120)
class QuorumWithdrawalIntegrationTests {

	private static final LockRequest REQUEST = LockRequest.of("job").waitTime(Duration.ofMinutes(1));

	private static final Duration LONG = Duration.ofMinutes(5);

	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(10)).setCommandTimeout(Duration.ofSeconds(1)));

	private final ThreeMasters masters = new ThreeMasters();

	private final CutOff third = new CutOff();

	private final LaterClock clock = new LaterClock();

	@AfterEach
	void stop() {
		this.masters.close();
	}

	@Test
	void masterThatComesBackIsNotKeptByALongerLeaseThatWasTakenInside() {
		try (LockInstance first = instance(); LockInstance second = this.masters.instance(SETTINGS, Duration.ZERO)) {
			Lease outer = first.locks().acquire(REQUEST);
			Lease inner = first.locks().acquire(REQUEST.leaseTime(LONG));
			Awaitility.await().until(() -> leftAtThird().compareTo(SETTINGS.leaseTime()) > 0);
			this.third.away = true;
			inner.close();
			outer.close();
			this.clock.aheadMillis = SETTINGS.leaseTime().multipliedBy(3).toMillis();
			int refused = this.third.refused.get();
			Awaitility.await()
				.untilAsserted(() -> assertThat(this.third.refused).as("told that the lock is given up")
					.hasValueGreaterThan(refused + 1));
			this.third.away = false;
			Awaitility.await().until(() -> this.masters.get(2).cli("HGET", "lock:job", "x") == null);
			this.masters.get(0).kill();
			assertThat(second.acquires(REQUEST)).as("two of three").isTrue();
		}
	}

	private Duration leftAtThird() {
		String ends = String.valueOf(this.masters.get(2).cli("HGET", "lock:job", "x"));
		return Duration.ofMillis(ends.equals("null") ? 0 : Long.parseLong(ends) - System.currentTimeMillis());
	}

	/**
	 * An instance that the third master can be taken from, and whose quorum has a clock
	 * of its own.
	 */
	private LockInstance instance() {
		List<QuorumNode> nodes = new ArrayList<>();
		this.masters.store(SETTINGS, Duration.ZERO, (node) -> {
			nodes.add((nodes.size() == 2) ? this.third.of(node) : node);
			return node;
		});
		QuorumLockStore store = new QuorumLockStore(nodes,
				new QuorumSettings(SETTINGS.commandTimeout(), SETTINGS.leaseTime(), Duration.ZERO),
				LockRuntime::drawClientId, this.clock);
		return LockInstance.on(store, SETTINGS, new SystemLockClock());
	}

	/**
	 * A clock that can be ahead, as if time had passed.
	 */
	private static final class LaterClock implements LockClock {

		private volatile long aheadMillis;

		@Override
		public Moment now() {
			return new SystemLockClock().now().plusMillis(this.aheadMillis);
		}

	}

	/**
	 * A master that no command reaches while it is away.
	 */
	private static final class CutOff {

		private final AtomicInteger refused = new AtomicInteger();

		private volatile boolean away;

		private QuorumNode of(QuorumNode node) {
			return (QuorumNode) Proxy.newProxyInstance(QuorumNode.class.getClassLoader(),
					new Class<?>[] { QuorumNode.class }, (proxy, method, arguments) -> {
						if (this.away && method.getReturnType() == CompletionStage.class) {
							this.refused.incrementAndGet();
							return notSent();
						}
						if (this.away && method.getReturnType() == List.class) {
							return ((List<?>) arguments[0]).stream().map((renewal) -> notSent()).toList();
						}
						try {
							return method.invoke(node, arguments);
						}
						catch (InvocationTargetException ex) {
							throw ex.getTargetException();
						}
					});
		}

		private static CompletionStage<StoreReply> notSent() {
			return CompletableFuture
				.failedStage(new StoreException(StoreException.Outcome.NOT_SENT, "no connection", null));
		}

	}

}
