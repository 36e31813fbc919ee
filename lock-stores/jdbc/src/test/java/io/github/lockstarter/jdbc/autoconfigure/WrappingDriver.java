package io.github.lockstarter.jdbc.autoconfigure;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;

import org.jspecify.annotations.Nullable;

/**
 * A driver around that of H2, which no file of services names.
 */
public class WrappingDriver implements Driver {

	private static final String WRAPPED = "jdbc:wrapped:";

	private final Driver driver = new org.h2.Driver();

	static {
		try {
			DriverManager.registerDriver(new WrappingDriver());
		}
		catch (SQLException ex) {
			throw new ExceptionInInitializerError(ex);
		}
	}

	@Override
	public @Nullable Connection connect(String url, Properties properties) throws SQLException {
		return acceptsURL(url) ? this.driver.connect(url.replace(WRAPPED, "jdbc:"), properties) : null;
	}

	@Override
	public boolean acceptsURL(String url) {
		return url.startsWith(WRAPPED);
	}

	@Override
	public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
		return new DriverPropertyInfo[0];
	}

	@Override
	public int getMajorVersion() {
		return 1;
	}

	@Override
	public int getMinorVersion() {
		return 0;
	}

	@Override
	public boolean jdbcCompliant() {
		return false;
	}

	@Override
	public Logger getParentLogger() {
		return Logger.getGlobal();
	}

}
