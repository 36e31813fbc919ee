package io.github.lockstarter.autoconfigure;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

import net.javacrumbs.shedlock.core.LockProvider;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.LockRegistry;

import io.github.lockstarter.autoconfigure.async.LockAsyncAutoConfiguration;
import io.github.lockstarter.autoconfigure.integration.LockIntegrationAutoConfiguration;
import io.github.lockstarter.autoconfigure.shedlock.LockShedLockAutoConfiguration;
import io.github.lockstarter.integration.LeaseLockRegistry;
import io.github.lockstarter.shedlock.LeaseLockProvider;
import io.github.lockstarter.store.LockStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications with and without the libraries whose interfaces the locks serve.
 */
class OptionalAdaptersTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAsyncAutoConfiguration.class,
				LockIntegrationAutoConfiguration.class, LockShedLockAutoConfiguration.class));

	private final ApplicationContextRunner withLocks = this.runner.withBean(LockStore.class,
			() -> new ObjectingStore().store());

	@Test
	void applicationGetsTheAdaptersOfTheLibrariesThatItHas() {
		this.withLocks.withBean(Election.class).run((context) -> {
			assertThat(context).hasNotFailed()
				.hasSingleBean(LeaseLockRegistry.class)
				.hasSingleBean(LeaseLockProvider.class);
			// the registry is one of distributed locks
			DistributedLock lock = context.getBean(Election.class).locks.obtain("leader");
			assertThat(lock).isEqualTo(context.getBean(LeaseLockRegistry.class).obtain("leader"));
		});
	}

	@Test
	void applicationWithoutSpringIntegrationStarts() {
		this.withLocks.withClassLoader(new FilteredClassLoader("org.springframework.integration"))
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean("distributedLockStarterLockRegistry")
				.hasSingleBean(LeaseLockProvider.class));
	}

	@Test
	void applicationWithoutShedLockStarts() {
		this.withLocks.withClassLoader(new FilteredClassLoader("net.javacrumbs.shedlock"))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(LeaseLockRegistry.class)
				.doesNotHaveBean("distributedLockStarterLockProvider"));
	}

	@Test
	void applicationWithoutLocksGetsNoAdapters() {
		this.runner.run((context) -> assertThat(context).hasNotFailed()
			.doesNotHaveBean(LockRegistry.class)
			.doesNotHaveBean(LockProvider.class));
	}

	@Test
	void adaptersBackOffFromThoseOfTheApplication() {
		this.withLocks.withBean(LockRegistry.class, () -> (key) -> new ReentrantLock())
			.withBean(LockProvider.class, () -> (configuration) -> Optional.empty())
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(LeaseLockRegistry.class)
				.doesNotHaveBean(LeaseLockProvider.class));
	}

	static class Election {

		private final LockRegistry<DistributedLock> locks;

		Election(LockRegistry<DistributedLock> locks) {
			this.locks = locks;
		}

	}

}
