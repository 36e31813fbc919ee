package io.github.lockstarter.testing;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.store.LockStore;

/**
 * What a module with a store brings. By its name it comes before the locks in memory.
 */
@AutoConfiguration(before = LockAutoConfiguration.class)
@ConditionalOnMissingBean({ LockStore.class, LockOperations.class })
public final class AStoreOfAModule {

	@Bean
	LockStore storeOfAModule() {
		throw new IllegalStateException("not to be created");
	}

}
