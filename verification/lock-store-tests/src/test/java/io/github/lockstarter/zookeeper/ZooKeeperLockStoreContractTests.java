package io.github.lockstarter.zookeeper;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

import io.github.lockstarter.core.SessionQueueContract;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.test.TestZooKeeper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The store on a real server.
 */
// the contract runs on sessions in memory in each build
@Tag("slow")
class ZooKeeperLockStoreContractTests extends SessionQueueContract {

	// For tests that wait until it is over.
	private static final Duration SHORT = Duration.ofSeconds(6);

	// A test is over in less than a third of it: what is granted is exact. Of a lease
	// others are told two thirds of it.
	private static final Duration LONG = Duration.ofSeconds(45);

	// For the test that takes longest.
	private static final Duration LONGEST = Duration.ofMinutes(4);

	private static TestZooKeeper server;

	private final Map<LockStore, TestInstance> instances = new HashMap<>();

	private Duration session = LONG;

	@BeforeAll
	static void begin() {
		server = TestZooKeeper.start(1, 250, LONGEST);
	}

	@AfterAll
	static void end() {
		server.close();
	}

	@BeforeEach
	void session(TestInfo test) {
		String name = test.getTestMethod().orElseThrow().getName();
		this.session = name.contains("HasStopped") ? SHORT : name.contains("OfABatch") ? LONGEST : LONG;
	}

	@Override
	protected LockStore store() {
		TestInstance instance = TestInstance.of(server.connectString(), this.session);
		this.instances.put(instance.store(), instance);
		return instance.store();
	}

	@Test
	void kindIsTheNameByWhichItIsChosen() {
		assertThat(store().kind()).isEqualTo("zookeeper");
	}

	@Override
	public long granted(long askedMillis) {
		return Math.min(askedMillis, this.session.toMillis() * 2 / 3);
	}

	@Override
	protected OlderInstance older(String lock) {
		OlderPlace place = OlderPlace.take(server.connectString(), lock);
		return new OlderInstance() {

			@Override
			public int position() {
				return place.position();
			}

			@Override
			public void leave() {
				place.leave();
			}

		};
	}

	@Override
	public void endSession(LockStore store) {
		this.instances.get(store).endSession(server.connectString());
	}

}
