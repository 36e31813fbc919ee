package io.github.lockstarter.jdbc;

import java.time.Duration;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;

/**
 * The program of the page "Without Spring".
 */
final class WithoutSpring {

	private WithoutSpring() {
	}

	public static void main(String[] args) {
		LockSettings settings = LockSettings.defaults();
		LockRuntime runtime = new ThreadRuntime(new SystemLockClock());
		ConnectionSource database = new DriverConnections("jdbc:h2:mem:shop", "sa", "");
		LockStore store = new JdbcLockStore(database, JdbcSettings.defaults(), settings, "shop", "shop-1", runtime);
		try (LockTemplate locks = new LockTemplate(store, settings, runtime)) {
			LockRequest order = LockRequest.of("order", "42").waitTime(Duration.ofSeconds(5));
			locks.executeWithoutResult(order,
					(lease) -> System.out.println("Holds " + lease.name() + " with token " + lease.fencingToken()));
		}
	}

}
