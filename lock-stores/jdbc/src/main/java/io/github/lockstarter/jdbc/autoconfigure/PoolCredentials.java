package io.github.lockstarter.jdbc.autoconfigure;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

import io.github.lockstarter.store.Credentials;

/**
 * The current credentials of the application's HikariCP pool: an application that rotates
 * its credentials passes them to the pool.
 */
final class PoolCredentials implements Supplier<@Nullable Credentials> {

	private static final Logger logger = LoggerFactory.getLogger(PoolCredentials.class);

	private static final boolean HIKARI = ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource",
			PoolCredentials.class.getClassLoader());

	private final BeanFactory beans;

	private final String url;

	// Only a pool for that URL: another one belongs to another database.
	PoolCredentials(BeanFactory beans, String url) {
		this.beans = beans;
		this.url = url;
	}

	@Override
	public @Nullable Credentials get() {
		if (!HIKARI || !(this.beans instanceof ConfigurableListableBeanFactory all)) {
			return null;
		}
		// A pool that is not created yet has no rotated credentials.
		return Arrays.stream(all.getBeanNamesForType(DataSource.class, true, false))
			.filter(all::containsSingleton)
			.map(all::getSingleton)
			.filter(DataSource.class::isInstance)
			.map((pool) -> Hikari.credentials((DataSource) pool, this.url))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	// Separate, because HikariCP may be absent.
	private static final class Hikari {

		private Hikari() {
		}

		static @Nullable Credentials credentials(DataSource dataSource, String url) {
			try {
				if (dataSource.isWrapperFor(HikariDataSource.class)) {
					HikariDataSource pool = dataSource.unwrap(HikariDataSource.class);
					return url.equals(pool.getJdbcUrl()) ? new Credentials(pool.getUsername(), pool.getPassword())
							: null;
				}
			}
			catch (SQLException | RuntimeException ex) {
				logger.trace("It does not say what it is made of", ex);
			}
			return null;
		}

	}

}
