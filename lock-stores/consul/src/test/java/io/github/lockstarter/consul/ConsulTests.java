package io.github.lockstarter.consul;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.session.Place;
import io.github.lockstarter.session.PlaceKind;
import io.github.lockstarter.session.http.PlaceKeys;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.ConsulMembers;
import io.github.lockstarter.test.TestConsul;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A real Consul, if there is one, with rights.
 */
// Not every machine has a Consul; the default build has its model.
@Tag("slow")
@Timeout(120)
class ConsulTests {

	private static final Duration SESSION = Duration.ofSeconds(18);

	private static final String PREFIX = "key_prefix \"locks/\" { policy = \"write\" } ";

	private static final String SESSIONS = "session \"lock-node\" { policy = \"write\" } ";

	private static final String NODE = "node \"lock-node\" { policy = \"write\" } ";

	private static final Pattern SECRET = Pattern.compile("\"SecretID\":\\s*\"([^\"]+)\"");

	private static ConsulMembers consul;

	private static int policies;

	private final List<LockTemplate> applications = new ArrayList<>();

	@BeforeAll
	static void begin() {
		consul = TestConsul.startWithRights();
	}

	@AfterAll
	static void end() {
		if (consul != null) {
			consul.close();
		}
	}

	@AfterEach
	void stop() {
		this.applications.forEach(LockTemplate::stop);
	}

	private LockTemplate application(String token) {
		return application(token, SESSION);
	}

	private LockTemplate application(String token, Duration session) {
		LockTemplate locks = TestInstance
			.of(new ConsulSettings(consul.endpoints(), session, "locks", "lock-node", token, null, null),
					new SystemLockClock())
			.locks();
		this.applications.add(locks);
		locks.start();
		return locks;
	}

	private static String token(String rules) {
		String name = "policy-" + ++policies;
		consul.ask("PUT", "acl/policy",
				"{\"Name\":\"" + name + "\",\"Rules\":\"" + rules.replace("\"", "\\\"") + "\"}");
		String answer = consul.ask("PUT", "acl/token", "{\"Policies\":[{\"Name\":\"" + name + "\"}]}");
		Matcher secret = SECRET.matcher(answer);
		assertThat(secret.find()).as(answer).isTrue();
		return secret.group(1);
	}

	@Test
	void documentedRightsAreEnough() {
		LockTemplate locks = application(token(PREFIX + SESSIONS + NODE));
		LockTemplate next = application(token(PREFIX + SESSIONS));
		try (Lease first = locks.acquire(LockRequest.of("job"))) {
			assertThat(next.tryAcquire(LockRequest.of("job").waitTime(Duration.ZERO))).isEmpty();
			assertThat(first.isHeld()).isTrue();
		}
		assertThat(next.execute("job", Lease::fencingToken)).isPositive();
	}

	@Test
	void missingRightsAreNamed() {
		consul.ask("PUT", "catalog/deregister", "{\"Node\":\"lock-node\"}");
		refused(token(PREFIX + SESSIONS), "Missing node registration (the node distributed-lock.consul.node");
		refused(token(PREFIX + NODE), "Permission denied (the token must be allowed to create sessions");
		refused(token(SESSIONS + NODE), "Permission denied (the token must be allowed to write all keys below");
		refused("5b1b2c7e-0000-4d1b-9a44-0f6f2b7a1c11", "ACL not found (distributed-lock.consul.token)");
	}

