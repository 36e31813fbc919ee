package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.FaultProxy.Flow;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A subscription is renewed because messages seem to be lost; they may well arrive.
 */
@Timeout(120)
class RenewedSubscriptionIntegrationTests {

	private static final String NAME = "renewed-subscription";

	private static TestRedis redis;

	@BeforeAll
	static void start() {
		redis = TestRedis.start();
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	@Test
	void waiterIsReachedUntilTheNewSubscriptionStands() throws Exception {
		try (FaultProxy proxy = FaultProxy.to(redis.host(), redis.port());
				LockInstance holder = LockInstance.on(redis);
				LockInstance waiter = through(proxy)) {
			Lease held = holder.locks().acquire(LockRequest.of(NAME));
			CompletableFuture<Lease> waiting = waiter.acquiring(LockRequest.of(NAME).waitTime(Duration.ofMinutes(1)));
			holder.awaitWaiters(NAME, 1);
			// no new connection comes to stand, and no question arrives
			proxy.requests(Flow.HOLD);
			waiter.store().resubscribe(NAME);
			held.close();
			Lease handedOver = waiting.get(120, TimeUnit.SECONDS);
			proxy.requests(Flow.PASS);
			handedOver.close();
		}
	}

	@Test
	void oneSubscriptionIsLeftAndItIsAnotherOne() {
		try (LockInstance instance = LockInstance.on(redis)) {
			List<Object> before = subscribers();
			assertThat(before).hasSize(1);
			instance.store().resubscribe(NAME);
			Awaitility.await()
				.untilAsserted(() -> assertThat(subscribers()).hasSize(1).doesNotContainAnyElementsOf(before));
			// the server knows of the subscription before its answer is here
			Awaitility.await().until(() -> instance.store().isPushAvailable(NAME));
		}
	}

	@Test
	void subscriptionThatCannotBeRenewedStaysAndItsWaitersKeepTheirPlaces() throws Exception {
		String name = NAME + ":fair";
		LockRequest fair = LockRequest.of(name).fair(true).waitTime(Duration.ofMinutes(1));
		Queue<String> served = new ConcurrentLinkedQueue<>();
		try (LockInstance holder = LockInstance.on(redis);
				LockInstance first = LockInstance.on(redis);
				LockInstance second = LockInstance.on(redis)) {
			Lease held = holder.locks().acquire(fair);
			List<Object> subscribers = subscribers();
			CompletableFuture<Void> one = first.acquiring(fair).thenAccept((lease) -> serve(lease, "first", served));
			holder.awaitWaiters(name, 1);
			CompletableFuture<Void> other = second.acquiring(fair)
				.thenAccept((lease) -> serve(lease, "second", served));
			holder.awaitWaiters(name, 2);
			long connections = connections();
			redis.cli("ACL", "LOG", "RESET");
			redis.cli("ACL", "SETUSER", "default", "-subscribe");
			first.store().resubscribe(NAME);
			Awaitility.await().until(() -> redis.cli("ACL", "LOG").toString().contains("subscribe"));
			// the connection that could not subscribe is gone again
			Awaitility.await().until(() -> connections() == connections);
			assertThat(subscribers()).containsExactlyInAnyOrderElementsOf(subscribers);
			assertThat(first.store().isPushAvailable(NAME)).isTrue();
			held.close();
			CompletableFuture.allOf(one, other).get(120, TimeUnit.SECONDS);
			assertThat(served).containsExactly("first", "second");
		}
		finally {
			redis.cli("ACL", "SETUSER", "default", "+subscribe");
		}
	}

	private static void serve(Lease lease, String who, Queue<String> served) {
		served.add(who);
		lease.close();
	}

	private static long connections() {
		return ((String) redis.cli("CLIENT", "LIST")).lines().count();
	}

	@Test
	void copyOfAGrantIsNotHeard() {
		PushDialect.Copies copies = new PushDialect.Copies();
		assertThat(isFirst(copies, "GRANT a:1 0 5 9 500 lock:a")).isTrue();
		assertThat(isFirst(copies, "GRANT a:2 0 10 14 500 lock:a")).isTrue();
		assertThat(isFirst(copies, "GRANT a:1 0 5 9 500 lock:a")).isFalse();
	}

	@Test
	void hintsThatAreAlikeAreAllHeard() {
		PushDialect.Copies copies = new PushDialect.Copies();
		assertThat(isFirst(copies, "HINT a:1 7 0 0 0 lock:a")).isTrue();
		assertThat(isFirst(copies, "HINT a:1 7 0 0 0 lock:a")).isTrue();
	}

	private static boolean isFirst(PushDialect.Copies copies, String text) {
		return copies.isFirst(PushDialect.read(text, ""), text);
	}

	private static LockInstance through(FaultProxy proxy) {
		return LockInstance.on("127.0.0.1", proxy.port(), LockInstance.DEFAULTS, new SystemLockClock());
	}

	/**
	 * The ids of the connections that are subscribed.
	 */
	private static List<Object> subscribers() {
		return ((String) redis.cli("CLIENT", "LIST", "TYPE", "pubsub")).lines()
			.filter((line) -> line.startsWith("id="))
			.map((line) -> (Object) line.substring(0, line.indexOf(' ')))
			.toList();
	}

}
