package io.github.lockstarter.jdbc;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreState.Link;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which connection does what, and in which order.
 */
class LockConnectionsTests {

	private static final String URL = "jdbc:h2:mem:connections;DB_CLOSE_DELAY=-1";

	private final ThreadRuntime runtime = new ThreadRuntime(new SystemLockClock());

	private final List<LockConnection> each = List.of(connection(), connection());

	private final LockConnections connections = new LockConnections(this.each, this.runtime.clock());

	private final CountDownLatch hanging = new CountDownLatch(1);

	private final Queue<Integer> done = new ConcurrentLinkedQueue<>();

	@BeforeEach
	void start() {
		this.connections.first().start();
		this.connections.startOthers();
		this.each.forEach((connection) -> connection.firstAttempt().join());
	}

	@AfterEach
	void stop() {
		this.hanging.countDown();
		this.connections.stop((tables) -> true);
	}

	@Test
	void whatHangsAboutOneRowDelaysNoOther() {
		this.connections.submit("row", (tables) -> hang(1));
		// each is given by who has just heard the answer to the one before
		for (int i = 0; i < 5_000; i++) {
			assertThat(join(this.connections.submit("other" + i, (tables) -> 2).toCompletableFuture())).isEqualTo(2);
		}
		assertThat(this.done).isEmpty();
	}

	@Test
	void commandsAboutOneRowAreDoneInTheirOrder() {
		this.connections.submit("row", (tables) -> hang(0));
		// both connections have something to do, and the other one less
		List<CompletableFuture<Boolean>> answers = IntStream.range(1, 50)
			.mapToObj((i) -> this.connections.submit("row", (tables) -> this.done.add(i)).toCompletableFuture())
			.toList();
		assertThat(join(this.connections.submit("other", (tables) -> 2).toCompletableFuture())).isEqualTo(2);
		assertThat(this.done).isEmpty();
		this.hanging.countDown();
		answers.forEach(LockConnectionsTests::join);
		assertThat(this.done).containsExactlyElementsOf(IntStream.range(0, 50).boxed().toList());
	}

	@Test
	void whatIsDoneAboutManyRowsLeavesOutThoseOfAnotherConnection() {
		this.connections.submit("row", (tables) -> hang(0));
		Set<String> rows = join(this.connections.submit(List.of("row", "other", "third"), (taken) -> (tables) -> taken)
			.toCompletableFuture());
		assertThat(rows).containsExactlyInAnyOrder("other", "third");
		this.connections.submit(List.of("other", "third"), (taken) -> (tables) -> hang(1));
		CompletableFuture<Boolean> after = this.connections.submit("third", (tables) -> this.done.add(2))
			.toCompletableFuture();
		this.hanging.countDown();
		join(after);
		assertThat(this.done).containsSubsequence(1, 2);
	}

	@Test
	void brokenConnectionGetsNothing() {
		LockConnection broken = this.each.get(0);
		stop(broken);
		assertThat(broken.link()).isNotEqualTo(Link.UP);
		assertThat(this.connections.link()).isNotEqualTo(Link.UP);
		for (int i = 0; i < 20; i++) {
			assertThat(join(this.connections.submit("row" + i, (tables) -> 2).toCompletableFuture())).isEqualTo(2);
		}
	}

	@Test
	void commandBehindABrokenConnectionMovesToAnotherOne() throws SQLException {
		EndedConnections away = new EndedConnections(new DriverConnections(URL, "sa", ""));
		LockConnection broken = connection(away);
		LockConnections both = new LockConnections(List.of(broken, this.each.get(0)), this.runtime.clock());
		broken.start();
		join(broken.firstAttempt());
		CompletableFuture<Boolean> onItsWay = both.<Boolean>submit("row", (tables) -> {
			hang(0);
			throw new SQLException("the connection is broken", "08006");
		}).toCompletableFuture();
		CompletableFuture<Boolean> behind = both.submit("row", (tables) -> this.done.add(1)).toCompletableFuture();
		CompletableFuture<Boolean> last = both.submit("row", (tables) -> this.done.add(2)).toCompletableFuture();
		away.shut();
		away.end();
		this.hanging.countDown();
		assertThat(onItsWay).failsWithin(Duration.ofSeconds(120));
		assertThat(join(behind)).isTrue();
		assertThat(join(last)).isTrue();
		assertThat(this.done).containsExactly(0, 1, 2);
		stop(broken);
	}

	/**
	 * As a driver that connects on a thread of its own, of which the machine has none.
	 */
	@Test
	void errorOfADriverIsNotTheEndOfAConnection() {
		AtomicInteger tries = new AtomicInteger();
		ConnectionSource source = new DriverConnections(URL, "sa", "");
		LockConnection connection = connection(new ConnectionSource() {

			@Override
			public Connection open(String user, Duration timeout) throws SQLException {
				if (tries.incrementAndGet() <= 2) {
					throw new OutOfMemoryError("unable to create native thread");
				}
				return source.open(user, timeout);
			}

			@Override
			public String address() {
				return source.address();
			}

		});
		connection.start();
		assertThat(String.valueOf(join(connection.firstAttempt()))).contains("native thread");
		Awaitility.await().until(() -> connection.link() == Link.UP);
		CompletableFuture<Boolean> broken = connection.<Boolean>submit((tables) -> {
			throw new OutOfMemoryError("Java heap space");
		}).toCompletableFuture();
		assertThat(broken).failsWithin(Duration.ofSeconds(120));
		assertThat(join(connection.submit((tables) -> 2).toCompletableFuture())).isEqualTo(2);
		stop(connection);
	}

	/**
	 * As a database that accepts and says nothing.
	 */
	@Test
	void allThatHangAreWaitedForTogether() {
		AtomicLong waited = new AtomicLong();
		LockRuntime waiting = (LockRuntime) Proxy.newProxyInstance(LockRuntime.class.getClassLoader(),
				new Class<?>[] { LockRuntime.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("awaitUninterruptibly")) {
						waited.addAndGet((long) arguments[1]);
						return false;
					}
					return method.invoke(this.runtime, arguments);
				});
		List<LockConnection> four = Stream.generate(() -> connection(new DriverConnections(URL, "sa", ""), waiting))
			.limit(4)
			.toList();
		four.forEach(LockConnection::start);
		four.forEach((connection) -> join(connection.firstAttempt()));
		four.forEach((connection) -> connection.submit((tables) -> hang(1)));
		new LockConnections(four, () -> new Moment(waited.get(), 0)).stop((tables) -> true);
		assertThat(waited).hasValue(TimeUnit.SECONDS.toNanos(1));
	}

	private static void stop(LockConnection connection) {
		connection.beginStop(null);
		connection.endStop(TimeUnit.SECONDS.toNanos(1));
	}

	private boolean hang(int number) {
		try {
			this.hanging.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		return this.done.add(number);
	}

	private static <T> T join(CompletableFuture<T> answer) {
		return answer.orTimeout(120, TimeUnit.SECONDS).join();
	}

	private LockConnection connection() {
		return connection(new DriverConnections(URL, "sa", ""));
	}

	private LockConnection connection(ConnectionSource source) {
		return connection(source, this.runtime);
	}

	private static LockConnection connection(ConnectionSource source, LockRuntime with) {
		return new LockConnection(source, "test", Duration.ofSeconds(5), with,
				(connection, dialect) -> new LockTables(connection, dialect, "none", 1_000), new Outages(() -> "H2"));
	}

}
