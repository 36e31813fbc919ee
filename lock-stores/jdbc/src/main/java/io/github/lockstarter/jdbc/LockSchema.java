package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Checks the tables of the locks, and creates them where they are missing and may be
 * created.
 */
final class LockSchema {

	private static final int ATTEMPTS = 3;

	private final Connection connection;

	private final Dialect dialect;

	private final JdbcSettings settings;

	LockSchema(Connection connection, Dialect dialect, JdbcSettings settings) {
		this.connection = connection;
		this.dialect = dialect;
		this.settings = settings;
	}

	void ensure() throws SQLException {
		SQLException notCreated = null;
		for (int attempt = 1;; attempt++) {
			try {
				look();
				return;
			}
			catch (SQLException ex) {
				if (!JdbcErrors.isLasting(ex)) {
					throw ex;
				}
				if (attempt == ATTEMPTS && notCreated != null) {
					throw notCreated;
				}
				if (!mayCreate() || attempt == ATTEMPTS) {
					throw JdbcErrors.unusableTables(this.settings.tablePrefix(), definitions(), ex);
				}
			}
			notCreated = create();
		}
	}

	Tables state() throws SQLException {
		try {
			look();
			return Tables.USABLE;
		}
		catch (SQLException ex) {
			return (JdbcErrors.isLasting(ex) && mayCreate()) ? Tables.TO_BE_MADE : Tables.UNUSABLE;
		}
	}

	private void look() throws SQLException {
		String prefix = this.settings.tablePrefix();
		execute("select id, name, version, lock_owner, lease_end, last_token, first_token, former_owner, handed_until, "
				+ "waiters, keep_until from " + prefix + " where 1 = 0");
		execute("select id, label, mail, seen from " + prefix + "_client where 1 = 0");
		execute("select id, client, body, sent from " + prefix + "_message where 1 = 0");
	}

	private boolean mayCreate() throws SQLException {
		return switch (this.settings.schema()) {
			case ALWAYS -> true;
			case NEVER -> false;
			case EMBEDDED -> isEmbedded(this.connection.getMetaData().getURL());
		};
	}

	static boolean isEmbedded(String url) {
		return url.startsWith("jdbc:h2:mem:") || url.startsWith("jdbc:hsqldb:mem:");
	}

	// Returns a failure that may pass. The next look says whether it matters: another
	// connection may have created the same at that moment, which some databases report as
	// an internal error.
	private @Nullable SQLException create() {
		SQLException failure = null;
		for (String definition : definitions()) {
			try {
				execute(definition);
			}
			catch (SQLException ex) {
				if (!JdbcErrors.isConflict(ex) && !JdbcErrors.isLasting(ex)) {
					failure = ex;
				}
			}
		}
		return failure;
	}

	List<String> definitions() {
		String prefix = this.settings.tablePrefix();
		String options = this.dialect.tableOptions();
		String index = prefix.substring(prefix.indexOf('.') + 1);
		return List.of("create table if not exists " + prefix + " (id varchar(64) not null primary key, "
				+ "name varchar(255) not null, version bigint not null, lock_owner varchar(100), lease_end bigint, "
				+ "last_token bigint not null, first_token bigint not null, former_owner varchar(100), "
				+ "handed_until bigint not null, waiters " + this.dialect.longText + ", keep_until bigint not null)"
				+ options,
				"create table if not exists " + prefix + "_client (id varchar(32) not null primary key, "
						+ "label varchar(255) not null, mail smallint not null, seen bigint not null)" + options,
				"create table if not exists " + prefix + "_message (id " + this.dialect.counter + " primary key, "
						+ "client varchar(32) not null, body varchar(500) not null, sent bigint not null)" + options,
				"create index " + ifNotExists() + index + "_keep on " + prefix + " (keep_until)",
				"create index " + ifNotExists() + index + "_mail on " + prefix + "_message (client)");
	}

	private String ifNotExists() {
		return (this.dialect == Dialect.MYSQL) ? "" : "if not exists ";
	}

	private void execute(String sql) throws SQLException {
		try (Statement statement = this.connection.createStatement()) {
			statement.execute(sql);
		}
	}

	/**
	 * The state of the tables: all there, created by the next connection, or left to an
	 * administrator.
	 */
	enum Tables {

		USABLE,

		TO_BE_MADE,

		UNUSABLE

	}

}
