package io.github.lockstarter.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two instances of an application on one PostgreSQL, whose backends end under them.
 */
@Tag("gate")
class PostgresFaultsIntegrationTests {

	static final String ALL_BACKENDS = "select pg_terminate_backend(pid) from pg_stat_activity "
			+ "where application_name like 'distributed-lock%'";

	private static final int KILLS = 8;

	private final List<LockTemplate> instances = new ArrayList<>();

	@AfterEach
	void stop() {
		this.instances.forEach(LockTemplate::stop);
	}

	@Test
	void killedBackendsLetNobodyInBesideAndNobodyWaitForLong() throws Exception {
		List<LockTemplate> servers = List.of(instance(), instance());
		AtomicInteger inside = new AtomicInteger();
		AtomicInteger entries = new AtomicInteger();
		AtomicLong latest = new AtomicLong();
		List<String> violations = new ArrayList<>();
		AtomicInteger kills = new AtomicInteger();
		ExecutorService threads = Executors.newCachedThreadPool();
		try {
			List<Future<?>> callers = new ArrayList<>();
			for (int i = 0; i < 8; i++) {
				LockTemplate server = servers.get(i % 2);
				callers.add(threads.submit(() -> {
					while (kills.get() <= KILLS) {
						try {
							server.executeWithoutResult(LockRequest.of("job").waitTime(Duration.ofSeconds(100)),
									(lease) -> {
										boolean alone = inside.incrementAndGet() == 1;
										boolean grown = latest.getAndSet(lease.fencingToken()) < lease.fencingToken();
										if (!alone || !grown) {
											violations.add("alone " + alone + ", grown " + grown);
										}
										entries.incrementAndGet();
										inside.decrementAndGet();
									});
						}
						catch (LockUnavailableException ex) {
							// said plainly
						}
					}
				}));
			}
			while (kills.incrementAndGet() <= KILLS) {
				int before = entries.get();
				JdbcContract.execute(SharedPostgres.source(), ALL_BACKENDS);
				Awaitility.await().until(() -> entries.get() > before + 8);
			}
			for (Future<?> caller : callers) {
				caller.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(violations).isEmpty();
	}

	@Test
	void waiterIsToldAlthoughTheConnectionsWereCutWhileItWaited() throws SQLException {
		LockTemplate a = instance();
		LockTemplate b = instance();
		Future<Long> waiting;
		ExecutorService thread = Executors.newSingleThreadExecutor();
		try {
			try (var lease = a.acquire("job")) {
				waiting = thread.submit(() -> b.execute("job", (inner) -> inner.fencingToken()));
				Awaitility.await().until(() -> a.describe("job").orElseThrow().waiters() == 1);
				JdbcContract.execute(SharedPostgres.source(), ALL_BACKENDS);
				assertThat(lease.isHeld()).isTrue();
			}
			Awaitility.await().until(waiting::isDone);
			assertThat(waiting).isDone();
		}
		finally {
			thread.shutdownNow();
		}
	}

	private LockTemplate instance() {
		LockTemplate instance = new LockTemplate(JdbcContract.store(SharedPostgres.source()), JdbcContract.SETTINGS,
				new ThreadRuntime(new SystemLockClock()), List.of());
		instance.start();
		this.instances.add(instance);
		return instance;
	}

}
