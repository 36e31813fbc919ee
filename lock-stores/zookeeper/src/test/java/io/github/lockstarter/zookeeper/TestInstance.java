package io.github.lockstarter.zookeeper;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.session.SessionLease;
import io.github.lockstarter.session.SessionLockStore;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.SystemLockClock;

/**
 * The store of one application instance, and what it is made of.
 *
 * @param directory where it has its places
 * @param store the store, not started
 * @param settings its settings
 * @param runtime its clocks and threads
 */
record TestInstance(ZooKeeperDirectory directory, SessionLockStore store, LockSettings settings, LockRuntime runtime) {

	static TestInstance of(String connectString, Duration session) {
		return of(connectString, session, new SystemLockClock());
	}

	static TestInstance of(String connectString, Duration session, LockClock clock) {
		ZooKeeperDirectory directory = new ZooKeeperDirectory(new ZooKeeperSettings(connectString, session), "lock",
				"test@host:1", clock);
		LockSettings settings = LockSettings.of((change) -> change.setLeaseTime(SessionLease.longest(session))
			.setWaitTime(Duration.ofMinutes(1))
			.setStartTimeout(Duration.ofSeconds(20)));
		LockRuntime runtime = new ThreadRuntime(clock);
		return new TestInstance(directory, new SessionLockStore(directory, settings, 0, runtime), settings, runtime);
	}

	/**
	 * The locks of the application, not started.
	 */
	LockTemplate locks() {
		return new LockTemplate(this.store, this.settings, this.runtime, List.of());
	}

	ZooKeeper client() {
		return Objects.requireNonNull(this.directory.handle().client());
	}

	/**
	 * Ends the session at the servers, as if nothing had been heard of it.
	 */
	void endSession(String connectString) {
		ZooKeeper client = client();
		CountDownLatch connected = new CountDownLatch(1);
		try (ZooKeeper same = new ZooKeeper(connectString, 120_000, (event) -> {
			if (event.getState() == KeeperState.SyncConnected) {
				connected.countDown();
			}
		}, client.getSessionId(), client.getSessionPasswd())) {
			if (!connected.await(120, TimeUnit.SECONDS)) {
				throw new IllegalStateException("Not connected");
			}
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