	@Test
	void rightThatIsTakenAwayIsNoFreeLock() {
		String token = token(PREFIX + SESSIONS + NODE);
		String policy = "policy-" + policies;
		LockTemplate locks = application(token);
		LockTemplate other = application(token);
		Lease lease = locks.acquire(LockRequest.of("kept"));
		String id = consul.ask("GET", "acl/policy/name/" + policy, "")
			.replaceAll("(?s).*?\"ID\":\\s*\"([^\"]+)\".*", "$1");
		if (!id.matches("[0-9a-f-]{36}")) {
			id = consul.ask("GET", "acl/policies", "")
				.replaceAll("(?s).*\"ID\":\\s*\"([^\"]+)\",\\s*\"Name\":\\s*\"" + policy + "\".*", "$1");
		}
		String read = (PREFIX.replace("write", "deny") + SESSIONS + NODE).replace("\"", "\\\"");
		consul.ask("PUT", "acl/policy/" + id,
				"{\"ID\":\"" + id + "\",\"Name\":\"" + policy + "\",\"Rules\":\"" + read + "\"}");
		Awaitility.await()
			.untilAsserted(() -> assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> other.acquire(LockRequest.of("kept").waitTime(Duration.ZERO)))
				.withMessageContaining("distributed-lock.consul.root"));
		assertThat(lease.isHeld()).as("until its lease ends").isTrue();
	}

	@Test
	void ttlBelowTheMinimumOfTheServersStopsTheStart() {
		try (ConsulMembers strict = ConsulMembers.startStrict()) {
			strict.awaitAnswer();
			LockTemplate locks = TestInstance
				.of(new ConsulSettings(strict.endpoints(), Duration.ofSeconds(5)), new SystemLockClock())
				.locks();
			this.applications.add(locks);
			assertThatExceptionOfType(LockStartException.class).isThrownBy(locks::start)
				.withMessageContaining("distributed-lock.consul.session-ttl is 5s")
				.withMessageContaining("must be between [10s=24h0m0s]");
		}
	}

	@Test
	void restoredSnapshotEndsLocksThatAreNewerAndKeepsTheOthers() throws Exception {
		LockTemplate locks = application(ConsulMembers.MANAGEMENT_TOKEN);
		LockTemplate other = application(ConsulMembers.MANAGEMENT_TOKEN);
		Lease kept = locks.acquire(LockRequest.of("before the snapshot"));
		byte[] snapshot = snapshot("GET", BodyPublishers.noBody());
		Lease newer = locks.acquire(LockRequest.of("newer"));
		snapshot("PUT", BodyPublishers.ofByteArray(snapshot));
		Awaitility.await().until(() -> !newer.isHeld());
		assertThat(Awaitility.await()
			.ignoreException(LockUnavailableException.class)
			.until(() -> other.execute("newer", Lease::fencingToken), (token) -> token > 0)).as("indexes keep growing")
			.isGreaterThan(newer.fencingToken());
		assertThat(kept.isHeld()).isTrue();
		assertThat(other.tryAcquire(LockRequest.of("before the snapshot").waitTime(Duration.ZERO))).isEmpty();
		kept.close();
		assertThat(other.execute("before the snapshot", Lease::fencingToken)).isGreaterThan(kept.fencingToken());
	}

	@Test
	void placesThatWereLeftSinceARestoredSnapshotGoWithTheirSession() throws Exception {
		TestInstance instance = TestInstance.of(new ConsulSettings(consul.endpoints(), Duration.ofSeconds(6), "locks",
				"lock-node", ConsulMembers.MANAGEMENT_TOKEN, null, null), new SystemLockClock());
		LockTemplate locks = instance.locks();
		this.applications.add(locks);
		locks.start();
		LockTemplate other = application(ConsulMembers.MANAGEMENT_TOKEN);
		Lease left = locks.acquire(LockRequest.of("left since"));
		long fence = Objects.requireNonNull(instance.connection().session()).fence();
		byte[] snapshot = snapshot("GET", BodyPublishers.noBody());
		left.close();
		Awaitility.await().until(() -> Objects.requireNonNull(instance.connection().session()).fence() > fence);
		snapshot("PUT", BodyPublishers.ofByteArray(snapshot));
		long next = Awaitility.await()
			.ignoreException(LockUnavailableException.class)
			.until(() -> other.execute("left since", Lease::fencingToken), (token) -> token > 0);
		assertThat(next).isGreaterThan(left.fencingToken());
	}

	private static byte[] snapshot(String method, HttpRequest.BodyPublisher body) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(URI.create(consul.endpoints().get(0) + "/v1/snapshot"))
			.header("X-Consul-Token", ConsulMembers.MANAGEMENT_TOKEN)
			.method(method, body)
			.build();
		HttpResponse<byte[]> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofByteArray());
		assertThat(response.statusCode()).as(method).isEqualTo(200);
		return response.body();
	}

	@Test
	void nameOfFourThousandCharactersWithLineBreaksIsAName() {
		String name = "x/\u00e4\n".repeat(1_000);
		LockTemplate locks = application(ConsulMembers.MANAGEMENT_TOKEN);
		LockTemplate other = application(ConsulMembers.MANAGEMENT_TOKEN);
		try (Lease lease = locks.acquire(LockRequest.of(name))) {
			assertThat(lease.isHeld()).isTrue();
			assertThat(other.tryAcquire(LockRequest.of(name).waitTime(Duration.ZERO))).isEmpty();
		}
		assertThat(other.execute(name, Lease::fencingToken)).isPositive();
	}

	/**
	 * What the model of Consul claims.
	 */
	@Test
	void barsHaveIndexesOfTheirOwnAndAMissingPlaceIsNotLeft() {
		TestInstance instance = TestInstance.of(new ConsulSettings(consul.endpoints(), SESSION, "locks", "lock-node",
				ConsulMembers.MANAGEMENT_TOKEN, null, null), new SystemLockClock());
		LockTemplate locks = instance.locks();
		this.applications.add(locks);
		locks.start();
		Life life = Objects.requireNonNull(instance.connection().session());
		long begun = life.fence();
		answer(instance.directory().lineNow("bars"));
		long first = life.fence();
		answer(instance.directory().lineNow("bars"));
		assertThat(List.of(begun, first, life.fence())).isSorted().doesNotHaveDuplicates();
		Place place = answer(instance.directory().take("bars", "a:1", PlaceKind.EXCLUSIVE, null)).place();
		assertThat(answer(instance.directory().leave(place))).isTrue();
		assertThat(answer(instance.directory().leave(place))).isFalse();
		Place again = answer(instance.directory().take("bars", "a:2", PlaceKind.EXCLUSIVE, null)).place();
		assertThat(PlaceKeys.keyOf(again)).as("the same key").isEqualTo(PlaceKeys.keyOf(place));
		assertThat(PlaceKeys.numberOf(again)).isGreaterThan(PlaceKeys.numberOf(place));
	}

	private static <T> T answer(CompletionStage<T> stage) {
		return stage.toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
	}

	// A start waits while Consul refuses.
	private void refused(String token, String why) {
		TestInstance instance = TestInstance.of(
				new ConsulSettings(consul.endpoints(), SESSION, "locks", "lock-node", token, null, null),
				new SystemLockClock());
		LockTemplate locks = instance.locks();
		this.applications.add(locks);
		Thread start = new Thread(locks::start);
		start.setDaemon(true);
		start.start();
		Awaitility.await().until(() -> String.valueOf(instance.directory().state().trouble()).contains(why));
	}

}
