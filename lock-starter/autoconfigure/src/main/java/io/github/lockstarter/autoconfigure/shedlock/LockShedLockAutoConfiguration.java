package io.github.lockstarter.autoconfigure.shedlock;

import net.javacrumbs.shedlock.core.LockProvider;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.autoconfigure.async.LockAsyncAutoConfiguration;
import io.github.lockstarter.runtime.ReleaseDeferral;
import io.github.lockstarter.shedlock.LeaseLockProvider;

/**
 * Auto-configuration for a ShedLock {@link LockProvider} on {@link AsyncLockOperations}.
 * Backs off from the application's own {@link LockProvider}.
 */
@AutoConfiguration(after = LockAsyncAutoConfiguration.class)
@ConditionalOnClass(LockProvider.class)
public final class LockShedLockAutoConfiguration {

	@Bean
	@ConditionalOnBean(AsyncLockOperations.class)
	@ConditionalOnMissingBean(LockProvider.class)
	LeaseLockProvider distributedLockStarterLockProvider(AsyncLockOperations operations,
			ObjectProvider<ReleaseDeferral> deferral) {
		return new LeaseLockProvider(operations, deferral.getIfUnique(() -> ReleaseDeferral.NONE));
	}

}
