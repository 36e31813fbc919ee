package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import org.awaitility.Awaitility;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.EngineProperties;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

/**
 * One application instance, as far as locks are concerned: a template on a store of its
 * own, with its own connections and client id. Several of them in a test are several
 * servers.
 */
public final class LockInstance implements AutoCloseable {

	/**
	 * Those of users, with time for an answer of a busy machine.
	 */
	public static final LockSettings DEFAULTS = settings((settings) -> {
	});

	private final LockStore store;

	private final LockTemplate template;

	private LockInstance(LockStore store, LockTemplate template) {
		this.store = store;
		this.template = template;
	}

	public static LockInstance on(TestRedis redis, LockObserver... observers) {
		return on(redis.host(), redis.port(), DEFAULTS, new SystemLockClock(), observers);
	}

	public static LockInstance on(TestRedis redis, LockSettings settings, LockObserver... observers) {
		return on(redis.host(), redis.port(), settings, new SystemLockClock(), observers);
	}

	public static LockInstance on(String host, int port, LockSettings settings, LockClock clock,
			LockObserver... observers) {
		return on(new LettuceConnectionFactory(new RedisStandaloneConfiguration(host, port),
				LettuceClientConfiguration.defaultConfiguration()), settings, clock, observers);
	}

	public static LockInstance on(LettuceConnectionFactory factory, LockSettings settings, LockClock clock,
			LockObserver... observers) {
		return on(factory, settings, RedisSettings.DEFAULTS, clock, observers);
	}

	static LockInstance on(LettuceConnectionFactory factory, LockSettings settings, RedisSettings redisSettings,
			LockClock clock, LockObserver... observers) {
		RedisClients clients = new RedisClients(factory, settings.commandTimeout());
		return on(new LettuceLockStore(clients, settings, redisSettings, "lock", "test@host:1", clock), settings, clock,
				observers);
	}

	public static LockInstance on(LockStore store, LockSettings settings, LockClock clock, LockObserver... observers) {
		LockTemplate template = new LockTemplate(store, settings, clock, List.of(observers));
		template.start();
		// a machine that is busy loads the classes slowly
		Awaitility.await().until(() -> store.isPushAvailable("any"));
		return new LockInstance(store, template);
	}

	/**
	 * An instance on a store to which no messages may come.
	 */
	static LockInstance notAwaited(LockStore store, LockSettings settings) {
		LockTemplate template = new LockTemplate(store, settings, new SystemLockClock(), List.of());
		template.start();
		return new LockInstance(store, template);
	}

	/**
	 * Those of users, but for what is changed, with time for a busy machine: a caller
	 * that does not say how long it waits does so for a minute, and what is handed to a
	 * waiter is not lost where that stops for the two seconds that users have.
	 */
	public static LockSettings settings(Consumer<EngineProperties> change) {
		return LockSettings.of((settings) -> {
			settings.setShutdownTimeout(Duration.ofMillis(200))
				.setStartTimeout(Duration.ofSeconds(30))
				.setCommandTimeout(Duration.ofSeconds(5))
				.setWaitTime(Duration.ofMinutes(1))
				.getHandOff()
				.setLease(Duration.ofSeconds(20));
			change.accept(settings);
		});
	}

	public LockTemplate locks() {
		return this.template;
	}

	public LockStore store() {
		return this.store;
	}

	/**
	 * Acquires a lock on a thread of its own.
	 */
	public CompletableFuture<Lease> acquiring(LockRequest request) {
		CompletableFuture<Lease> acquired = new CompletableFuture<>();
		acquiring(request, acquired);
		return acquired;
	}

	/**
	 * Acquires a lock on a thread of its own.
	 * @param acquired gets the lease, or why there is none
	 * @return the thread
	 */
	Thread acquiring(LockRequest request, CompletableFuture<Lease> acquired) {
		Thread caller = new Thread(() -> {
			try {
				acquired.complete(this.template.acquire(request));
			}
			catch (Throwable ex) {
				acquired.completeExceptionally(ex);
			}
		});
		caller.start();
		return caller;
	}

	/**
	 * Whether a lock can be acquired; it is released at once.
	 */
	public boolean acquires(LockRequest request) {
		Optional<Lease> lease = this.template.tryAcquire(request);
		lease.ifPresent(Lease::close);
		return lease.isPresent();
	}

	/**
	 * Waits until a lock is held, and wanted by that many waiters.
	 */
	public void awaitWaiters(String name, int count) {
		Awaitility.await()
			.ignoreExceptionsInstanceOf(LockUnavailableException.class)
			.until(() -> this.template.describe(name).filter((lock) -> lock.waiters() == count).isPresent());
	}

	@Override
	public void close() {
		this.template.stop();
	}

}
