package io.github.lockstarter.jdbc;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.jdbc.JdbcSettings.SchemaMode;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How an instance says that it is there.
 */
class HeartBeatTests {

	private final AtomicInteger said = new AtomicInteger();

	private final CountDownLatch refused = new CountDownLatch(2);

	private final Queue<Long> pauses = new ConcurrentLinkedQueue<>();

	private final JdbcLockStore store = new JdbcLockStore(
			new WatchedConnections(
					new DriverConnections("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", ""),
					this::refuse),
			new JdbcSettings("distributed_lock", SchemaMode.ALWAYS, 1, Duration.ofMillis(20)), LockSettings.defaults(),
			"lock", "test", timed(new ThreadRuntime(new SystemLockClock())));

	@AfterEach
	void stop() {
		this.store.stop();
	}

	/**
	 * Three that are missing cost the places of all callers of this instance.
	 */
	@Test
	void oneThatTheDatabaseRefusesIsRepeatedBeforeTheNext() throws InterruptedException {
		this.store.start(new Deaf());
		assertThat(this.refused.await(2, TimeUnit.MINUTES)).isTrue();
		assertThat(this.pauses).contains(1_000L);
	}

	private void refuse(String sql) throws SQLException {
		// but for the one with which a connection begins
		if (sql.startsWith("update distributed_lock_client set seen") && this.said.incrementAndGet() > 1) {
			this.refused.countDown();
			throw new SQLException("No space left on device", "53100");
		}
	}

	/**
	 * Takes down for how long something is put off.
	 */
	private LockRuntime timed(LockRuntime runtime) {
		return proxy(LockRuntime.class, runtime, (made, method, arguments) -> {
			if (!(made instanceof ScheduledExecutorService scheduler)) {
				return made;
			}
			return proxy(ScheduledExecutorService.class, scheduler, (done, called, values) -> {
				if (called.getName().equals("schedule")) {
					this.pauses.add(((TimeUnit) values[2]).toMillis((Long) values[1]));
				}
				return done;
			});
		});
	}

	private static <T> T proxy(Class<T> type, T target, After after) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
				(proxy, method, arguments) -> after.of(method.invoke(target, arguments), method, arguments)));
	}

	/**
	 * Hears what a method has returned.
	 */
	@FunctionalInterface
	private interface After {

		Object of(Object returned, Method method, Object[] arguments);

	}

}
