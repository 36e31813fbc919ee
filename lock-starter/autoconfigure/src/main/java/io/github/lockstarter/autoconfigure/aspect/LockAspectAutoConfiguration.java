package io.github.lockstarter.autoconfigure.aspect;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.autoconfigure.LockProperties;

/**
 * Auto-configuration for methods annotated with {@link DistributedLocked}, without Redis.
 */
@AutoConfiguration
@EnableConfigurationProperties(LockProperties.class)
@Import({ LockedMethodsConfiguration.class, TransactionConfiguration.class, UnlockedMethodsConfiguration.class })
public final class LockAspectAutoConfiguration {

}
