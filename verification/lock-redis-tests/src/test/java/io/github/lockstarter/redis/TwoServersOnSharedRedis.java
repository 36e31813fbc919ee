package io.github.lockstarter.redis;

import java.util.UUID;
import java.util.function.UnaryOperator;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

import io.github.lockstarter.test.TestRedis;

/**
 * The set-up of tests that leave Redis alone: the shared one, two application instances
 * on it for all tests of a class, and a lock name for each test.
 */
public abstract class TwoServersOnSharedRedis {

	protected static LockInstance first;

	protected static LockInstance second;

	protected final String name = getClass().getSimpleName() + ":" + UUID.randomUUID();

	@BeforeAll
	static void startServers() {
		first = LockInstance.on(TestRedis.shared());
		second = LockInstance.on(TestRedis.shared());
	}

	@AfterAll
	static void stopServers() {
		first.close();
		second.close();
	}

	/**
	 * Carries what a thread has in one variable to that of a task.
	 */
	protected static UnaryOperator<Runnable> carrying(ThreadLocal<String> variable) {
		return (task) -> {
			String captured = variable.get();
			return () -> {
				variable.set(captured);
				task.run();
				variable.remove();
			};
		};
	}

	protected final boolean isFree() {
		return second.locks().describe(this.name).isEmpty();
	}

	protected final void awaitHeld() {
		Awaitility.await().until(() -> !isFree());
	}

	/**
	 * Waits until somebody has got the lock, also if its lease is over by then.
	 */
	protected final void awaitGranted() {
		Awaitility.await().until(() -> TestRedis.shared().cli("HGET", "lock:" + this.name, "f") != null);
	}

	protected final void awaitWaiters(int count) {
		second.awaitWaiters(this.name, count);
	}

}
