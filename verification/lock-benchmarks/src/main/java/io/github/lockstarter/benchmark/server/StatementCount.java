package io.github.lockstarter.benchmark.server;

/**
 * Counts statements of PostgreSQL by pg_stat_statements, those that begin and end a
 * transaction among them.
 */
public final class StatementCount implements AutoCloseable {

	private final MeasuredPostgres server;

	private long statements = -1;

	StatementCount(MeasuredPostgres server) {
		this.server = server;
	}

	/**
	 * Ends the count, the first time.
	 * @return how many statements there were
	 */
	public long stop() {
		if (this.statements < 0) {
			this.statements = this.server.stopCount();
		}
		return this.statements;
	}

	@Override
	public void close() {
		stop();
	}

}
