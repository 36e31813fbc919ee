package io.github.lockstarter.redis;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Stores that users wrap around ours, with their own faults and limits.
 */
@Timeout(120)
class UnrulyStoreIntegrationTests {

	private static final long GRANTED_MILLIS = 6_000;

	private final String name = "unruly:" + UUID.randomUUID();

	@Test
	void yieldThatThrowsLeavesTheNextCallerOfTheJvmItsWait() throws Exception {
		LockSettings turnsOfOne = LockInstance.settings((settings) -> settings.getCohort().setMaxPasses(0));
		try (LockInstance instance = LockInstance.on(around(turnsOfOne, (store, method, arguments) -> {
			if (method.getName().equals("yield")) {
				throw new IllegalStateException("broken");
			}
			return forward(store, method, arguments);
		}), turnsOfOne, new SystemLockClock())) {
			LockRequest request = LockRequest.of(this.name).waitTime(Duration.ofMinutes(1));
			Lease held = instance.locks().acquire(request);
			CompletableFuture<Lease> next = new CompletableFuture<>();
			Thread caller = instance.acquiring(request, next);
			// behind the holder, in the queue of the JVM
			Awaitility.await().until(() -> LockSupport.getBlocker(caller) != null);
			held.close();
			next.get(120, TimeUnit.SECONDS).close();
			assertThat(instance.acquires(request)).isTrue();
		}
	}

	@Test
	void lockIsKeptOfAStoreThatGrantsLessThanItIsAskedFor() {
		AtomicInteger renewed = new AtomicInteger();
		LockSettings settings = LockInstance.settings((draft) -> draft.setLeaseTime(Duration.ofSeconds(60)));
		try (LockInstance instance = LockInstance.on(around(settings, (store, method, arguments) -> {
			if (arguments != null && method.getName().equals("renew") && arguments[0] instanceof List<?> renewals) {
				renewed.incrementAndGet();
				arguments[0] = renewals.stream().map((each) -> shorter((Renewal) each)).toList();
			}
			else if (method.getName().equals("acquire")) {
				arguments[2] = GRANTED_MILLIS;
			}
			return forward(store, method, arguments);
		}), settings, new SystemLockClock())) {
			Lease lease = instance.locks().acquire(LockRequest.of(this.name));
			assertThat(lease.remaining()).isLessThanOrEqualTo(Duration.ofMillis(GRANTED_MILLIS));
			Awaitility.await().until(() -> renewed.get() > 0);
			assertThat(lease.isHeld()).isTrue();
			lease.close();
		}
	}

	private static Renewal shorter(Renewal renewal) {
		return new Renewal(renewal.name(), renewal.id(), GRANTED_MILLIS);
	}

	private static LockStore around(LockSettings settings, Wrapper wrapper) {
		TestRedis redis = TestRedis.shared();
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(redis.host(), redis.port()),
				LettuceClientConfiguration.defaultConfiguration());
		LockStore store = new LettuceLockStore(new RedisClients(factory, settings.commandTimeout()), settings, "lock",
				"test@host:1", new SystemLockClock());
		InvocationHandler handler = (proxy, method, arguments) -> wrapper.call(store, method, arguments);
		return (LockStore) Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] { LockStore.class },
				handler);
	}

	private static Object forward(LockStore store, Method method, Object[] arguments) throws Throwable {
		try {
			return method.invoke(store, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getCause();
		}
	}

	/**
	 * What is done instead of a call of the store.
	 */
	private interface Wrapper {

		Object call(LockStore store, Method method, Object[] arguments) throws Throwable;

	}

}
