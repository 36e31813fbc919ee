package io.github.lockstarter.etcd;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

import io.github.lockstarter.core.SessionQueueContract;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.text.Sha256;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the store keeps, whatever answers.
 */
abstract class EtcdLockStoreContract extends SessionQueueContract {

	// For tests that wait until it is over.
	private static final Duration SHORT = Duration.ofSeconds(6);

	// A test is over in less than a third of it: what is granted is exact. Of a lease
	// others are told two thirds of it.
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
		assertThat(store().kind()).isEqualTo("etcd");
	}

	@Override
	public long granted(long askedMillis) {
		return Math.min(askedMillis, this.session.toMillis() * 2 / 3);
	}

	@Override
	protected OlderInstance older(String lock) {
		String lease = TestInstance.ask(endpoint(), "lease/grant", Requests.grant(60)).at("ID").text();
		String places = "/distributed-locks/locks/" + Sha256.of("lock", lock) + "/";
		String own = places + lease + "-0";
		TestInstance.ask(endpoint(), "kv/put", Requests.put(own, "older:1\nolder@host:1\nlock:" + lock, lease));
		return new OlderInstance() {

			@Override
			public int position() {
				return TestInstance.ask(endpoint(), "kv/range", Requests.all(places))
					.at("kvs")
					.items()
					.stream()
					.sorted(Comparator.comparingLong((found) -> found.at("create_revision").number()))
					.map((found) -> found.at("key").decoded())
					.toList()
					.indexOf(own);
			}

			@Override
			public void leave() {
				TestInstance.ask(endpoint(), "lease/revoke", Requests.lease(lease));
			}

		};
	}

	@Override
	public void endSession(LockStore store) {
		this.instances.get(store).endSession(endpoint());
	}

}
