package io.github.lockstarter.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The tables of the instances and of their messages, through one connection. For one
 * thread.
 */
final class ClientTables {

	private final Statements statements;

	private final Dialect dialect;

	private final String clients;

	private final String messages;

	ClientTables(Statements statements, Dialect dialect, String prefix) {
		this.statements = statements;
		this.dialect = dialect;
		this.clients = prefix + "_client";
		this.messages = prefix + "_message";
	}

	void announce(String client, String label, boolean mail) throws SQLException {
		PreparedStatement update = this.statements
			.prepare("update " + this.clients + " set seen = " + this.dialect.millis() + ", mail = ? where id = ?");
		update.setInt(1, mail ? 1 : 0);
		update.setString(2, client);
		if (update.executeUpdate() == 0) {
			PreparedStatement insert = this.statements.prepare("insert into " + this.clients
					+ " (id, label, mail, seen) values (?, ?, ?, " + this.dialect.millis() + ")");
			insert.setString(1, client);
			insert.setString(2, this.statements.readable(label));
			insert.setInt(3, mail ? 1 : 0);
			insert.executeUpdate();
		}
	}

	void leave(String client) throws SQLException {
		PreparedStatement update = this.statements.prepare("update " + this.clients + " set seen = 0 where id = ?");
		update.setString(1, client);
		update.executeUpdate();
		PreparedStatement delete = this.statements.prepare("delete from " + this.messages + " where client = ?");
		delete.setString(1, client);
		delete.executeUpdate();
	}

	@Nullable String label(String client) throws SQLException {
		PreparedStatement query = this.statements.prepare("select label from " + this.clients + " where id = ?");
		query.setString(1, client);
		try (ResultSet result = query.executeQuery()) {
			return result.next() ? result.getString(1) : null;
		}
	}

	// The row of an instance outlives it. If it is missing, the table was emptied and the
	// next heartbeat writes it again: until then the instance counts as present.
	Way way(String client, long silentMillis) throws SQLException {
		boolean postgres = this.dialect == Dialect.POSTGRESQL;
		PreparedStatement query = this.statements.prepare("select c.mail, n.micros / 1000 - c.seen, "
				+ (postgres ? "exists (select 1 from pg_stat_activity where application_name = ?)" : "1 = 0") + " from "
				+ this.dialect.clockTable("micros") + " left join " + this.clients + " c on c.id = ?");
		query.setString(1, postgres ? PostgresListener.applicationName(client) : client);
		if (postgres) {
			query.setString(2, client);
		}
		try (ResultSet result = query.executeQuery()) {
			result.next();
			boolean mail = result.getInt(1) != 0 || (result.wasNull() && !postgres);
			if (!mail) {
				return result.getBoolean(3) ? Way.NOTIFICATION : Way.NONE;
			}
			// Zero where there is no row.
			return (result.getLong(2) <= silentMillis) ? Way.MAIL : Way.NONE;
		}
	}

	void mail(String client, String text) throws SQLException {
		PreparedStatement insert = this.statements.prepare(
				"insert into " + this.messages + " (client, body, sent) values (?, ?, " + this.dialect.millis() + ")");
		insert.setString(1, client);
		insert.setString(2, text);
		insert.executeUpdate();
	}

	void tell(String channel, String text) throws SQLException {
		PreparedStatement query = this.statements.prepare("select pg_notify(?, ?)");
		query.setString(1, channel);
		query.setString(2, text);
		query.executeQuery().close();
	}

	List<String> collect(String client) throws SQLException {
		PreparedStatement query = this.statements
			.prepare("select id, body from " + this.messages + " where client = ? order by id");
		query.setString(1, client);
		List<Long> ids = new ArrayList<>();
		List<String> texts = new ArrayList<>();
		try (ResultSet result = query.executeQuery()) {
			while (result.next()) {
				ids.add(result.getLong(1));
				texts.add(result.getString(2));
			}
		}
		if (!ids.isEmpty()) {
			// By their ids: a message with a smaller id may become visible later.
			PreparedStatement delete = this.statements.prepare("delete from " + this.messages + " where id = ?");
			for (Long id : ids) {
				delete.setLong(1, id);
				delete.addBatch();
			}
			delete.executeBatch();
		}
		return texts;
	}

	void forget(long goneMillis) throws SQLException {
		forget(this.messages, "sent", goneMillis);
		forget(this.clients, "seen", goneMillis);
	}

	private void forget(String table, String column, long goneMillis) throws SQLException {
		PreparedStatement delete = this.statements
			.prepare("delete from " + table + " where " + column + " < " + this.dialect.millis() + " - ?");
		delete.setLong(1, goneMillis);
		delete.executeUpdate();
	}

	/**
	 * How an instance receives a message: not at all, by polling, or as a notification of
	 * PostgreSQL.
	 */
	enum Way {

		NONE,

		MAIL,

		NOTIFICATION

	}

}
