package io.github.lockstarter.jdbc.autoconfigure;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.jdbc.DriverConnections;
import io.github.lockstarter.jdbc.JdbcLockStore;
import io.github.lockstarter.jdbc.JdbcSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.store.LockStore;

/**
 * Locks in a second store, as docs/properties.md shows them.
 */
@Configuration(proxyBeanMethods = false)
class SecondStore {

	@Bean(defaultCandidate = false)
	@Qualifier("archive")
	LockTemplate archiveLocks(LockSettings settings, LockRuntime runtime) {
		DriverConnections archive = new DriverConnections("jdbc:h2:mem:archive;DB_CLOSE_DELAY=-1", "sa", "");
		LockStore store = new JdbcLockStore(archive, JdbcSettings.defaults(), settings, "archive", "shop-1", runtime);
		return new LockTemplate(store, settings, runtime);
	}

}
