package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.jdbc.JdbcSettings.SchemaMode;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.TestPostgres;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Connections to PostgreSQL that are quiet, and that the server or a firewall ends.
 */
@Tag("gate")
class PostgresQuietConnectionsIntegrationTests {

	private static final String NAME = "application_name like 'distributed-lock%'";

	private static final Duration WAIT = Duration.ofMinutes(1);

	private static TestPostgres postgres;

	private final SetClock clock = new SetClock();

	private final FaultProxy proxy = FaultProxy.to("localhost", postgres.port());

	private LockTemplate locks;

	private JdbcLockStore store;

	@BeforeAll
	static void begin() {
		postgres = TestPostgres.start(Map.of());
	}

	@AfterAll
	static void end() {
		postgres.close();
	}

	@AfterEach
	void stop() {
		this.locks.stop();
		this.proxy.close();
		postgres.execute("alter role postgres reset idle_session_timeout");
	}

	@Test
	void callsWithoutAWaitSucceedAfterTheServerHasClosedAll() throws Exception {
		postgres.execute("alter role postgres set idle_session_timeout = '700ms'");
		// a server that has closed a connection says so at once; a busy machine takes its
		// time
		start(postgres.url(), Duration.ofSeconds(5));
		for (int i = 1; i <= 3; i++) {
			Awaitility.await().until(() -> count("application_name = 'distributed-lock commands'") == 0);
			assertThat(SimultaneousCalls.failures(this.locks, Duration.ZERO)).as("time " + i).isEmpty();
		}
	}

	@Test
	void callsWaitForAnotherConnectionAfterAFirewallHasForgottenAll() throws Exception {
		start(throughProxy());
		for (int i = 1; i <= 3; i++) {
			this.clock.pass(Duration.ofSeconds(10));
			this.proxy.forget();
			assertThat(SimultaneousCalls.failures(this.locks, WAIT)).as("time " + i).isEmpty();
		}
	}

	@Test
	void waiterIsNotifiedAgainAfterAFirewallHasForgottenTheConnectionForMessages() {
		start(throughProxy());
		this.proxy.forget();
		Awaitility.await().until(() -> !this.store.isPushAvailable("any"));
		Awaitility.await().until(() -> this.store.isPushAvailable("any"));
	}

	/**
	 * The heartbeats are five seconds apart.
	 */
	@Test
	@Tag("slow")
	void firewallThatForgetsQuietConnectionsForgetsNone() throws Exception {
		this.proxy.forgetAfter(Duration.ofSeconds(9));
		start(throughProxy());
		long begin = System.nanoTime();
		Awaitility.await().until(() -> System.nanoTime() - begin > Duration.ofSeconds(20).toNanos());
		assertThat(SimultaneousCalls.failures(this.locks, Duration.ZERO)).isEmpty();
		assertThat(this.proxy.affected()).isZero();
	}

	private String throughProxy() {
		return postgres.url().replace(":" + postgres.port() + "/", ":" + this.proxy.port() + "/");
	}

	private void start(String url) {
		start(url, Duration.ofSeconds(1));
	}

	private void start(String url, Duration commandTimeout) {
		LockSettings settings = LockSettings
			.of((change) -> change.setStartTimeout(Duration.ofMinutes(1)).setCommandTimeout(commandTimeout));
		ThreadRuntime runtime = new ThreadRuntime(this.clock);
		this.store = new JdbcLockStore(new DriverConnections(url, "postgres", "postgres"),
				new JdbcSettings("distributed_lock", SchemaMode.ALWAYS, 4, Duration.ofMillis(20)), settings, "lock",
				"test", runtime);
		this.locks = new LockTemplate(this.store, settings, runtime, List.of());
		this.locks.start();
		Awaitility.await().until(() -> this.store.isPushAvailable("any") && count(NAME) == 5);
	}

	private static int count(String condition) {
		return Integer.parseInt(postgres.text("select count(*) from pg_stat_activity where " + condition));
	}

}
