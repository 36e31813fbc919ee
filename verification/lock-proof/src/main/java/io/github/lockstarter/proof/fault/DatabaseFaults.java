package io.github.lockstarter.proof.fault;

import java.util.List;
import java.util.Random;
import java.util.Set;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultTarget;
import io.github.lockstarter.proof.history.Mark;

/**
 * Faults of a database.
 */
public final class DatabaseFaults implements Faults {

	// Longer than what lies between two renewals, and than a lease.
	private static final int LONGEST_MILLIS = 4_000;

	// Until a client hears of another server.
	private static final int LONGEST_WAY_MILLIS = 400;

	private static final String OF_LOCKS = "application_name like 'distributed-lock%'";

	private static final String LISTENERS = OF_LOCKS + " and application_name <> 'distributed-lock commands'";

	private final Databases servers;

	private final Plan plan;

	private final FaultLog log;

	private final Random random;

	private final List<FaultKind> choices;

	/**
	 * Creates the faults.
	 * @param servers the server, and its standby if it has one
	 * @param plan what may happen
	 * @param log where they are written down
	 * @param seed decides about them
	 */
	public DatabaseFaults(Databases servers, Plan plan, FaultLog log, long seed) {
		this.servers = servers;
		this.plan = plan;
		this.log = log;
		this.random = new Random(seed);
		this.choices = FaultKind.choices(plan.kinds(), FaultTarget.DATABASE)
			.stream()
			.filter((kind) -> kind != FaultKind.STANDBY_PROMOTED || servers.hasStandby())
			.toList();
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
		String user = this.plan.users().get(this.random.nextInt(this.plan.users().size()));
		long begin = System.nanoTime();
		boolean seen = false;
		try {
			seen = inject(kind, user);
			this.servers.awaitStandby();
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
			case STANDBY_PROMOTED -> promote();
			default -> throw new IllegalArgumentException(kind + " is no fault of a database");
		};
	}

	private boolean terminate(String which) {
		return Integer.parseInt(
				server().text("select count(pg_terminate_backend(pid)) from pg_stat_activity where " + which)) > 0;
	}

	private boolean pause() throws InterruptedException {
		boolean seen = server().pause();
		try {
			sleep();
		}
		finally {
			server().resume();
		}
		return seen;
	}

	private boolean crash() {
		String before = server().text("select pg_postmaster_start_time()");
		server().crash();
		return !server().text("select pg_postmaster_start_time()").equals(before);
	}

	private boolean refuseWrites() throws InterruptedException {
		server().execute("alter system set default_transaction_read_only = on");
		server().execute("select pg_reload_conf()");
		try {
			sleep();
			return server().text("select setting from pg_file_settings where name = 'default_transaction_read_only'")
				.equals("on");
		}
		finally {
			server().execute("alter system reset default_transaction_read_only");
			server().execute("select pg_reload_conf()");
		}
	}

	private boolean refuseConnections(String user) throws InterruptedException {
		server().execute("alter role " + user + " connection limit 0");
		try {
			boolean ended = terminate("usename = '" + user + "'");
			sleep();
			return ended;
		}
		finally {
			server().execute("alter role " + user + " connection limit -1");
		}
	}

	/**
	 * What the standby has not heard is lost: it may have been held up before. Where it
	 * is synchronous nothing is lost that somebody was told.
	 */
	private boolean promote() throws InterruptedException {
		long begin = System.nanoTime();
		try {
			if (this.random.nextInt(4) > 0) {
				holdUp();
			}
			boolean stopped = this.random.nextInt(3) == 0;
			try (DatabaseServer former = this.servers.failOver(stopped)) {
				this.servers.lead(LONGEST_WAY_MILLIS, this.random);
				if (stopped) {
					// nobody asks it any more, but what had arrived there is done
					former.resume();
					Thread.sleep(this.random.nextInt(200));
				}
				if (!this.servers.isSynchronous()) {
					this.log.mark(Mark.Kind.DATA_LOSS, begin);
				}
			}
		}
		finally {
			this.servers.letGo();
		}
		this.servers.addStandby();
		return server().text("select pg_is_in_recovery()").equals("f");
	}

	private void holdUp() throws InterruptedException {
		this.servers.holdUp();
		long since = System.currentTimeMillis();
		Thread.sleep(50 + this.random.nextInt(500));
		if (this.random.nextInt(3) == 0) {
			// a commit that waits for the standby is seen then, and nobody is told of it
			terminate(OF_LOCKS);
		}
		Thread.sleep(this.random.nextInt(500));
		if (this.servers.isSynchronous()) {
			this.log.isolated(this.plan.locks(), since);
		}
	}

	private DatabaseServer server() {
		return this.servers.primary();
	}

	private void sleep() throws InterruptedException {
		Thread.sleep(200 + this.random.nextInt(LONGEST_MILLIS));
	}

	/**
	 * What may happen to a database.
	 *
	 * @param users the users that the clients are there
	 * @param locks the locks that it keeps
	 * @param kinds the kinds to choose from
	 */
	public record Plan(List<String> users, List<String> locks, Set<FaultKind> kinds) {

	}

}
