package io.github.lockstarter.redis;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DnsResolver;
import io.lettuce.core.resource.SocketAddressResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A name that leads elsewhere from one moment on, while all connections stand.
 */
@Timeout(180)
@Tag("gate")
class MovingNameIntegrationTests {

	// Nothing is renewed within a test, unless there is a reason.
	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofMinutes(20)));

	private static final String NAME = "named";

	private volatile int port;

	// Whether a look-up finds an address that no connection is made to.
	private volatile boolean other;

	private final AtomicInteger looks = new AtomicInteger();

	private final ClientResources resources = ClientResources.builder()
		.socketAddressResolver(new SocketAddressResolver(DnsResolver.unresolved()) {

			@Override
			public SocketAddress resolve(RedisURI uri) {
				if (Thread.currentThread().getName().contains("distributed-lock-names")) {
					MovingNameIntegrationTests.this.looks.incrementAndGet();
					if (MovingNameIntegrationTests.this.other) {
						return new InetSocketAddress("127.0.0.2", 6379);
					}
				}
				return new InetSocketAddress("127.0.0.1", MovingNameIntegrationTests.this.port);
			}

		})
		.build();

	private TestRedis former;

	private TestRedis next;

	private LockInstance instance;

	@BeforeEach
	void start() {
		this.former = TestRedis.start();
		this.next = TestRedis.startReplicaOf(this.former);
		this.port = this.former.port();
		this.instance = LockInstance.on(
				new LettuceConnectionFactory(new RedisStandaloneConfiguration("locks.test", 6379),
						LettuceClientConfiguration.builder().clientName(NAME).clientResources(this.resources).build()),
				SETTINGS, new SystemLockClock());
	}

	@AfterEach
	void stop() {
		this.instance.close();
		this.next.close();
		this.former.close();
		this.resources.shutdown(0, 1, TimeUnit.SECONDS);
	}

	@Test
	void itIsFollowedToAMaster() {
		Lease lease = this.instance.locks().acquire(LockRequest.of("moved"));
		WatchedRedis.await().until(() -> this.next.cli("HGET", "lock:moved", "x") != null);
		String end = String.valueOf(this.next.cli("HGET", "lock:moved", "x"));
		List<String> before = standing();
		this.port = this.next.port();
		// it is tried there, again and again
		WatchedRedis.await().until(() -> handshakes(this.next) > 1);
		assertThat(connections(this.former)).containsAll(before);
		this.next.cli("REPLICAOF", "NO", "ONE");
		awaitAllAtTheNext();
		WatchedRedis.await().until(() -> !end.equals(this.next.cli("HGET", "lock:moved", "x")));
		assertThat(lease.isHeld()).isTrue();
		lease.close();
	}

	/**
	 * A replica keeps who listens there, and its messages are not those of the master.
	 */
	@Test
	void messagesComeFromWhereCommandsAreSent() {
		sendCommandsToTheNext();
		awaitAllAtTheNext();
	}

	@Test
	void messagesThatComeFromElsewhereAreLeft() {
		sendCommandsToTheNext();
		WatchedRedis.await()
			.until(() -> WatchedRedis.connections(this.next, NAME) == 2 && find(this.next, " sub=1 ").isPresent());
		// for a moment the name leads back
		long met = handshakes(this.former);
		this.port = this.former.port();
		kill(this.next, " sub=1 ");
		WatchedRedis.await().until(() -> handshakes(this.former) > met);
		this.port = this.next.port();
		awaitAllAtTheNext();
	}

	/**
	 * The name leads to another master, and the connection for commands is made anew
	 * before somebody looks where it leads.
	 */
	private void sendCommandsToTheNext() {
		standing();
		this.next.cli("REPLICAOF", "NO", "ONE");
		this.port = this.next.port();
		kill(this.former, " sub=0 ");
	}

	private void awaitAllAtTheNext() {
		WatchedRedis.await().untilAsserted(() -> {
			assertThat(WatchedRedis.connections(this.next, NAME)).isEqualTo(2);
			assertThat(connections(this.former)).isEmpty();
		});
	}

	private static void kill(TestRedis redis, String which) {
		redis.cli("CLIENT", "KILL", "ID", find(redis, which).orElseThrow());
	}

	private static Optional<String> find(TestRedis redis, String which) {
		return String.valueOf(redis.cli("CLIENT", "LIST"))
			.lines()
			.filter((line) -> line.contains(" name=" + NAME + " ") && line.contains(which))
			.map((line) -> line.substring("id=".length(), line.indexOf(' ')))
			.findFirst();
	}

	@Test
	void itIsNotFollowedToAnotherAddressOfTheSameServer() {
		List<String> before = standing();
		long met = handshakes(this.former);
		try (FaultProxy one = FaultProxy.to(this.former.host(), this.former.port());
				FaultProxy other = FaultProxy.to(this.former.host(), this.former.port())) {
			this.port = one.port();
			WatchedRedis.await().until(() -> handshakes(this.former) > met);
			this.port = other.port();
			WatchedRedis.await().until(() -> handshakes(this.former) > met + 1);
			WatchedRedis.await()
				.untilAsserted(() -> assertThat(connections(this.former)).containsExactlyElementsOf(before));
		}
	}

	/**
	 * Such as the IPv6 one, where the resolver prefers IPv4.
	 */
	@Test
	@Tag("slow")
	void addressThatNoConnectionIsMadeToIsTriedLessAndLessOften() {
		standing();
		this.other = true;
		int before = this.looks.get();
		long met = handshakes(this.former);
		WatchedRedis.await().until(() -> this.looks.get() >= before + 12);
		assertThat(handshakes(this.former) - met).isBetween(2L, 6L);
	}

	/**
	 * How many connections clients have made.
	 */
	private static long handshakes(TestRedis redis) {
		String hello = redis.info("commandstats").getOrDefault("cmdstat_hello", "calls=0,");
		return Long.parseLong(hello.substring("calls=".length(), hello.indexOf(',')));
	}

	/**
	 * The connection of commands and the one of messages, without one that tries where
	 * the name leads.
	 */
	private List<String> standing() {
		WatchedRedis.await()
			.until(() -> String.valueOf(this.former.cli("CLIENT", "LIST"))
				.lines()
				.anyMatch((line) -> line.contains(" name=" + NAME + " ") && !line.contains(" sub=0 ")));
		return WatchedRedis.await().until(() -> connections(this.former), (connections) -> connections.size() == 2);
	}

	private static List<String> connections(TestRedis redis) {
		return String.valueOf(redis.cli("CLIENT", "LIST"))
			.lines()
			.filter((line) -> line.contains(" name=" + NAME + " "))
			.map((line) -> line.substring(0, line.indexOf(' ')))
			.toList();
	}

}
