package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Iterator;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.store.Credentials;

/**
 * Opens connections to a JDBC URL.
 */
public final class DriverConnections implements ConnectionSource {

	private static final Logger logger = LoggerFactory.getLogger(DriverConnections.class);

	private final String url;

	private final Supplier<Credentials> credentials;

	/**
	 * Creates the source.
	 * @param url the JDBC URL
	 * @param username the user, or null
	 * @param password the password, or null
	 */
	public DriverConnections(String url, @Nullable String username, @Nullable String password) {
		this(url, () -> new Credentials(username, password));
	}

	/**
	 * Creates a source whose credentials may be rotated.
	 * @param url the JDBC URL
	 * @param credentials called for each connection
	 */
	public DriverConnections(String url, Supplier<Credentials> credentials) {
		this.url = url;
		this.credentials = credentials;
	}

	@Override
	public Connection open(String user, Duration timeout) throws SQLException {
		Properties properties = new Properties();
		Credentials now = this.credentials.get();
		if (now.username() != null) {
			properties.setProperty("user", now.username());
		}
		if (now.password() != null) {
			properties.setProperty("password", now.password());
		}
		String seconds = Long.toString(Math.max(timeout.toSeconds(), 1));
		if (this.url.startsWith("jdbc:postgresql:")) {
			properties.setProperty("ApplicationName", user);
			properties.setProperty("connectTimeout", seconds);
			properties.setProperty("loginTimeout", seconds);
			// Also bounds the thread on which the driver connects.
			properties.setProperty("socketTimeout", seconds);
			properties.setProperty("tcpKeepAlive", "true");
		}
		else if (isMySql(this.url)) {
			String millis = Long.toString(Math.max(timeout.toMillis(), 1));
			properties.setProperty("connectTimeout", millis);
			properties.setProperty("socketTimeout", millis);
			properties.setProperty("tcpKeepAlive", "true");
		}
		else if (this.url.matches("jdbc:h2:(tcp|ssl):(?i:(?!.*;NETWORK_TIMEOUT=)).*")) {
			// H2 has no other timeout, and the URL may set it only once.
			properties.setProperty("NETWORK_TIMEOUT", Long.toString(Math.max(timeout.toMillis(), 1)));
		}
		Connection connection = driver().connect(this.url, properties);
		if (connection == null) {
			throw new SQLException("the driver does not accept " + address(), "08001");
		}
		try {
			// The URL overrides the property.
			DataSourceConnections.name(connection, user);
			return connection;
		}
		catch (SQLException | RuntimeException | Error ex) {
			connection.close();
			throw ex;
		}
	}

	// Not DriverManager alone: it looks for drivers once in a JVM, in the class loader of
	// its first caller, which in a servlet container is not that of the application.
	private Driver driver() throws SQLException {
		try {
			return DriverManager.getDriver(this.url);
		}
		catch (SQLException ex) {
			Iterator<Driver> drivers = ServiceLoader.load(Driver.class, DriverConnections.class.getClassLoader())
				.iterator();
			for (Driver driver = next(drivers); driver != null; driver = next(drivers)) {
				if (driver.acceptsURL(this.url)) {
					return driver;
				}
			}
			throw ex;
		}
	}

	private static @Nullable Driver next(Iterator<Driver> drivers) {
		while (true) {
			try {
				return drivers.hasNext() ? drivers.next() : null;
			}
			catch (ServiceConfigurationError ex) {
				logger.trace("A driver cannot be created", ex);
			}
		}
	}

	@Override
	public String address() {
		return address(this.url);
	}

	// Removes secrets: "//user:password@host", and MySQL's "//a:b@one,c:d@two" and
	// "//(host=one,user=a,password=b)".
	static String address(String url) {
		String whole = url.startsWith("jdbc:") ? url.substring("jdbc:".length()) : url;
		// A password of MySQL may contain a semicolon.
		String marks = isMySql(url) ? "[?#]" : "[?;]";
		String address = whole.split(marks, 2)[0];
		int hosts = address.indexOf("//") + 2;
		if (hosts < 2) {
			return address;
		}
		String rest = address.substring(hosts).replaceFirst("^[^/@,(]*@", "");
		boolean cut = isMySql(url) && whole.indexOf('@', address.length()) >= 0;
		if (!cut && rest.matches("[^@(=;]*")) {
			return address.substring(0, hosts) + rest;
		}
		String name = (rest.lastIndexOf('/') >= 0) ? rest.substring(rest.lastIndexOf('/')) : "";
		return address.substring(0, hosts) + "..." + ((!cut && name.matches("[^@(=;,)]*")) ? name : "");
	}

	private static boolean isMySql(String url) {
		return url.startsWith("jdbc:mysql:") || url.startsWith("jdbc:mariadb:");
	}

}
