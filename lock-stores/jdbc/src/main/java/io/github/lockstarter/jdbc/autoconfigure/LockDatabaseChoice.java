package io.github.lockstarter.jdbc.autoconfigure;

import java.util.List;
import java.util.Objects;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import io.github.lockstarter.autoconfigure.CurrentCredentials;
import io.github.lockstarter.jdbc.ConnectionSource;
import io.github.lockstarter.jdbc.DataSourceConnections;
import io.github.lockstarter.jdbc.DriverConnections;
import io.github.lockstarter.store.Credentials;
import io.github.lockstarter.store.LockStartException;

/**
 * Chooses the database of the locks: the configured URL, the qualified {@code
 * DataSource}, or the application's database on connections outside its pool; credentials
 * are looked up for each connection, because they may be rotated.
 */
final class LockDatabaseChoice {

	private static final Logger logger = LoggerFactory.getLogger(LockDatabaseChoice.class);

	// In different packages in Spring Boot 4 and 3.
	private static final List<String> DETAILS = List.of(
			"org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails",
			"org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails");

	private LockDatabaseChoice() {
	}

	static ConnectionSource choose(JdbcLockProperties properties, ObjectProvider<DataSource> qualified,
			BeanFactory beans, Environment environment) {
		if (properties.getUrl() != null) {
			return new DriverConnections(properties.getUrl(),
					CurrentCredentials.ofProperties(
							() -> new Credentials(properties.getUsername(), properties.getPassword()), environment,
							"distributed-lock.jdbc"));
		}
		DataSource own = qualified.getIfAvailable();
		if (own != null) {
			return new DataSourceConnections(own);
		}
		Object details = details(beans);
		if (details == null) {
			throw noDatabase("there is neither distributed-lock.jdbc.url, nor a DataSource bean with "
					+ "@LockDataSource, nor a DataSource of Spring Boot's auto-configuration");
		}
		registerDriver(property(details, "getDriverClassName"));
		String url = Objects.requireNonNull(property(details, "getJdbcUrl"), "no URL");
		return new DriverConnections(url,
				CurrentCredentials
					.of(() -> new Credentials(property(details, "getUsername"), property(details, "getPassword")))
					.orElse(new PoolCredentials(beans, url)));
	}

	private static LockStartException noDatabase(String reason) {
		return new LockStartException("Distributed locks have no database of their own to connect to: " + reason,
				"Set distributed-lock.jdbc.url, with .username and .password, or spring.datasource.url. Or qualify a "
						+ "DataSource bean that has connections for the locks alone with @LockDataSource.");
	}

	// A driver that is named only by spring.datasource.driver-class-name registers itself
	// when its class is initialized.
	private static void registerDriver(@Nullable String className) {
		if (className != null) {
			try {
				Class.forName(className, true, LockDatabaseChoice.class.getClassLoader());
			}
			catch (ClassNotFoundException | LinkageError ex) {
				logger.debug("There is no driver " + className, ex);
			}
		}
	}

	private static @Nullable Object details(BeanFactory beans) {
		ClassLoader loader = LockDatabaseChoice.class.getClassLoader();
		return DETAILS.stream()
			.filter((name) -> ClassUtils.isPresent(name, loader))
			.map((name) -> beans.getBeanProvider(ClassUtils.resolveClassName(name, loader)).getIfUnique())
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	private static @Nullable String property(Object details, String getter) {
		try {
			// Of the interface: the class may not be public.
			return (String) ReflectionUtils.invokeMethod(
					Objects.requireNonNull(ReflectionUtils.findMethod(interfaceOf(details), getter)), details);
		}
		catch (RuntimeException ex) {
			throw noDatabase("the DataSource of Spring Boot has no usable connection details: " + ex.getMessage());
		}
	}

	private static Class<?> interfaceOf(Object details) {
		return ClassUtils.getAllInterfacesForClassAsSet(details.getClass())
			.stream()
			.filter((type) -> DETAILS.contains(type.getName()))
			.findFirst()
			.orElseThrow();
	}

}
