package io.github.lockstarter.consul;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

import io.github.lockstarter.core.SessionQueueContract;
import io.github.lockstarter.session.http.Json;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.text.Sha256;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The promises of the store, on any server.
 */
abstract class ConsulLockStoreContract extends SessionQueueContract {

	// For tests that wait until it has ended, which takes twice as long.
	private static final Duration SHORT = Duration.ofSeconds(4);

	// A test ends in less than a third of it: what is granted is exact. Others see two
	// thirds of a lease.
	private static final Duration LONG = Duration.ofSeconds(45);

	// For the test that takes longest.
	private static final Duration LONGEST = Duration.ofMinutes(4);

	private final Map<LockStore, TestInstance> instances = new HashMap<>();

	private Duration session = LONG;

	abstract String endpoint();

	@BeforeEach
	void session(TestInfo test) {
		String name = test.getTestMethod().orElseThrow().getName();
		this.session = name.contains("HasStopped") ? SHORT : name.contains("OfABatch") ? LONGEST : LONG;
	}

	@Override
	protected LockStore store() {
		TestInstance instance = TestInstance.of(this.session, endpoint());
		this.instances.put(instance.store(), instance);
		return instance.store();
	}

	@Test
	void kindIsTheNameByWhichItIsChosen() {
		assertThat(store().kind()).isEqualTo("consul");
	}

	@Override
	public long granted(long askedMillis) {
		return Math.min(askedMillis, this.session.toMillis() * 2 / 3);
	}

	@Override
	protected OlderInstance older(String lock) {
		ask("catalog/register", Operations.node("distributed-locks"));
		String session = ask("session/create", Operations.session("distributed-locks", 60, "older@host:1")).at("ID")
			.text();
		String places = "distributed-locks/locks/" + Sha256.of("lock", lock) + "/";
		String own = places + session + "-0";
		ask("txn", Operations.all(List.of(Operations.lock(own, session, "older:1\nolder@host:1\nlock:" + lock))));
		return new OlderInstance() {

			@Override
			public int position() {
				return ask("txn", Operations.all(List.of(Operations.tree(places)))).at("Results")
					.items()
					.stream()
					.map((found) -> found.at("KV"))
					.sorted(Comparator.comparingLong((found) -> found.at("CreateIndex").number()))
					.map((found) -> found.at("Key").text())
					.toList()
					.indexOf(own);
			}

			@Override
			public void leave() {
				ask("session/destroy/" + session, "");
			}

		};
	}

	private Json ask(String path, String body) {
		return Json.of(TestInstance.ask(endpoint(), "PUT", path, body));
	}

	@Override
	public void endSession(LockStore store) {
		this.instances.get(store).endSession(endpoint());
	}

}
