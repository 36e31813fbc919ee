package io.github.lockstarter.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.SessionQueueContract;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;

/**
 * The rules of a store of sessions, on a directory in memory.
 */
class SessionLockStoreContractTests extends SessionQueueContract {

	private final MemoryServer server = new MemoryServer();

	private final Map<LockStore, MemoryDirectory> directories = new HashMap<>();

	private Duration session = Duration.ofSeconds(45);

	@BeforeEach
	void session(TestInfo test) {
		if (test.getTestMethod().orElseThrow().getName().contains("HasStopped")) {
			this.session = Duration.ofSeconds(6);
		}
	}

	@Override
	protected LockStore store() {
		MemoryDirectory directory = this.server.directory(this.session);
		LockStore store = new SessionLockStore(directory,
				LockSettings.of((change) -> change.setLeaseTime(SessionLease.longest(this.session))), 0,
				new ThreadRuntime(new SystemLockClock()));
		this.directories.put(store, directory);
		return store;
	}

	@Override
	public long granted(long askedMillis) {
		return Math.min(askedMillis, SessionLease.longest(this.session).toMillis());
	}

	@Override
	protected OlderInstance older(String lock) {
		MemoryDirectory older = this.server.directory(this.session);
		Place own = this.server.take(older, lock, "older:1", PlaceKind.EXCLUSIVE, null, new ArrayList<>()).place();
		return new OlderInstance() {

			@Override
			public int position() {
				return SessionLockStoreContractTests.this.server.line(lock).indexOf(own);
			}

			@Override
			public void leave() {
				SessionLockStoreContractTests.this.server.end(older);
			}

		};
	}

	@Override
	public void endSession(LockStore store) {
		MemoryDirectory directory = this.directories.get(store);
		directory.over();
		directory.connected();
	}

}
