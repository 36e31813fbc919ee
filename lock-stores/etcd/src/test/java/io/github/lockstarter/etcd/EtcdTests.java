package io.github.lockstarter.etcd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.session.http.Json;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.EtcdMembers;
import io.github.lockstarter.test.TestEtcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A real etcd, where there is one, with users and without its data.
 */
// an etcd is not on every machine; the default build has the model of one
@Tag("slow")
@Timeout(120)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class EtcdTests {

	private static final Duration SESSION = Duration.ofSeconds(18);

	private static EtcdMembers etcd;

	private final List<LockTemplate> applications = new ArrayList<>();

	@BeforeAll
	static void begin() {
		etcd = TestEtcd.start(1);
	}

	@AfterAll
	static void end() {
		if (etcd != null) {
			etcd.close();
		}
	}

	@AfterEach
	void stop() {
		this.applications.forEach(LockTemplate::stop);
	}

	private LockTemplate application(String user, String password) {
		LockTemplate locks = TestInstance
			.of(new EtcdSettings(etcd.endpoints(), SESSION, "/locks", user, password, null), new SystemLockClock())
			.locks();
		this.applications.add(locks);
		locks.start();
		return locks;
	}

	private static Json ask(String path, String body) {
		return TestInstance.ask(etcd.endpoints().get(0), path, body);
	}

	@Test
	@Order(1)
	void tokensFallWithAServerThatHasForgottenEverything() {
		LockTemplate locks = application(null, null);
		for (int i = 0; i < 20; i++) {
			locks.execute("job", Lease::fencingToken);
		}
		Lease lease = locks.acquire(LockRequest.of("job"));
		etcd.rebuild();
		Awaitility.await().until(() -> !lease.isHeld());
		long token = Awaitility.await()
			.ignoreException(LockUnavailableException.class)
			.until(() -> locks.execute("job", Lease::fencingToken), (next) -> next > 0);
		assertThat(token).as("documented").isLessThan(lease.fencingToken());
	}

	@Test
	@Order(2)
	void changesThatWereCompactedAreRead() {
		LockTemplate locks = application(null, null);
		LockTemplate other = application(null, null);
		for (int i = 0; i < 3; i++) {
			try (Lease lease = locks.acquire(LockRequest.of("job"))) {
				long revision = ask("kv/range", Requests.count("any")).at("header").at("revision").number();
				ask("kv/compaction", "{\"revision\":\"" + revision + "\"}");
			}
			try (Lease lease = other.acquire(LockRequest.of("job"))) {
				assertThat(lease.isHeld()).isTrue();
			}
		}
	}

	@Test
	@Order(3)
	void userHasToBeOneThatMayWriteBelowTheRoot() {
		ask("auth/user/add", "{\"name\":\"root\",\"password\":\"r\"}");
		ask("auth/role/add", "{\"name\":\"root\"}");
		ask("auth/user/grant", "{\"user\":\"root\",\"role\":\"root\"}");
		ask("auth/user/add", "{\"name\":\"none\",\"password\":\"n\"}");
		ask("auth/user/add", "{\"name\":\"app\",\"password\":\"a\"}");
		ask("auth/role/add", "{\"name\":\"locks\"}");
		ask("auth/role/grant", "{\"name\":\"locks\",\"perm\":{\"permType\":\"READWRITE\",\"key\":"
				+ Json.encoded("/locks/") + ",\"range_end\":" + Json.encoded("/locks0") + "}}");
		ask("auth/user/grant", "{\"user\":\"app\",\"role\":\"locks\"}");
		LockTemplate before = application("app", "a");
		Lease lease = before.acquire(LockRequest.of("before"));
		ask("auth/enable", "{}");
		try (Lease again = before.acquire(LockRequest.of("logs in now"))) {
			assertThat(again.isHeld()).isTrue();
			assertThat(lease.isHeld()).isTrue();
		}
		lease.close();

		LockTemplate locks = application("app", "a");
		LockTemplate next = application("app", "a");
		try (Lease first = locks.acquire(LockRequest.of("job"))) {
			assertThat(next.tryAcquire(LockRequest.of("job").waitTime(Duration.ZERO))).isEmpty();
			assertThat(first.isHeld()).isTrue();
		}
		refused("none", "n", "permission denied");
		refused("app", "wrong", "authentication failed, invalid user ID or password");
		refused(null, null, "user name is empty");

		// tokens are in the memory of a server
		etcd.kill(0);
		etcd.restart(0);
		assertThat(Awaitility.await()
			.ignoreException(LockUnavailableException.class)
			.until(() -> locks.execute("job", Lease::fencingToken), (token) -> token > 0)).isPositive();
	}

	private void refused(String user, String password, String why) {
		LockTemplate locks = application(user, password);
		// a busy machine may not know it yet
		Awaitility.await()
			.untilAsserted(() -> assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> locks.acquire(LockRequest.of("job").waitTime(Duration.ofMillis(200))))
				.withMessageContaining(why));
	}

}
