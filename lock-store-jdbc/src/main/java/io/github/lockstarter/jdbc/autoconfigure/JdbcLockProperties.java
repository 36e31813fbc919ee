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
	 * JDBC URL of the database that keeps the locks. The one of the application's
	 * DataSource if nothing is said.
	 */
	private @Nullable String url;

	/**
	 * User of that database.
	 */
	private @Nullable String username;

	/**
	 * Password of that user.
	 */
	private @Nullable String password;

	/**
	 * What the names of the tables of the locks begin with, after a schema and a dot if
	 * there is one. All instances that share locks need the same.
	 */
	private String tablePrefix = "distributed_lock";

	/**
	 * When the tables are made: in a database in the memory of this JVM, at each start
	 * where they are missing, or never.
	 */
	private SchemaMode initializeSchema = SchemaMode.EMBEDDED;

	/**
	 * How many connections of their own the commands of the locks have. PostgreSQL needs
	 * one more, on which it tells waiters of their turn.
	 */
	private int connections = 2;

	/**
	 * How often an instance that waits for a lock looks for messages, in a database that
	 * cannot tell it.
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
