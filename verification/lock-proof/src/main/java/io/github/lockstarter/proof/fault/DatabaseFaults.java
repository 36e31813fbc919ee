package io.github.lockstarter.proof.fault;

import java.util.List;
import java.util.Random;
import java.util.Set;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.Target;

/**
 * Faults of a database.
 */
public final class DatabaseFaults implements Faults {

	// Longer than what lies between two renewals, and than a lease.
	private static final int LONGEST_MILLIS = 4_000;

	private static final String OF_LOCKS = "application_name like 'distributed-lock%'";

	private static final String LISTENERS = OF_LOCKS + " and application_name <> 'distributed-lock commands'";

	private final DatabaseServer server;

	private final List<String> users;

	private final FaultLog log;

	private final Random random;

	private final List<FaultKind> choices;

	/**
	 * Creates the faults.
	 * @param server the server
	 * @param users the users that the clients are there
	 * @param log where they are written down
	 * @param seed decides about them
	 * @param kinds which may be chosen
	 */
	public DatabaseFaults(DatabaseServer server, List<String> users, FaultLog log, long seed, Set<FaultKind> kinds) {
		this.server = server;
		this.users = users;
		this.log = log;
		this.random = new Random(seed);
		this.choices = FaultKind.choices(kinds, Target.DATABASE);
	}

	@Override
	public boolean isEmpty() {
		return this.choices.isEmpty();
	}

	@Override
	public long restMillis() {
		return 300 + this.random.nextInt(2_000);
	}

	@Override
	public void inject() throws InterruptedException {
		FaultKind kind = this.choices.get(this.random.nextInt(this.choices.size()));
		String user = this.users.get(this.random.nextInt(this.users.size()));
		long begin = System.nanoTime();
		boolean seen = false;
		try {
			seen = inject(kind, user);
		}
		finally {
			this.log.over(kind, (kind == FaultKind.DATABASE_FULL) ? user : null, begin, seen);
		}
	}

	private boolean inject(FaultKind kind, String user) throws InterruptedException {
		return switch (kind) {
			case BACKENDS_KILLED -> terminate((this.random.nextInt(3) > 0) ? OF_LOCKS : LISTENERS);
			case DATABASE_PAUSED -> pause();
			case DATABASE_CRASHED -> crash();
			case DATABASE_READS_ONLY -> refuseWrites();
			case DATABASE_FULL -> refuseConnections(user);
			default -> throw new IllegalArgumentException(kind + " is no fault of a database");
		};
	}

	private boolean terminate(String which) {
		return Integer.parseInt(
				this.server.text("select count(pg_terminate_backend(pid)) from pg_stat_activity where " + which)) > 0;
	}

	private boolean pause() throws InterruptedException {
		boolean seen = this.server.pause();
		try {
			sleep();
		}
		finally {
			this.server.resume();
		}
		return seen;
	}

	private boolean crash() {
		String before = this.server.text("select pg_postmaster_start_time()");
		this.server.crash();
		return !this.server.text("select pg_postmaster_start_time()").equals(before);
	}

	private boolean refuseWrites() throws InterruptedException {
		this.server.execute("alter system set default_transaction_read_only = on");
		this.server.execute("select pg_reload_conf()");
		try {
			sleep();
			return this.server.text("select setting from pg_file_settings where name = 'default_transaction_read_only'")
				.equals("on");
		}
		finally {
			this.server.execute("alter system reset default_transaction_read_only");
			this.server.execute("select pg_reload_conf()");
		}
	}

	private boolean refuseConnections(String user) throws InterruptedException {
		this.server.execute("alter role " + user + " connection limit 0");
		try {
			boolean ended = terminate("usename = '" + user + "'");
			sleep();
			return ended;
		}
		finally {
			this.server.execute("alter role " + user + " connection limit -1");
		}
	}

	private void sleep() throws InterruptedException {
		Thread.sleep(200 + this.random.nextInt(LONGEST_MILLIS));
	}

}
