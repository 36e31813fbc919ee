package io.github.lockstarter.jdbc.autoconfigure;

import javax.sql.DataSource;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.autoconfigure.ConditionalOnLockStore;
import io.github.lockstarter.autoconfigure.InstanceLabel;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockProperties;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.jdbc.JdbcLockStore;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.store.LockStore;

/**
 * Auto-configuration of the store in a database. Backs off from the application's own
 * {@link LockStore} and {@link LockOperations}.
 */
@AutoConfiguration(before = LockAutoConfiguration.class,
		afterName = { "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
				"org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration" })
@ConditionalOnLockStore("jdbc")
@ConditionalOnMissingBean({ LockStore.class, LockOperations.class })
@EnableConfigurationProperties(JdbcLockProperties.class)
public final class JdbcLockAutoConfiguration {

	@Bean
	JdbcLockStore distributedLockStarterJdbcStore(JdbcLockProperties jdbc, LockProperties properties,
			LockSettings settings, LockRuntime runtime, @LockDataSource ObjectProvider<DataSource> lockDataSource,
			BeanFactory beans, Environment environment) {
		return new JdbcLockStore(LockDatabaseChoice.choose(jdbc, lockDataSource, beans, environment), jdbc.settings(),
				settings, properties.getKeyPrefix(), InstanceLabel.of(environment), runtime);
	}

}
