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

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Connections of a JDBC URL.
 */
public final class DriverConnections implements ConnectionSource {

	private static final Log logger = LogFactory.getLog(DriverConnections.class);

	private final String url;

	private final @Nullable String username;

	private final @Nullable String password;

	/**
	 * Creates the source.
	 * @param url the JDBC URL
	 * @param username the user, or null
	 * @param password the password, or null
	 */
	public DriverConnections(String url, @Nullable String username, @Nullable String password) {
		this.url = url;
		this.username = username;
		this.password = password;
	}

	@Override
	public Connection open(String user, Duration timeout) throws SQLException {
		Properties properties = new Properties();
		if (this.username != null) {
			properties.setProperty("user", this.username);
		}
		if (this.password != null) {
			properties.setProperty("password", this.password);
		}
		boolean mysql = this.url.startsWith("jdbc:mysql:") || this.url.startsWith("jdbc:mariadb:");
		String seconds = Long.toString(Math.max(timeout.toSeconds(), 1));
		if (this.url.startsWith("jdbc:postgresql:")) {
			properties.setProperty("ApplicationName", user);
			properties.setProperty("connectTimeout", seconds);
			properties.setProperty("loginTimeout", seconds);
			// also for the thread on which the driver connects
			properties.setProperty("socketTimeout", seconds);
			properties.setProperty("tcpKeepAlive", "true");
		}
		else if (mysql) {
			String millis = Long.toString(Math.max(timeout.toMillis(), 1));
			properties.setProperty("connectTimeout", millis);
			properties.setProperty("socketTimeout", millis);
			properties.setProperty("tcpKeepAlive", "true");
		}
		else if (this.url.startsWith("jdbc:h2:tcp:") || this.url.startsWith("jdbc:h2:ssl:")) {
			// its connections have no other
			properties.setProperty("NETWORK_TIMEOUT", Long.toString(Math.max(timeout.toMillis(), 1)));
		}
		Connection connection = driver().connect(this.url, properties);
		if (connection == null) {
			throw new SQLException("the driver does not take " + address(), "08001");
		}
		if (!mysql) {
			DataSourceConnections.name(connection, user); // what the URL says beats the
															// property
		}
		return connection;
	}

	/**
	 * Not that of {@link DriverManager} alone: it looks for drivers once in a JVM, among
	 * the classes that its first caller sees, which in a servlet container are not those
	 * of the application.
	 */
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
				logger.trace("A driver that cannot be made", ex);
			}
		}
	}

	@Override
	public String address() {
		return address(this.url);
	}

	/**
	 * A JDBC URL for people, without what may be secret.
	 */
	static String address(String url) {
		int begin = url.startsWith("jdbc:") ? "jdbc:".length() : 0;
		int end = url.length();
		for (char mark : new char[] { '?', ';' }) {
			int at = url.indexOf(mark);
			end = (at >= 0) ? Math.min(end, at) : end;
		}
		String address = url.substring(begin, end);
		int hosts = address.indexOf("//") + 2;
		if (hosts < 2) {
			return address;
		}
		// jdbc:mysql://user:password@host/name
		String rest = address.substring(hosts).replaceFirst("^[^/@]*@", "");
		if (!rest.matches(".*[@(=].*")) {
			return address.substring(0, hosts) + rest;
		}
		// a:b@one,c:d@two/name, or (host=one,user=a,password=b)/name
		int name = rest.lastIndexOf('/');
		return address.substring(0, hosts) + "..."
				+ ((name >= 0 && !rest.substring(name).matches(".*[@(=].*")) ? rest.substring(name) : "");
	}

}
