package io.github.lockstarter.jdbc.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.lockstarter.jdbc.JdbcSettings;
import io.github.lockstarter.jdbc.JdbcSettings.SchemaMode;

/**
 * The {@code distributed-lock.jdbc.*} properties.
 */
@ConfigurationProperties("distributed-lock.jdbc")
public class JdbcLockProperties {

	/**
	 * JDBC URL of the database that keeps the locks. Default: the database of the
	 * application's DataSource.
	 */
	private @Nullable String url;

	/**
	 * User name for that database.
	 */
	private @Nullable String username;

	/**
	 * Password for that database.
	 */
	private @Nullable String password;

	/**
	 * Prefix of the table names, optionally preceded by a schema and a dot. All instances
	 * that share locks need the same prefix.
	 */
	private String tablePrefix = "distributed_lock";

	/**
	 * When to create the tables: at startup in an in-memory database of this JVM, at each
	 * startup if they are missing, or never.
	 */
	private SchemaMode initializeSchema = SchemaMode.EMBEDDED;

	/**
	 * Number of connections for commands, in addition to the application's pool.
	 * PostgreSQL needs one more, on which it notifies waiters.
	 */
	private int connections = 2;

	/**
	 * How often an instance that waits for a lock polls for messages, in a database
	 * without notifications.
	 */
	private Duration pollInterval = Duration.ofMillis(20);

	public @Nullable String getUrl() {
		return this.url;
	}

	public void setUrl(@Nullable String url) {
		this.url = url;
	}

	public @Nullable String getUsername() {
		return this.username;
	}

	public void setUsername(@Nullable String username) {
		this.username = username;
	}

	public @Nullable String getPassword() {
		return this.password;
	}

	public void setPassword(@Nullable String password) {
		this.password = password;
	}

	public String getTablePrefix() {
		return this.tablePrefix;
	}

	public void setTablePrefix(String tablePrefix) {
		this.tablePrefix = tablePrefix;
	}

	public SchemaMode getInitializeSchema() {
		return this.initializeSchema;
	}

	public void setInitializeSchema(SchemaMode initializeSchema) {
		this.initializeSchema = initializeSchema;
	}

	public int getConnections() {
		return this.connections;
	}

	public void setConnections(int connections) {
		this.connections = connections;
	}

	public Duration getPollInterval() {
		return this.pollInterval;
	}

	public void setPollInterval(Duration pollInterval) {
		this.pollInterval = pollInterval;
	}

	JdbcSettings settings() {
		return new JdbcSettings(this.tablePrefix, this.initializeSchema, this.connections, this.pollInterval);
	}

}
