package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * Connections of an application that stands still before it sends a certain statement.
 */
final class HeldStatements implements ConnectionSource {

	private final ConnectionSource source;

	private final CountDownLatch held = new CountDownLatch(1);

	private final CountDownLatch goOn = new CountDownLatch(1);

	private volatile boolean holds;

	/**
	 * Creates them; nothing is held yet.
	 * @param source opens connections
	 * @param text what the statement begins with
	 */
	HeldStatements(ConnectionSource source, String text) {
		this.source = new WatchedConnections(source, (sql) -> {
			if (this.holds && sql.startsWith(text)) {
				this.held.countDown();
				this.goOn.await();
			}
		});
	}

	/**
	 * From now on it is held.
	 */
	void hold() {
		this.holds = true;
	}

	/**
	 * Waits until it is.
	 */
	void awaitHeld() throws InterruptedException {
		this.held.await();
	}

	void goOn() {
		this.holds = false;
		this.goOn.countDown();
	}

	@Override
	public Connection open(String user, Duration timeout) throws SQLException {
		return this.source.open(user, timeout);
	}

	@Override
	public String address() {
		return this.source.address();
	}

}
