package io.github.lockstarter.proof.fault;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;

import io.github.lockstarter.proof.fault.FaultLog.Span;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.history.Target;
import io.github.lockstarter.test.TestRedis;

/**
 * Faults of Redis itself.
 */
public final class ServerFaults implements Faults {

	/**
	 * Holds the seconds by which the scripts' clock is shifted.
	 */
	public static final String CLOCK_KEY = "proof:clock";

	// Less than the fence retention, and so is the time from a step to a restart, and
	// from
	// a restart to a step: a fencing token outlives a backward step only with the key, or
	// when the clock has caught up.
	private static final int LONGEST_STEP_SECONDS = 3;

	// Longer than what lies between two renewals of the longer leases.
	private static final int LONGEST_REFUSAL_MILLIS = 6_000;

	// So that locks are granted at times.
	private static final long BETWEEN_DELAYS_NANOS = TimeUnit.MILLISECONDS.toNanos(4_500);

	private final TestRedis redis;

	private final FaultLog log;

	private final Random random;

	private final List<String> users;

	private final Map<String, Long> delays;

	private final List<FaultKind> choices;

	private long lastStep = System.nanoTime() - TimeUnit.HOURS.toNanos(1);

	private long lastLoss = this.lastStep;

	/**
	 * Creates the faults.
	 * @param redis the server
	 * @param users the users that the clients are there
	 * @param delays for how many milliseconds it grants nothing after a start, by the
	 * places of the clients; empty if it does
	 * @param log where they are written down
	 * @param seed decides about them
	 * @param kinds which may be chosen
	 */
	public ServerFaults(TestRedis redis, List<String> users, Map<String, Long> delays, FaultLog log, long seed,
			Set<FaultKind> kinds) {
		this.redis = redis;
		this.delays = delays;
		this.users = users;
		this.log = log;
		this.random = new Random(seed);
		this.choices = FaultKind.choices(kinds, Target.SERVER);
		grantsNothing(System.nanoTime());
	}

	@Override
	public boolean isEmpty() {
		return this.choices.isEmpty();
	}

	@Override
	public long restMillis() {
		return 200 + this.random.nextInt(1_500);
	}

	@Override
	public void inject() throws InterruptedException {
		FaultKind kind = this.choices.get(this.random.nextInt(this.choices.size()));
		if (kind == FaultKind.RESTART && !this.delays.isEmpty()
				&& System.nanoTime() - this.lastLoss < BETWEEN_DELAYS_NANOS) {
			return;
		}
		if ((kind == FaultKind.RESTART && isTooSoonAfter(this.lastStep))
				|| (kind == FaultKind.SERVER_CLOCK && isTooSoonAfter(this.lastLoss))) {
			return;
		}
		long begin = System.nanoTime();
		boolean seen = false;
		try {
			seen = inject(kind);
		}
		finally {
			this.log.over(kind, null, begin, seen);
		}
	}

	private static boolean isTooSoonAfter(long other) {
		return System.nanoTime() - other < TimeUnit.SECONDS.toNanos(LONGEST_STEP_SECONDS + 1);
	}

	private boolean inject(FaultKind kind) throws InterruptedException {
		return switch (kind) {
			case SCRIPT_FLUSH -> flushScripts();
			case KILLED_CONNECTIONS -> killConnections();
			case FULL_MEMORY -> fillMemory();
			case SERVER_CLOCK -> stepClock();
			case PAUSED_REDIS -> pause();
			case RESTART -> restart();
			case REFUSED_CONNECTIONS -> refuseConnections();
			case FEW_REPLICAS -> missReplicas();
			default -> throw new IllegalArgumentException(kind + " is no fault of one server");
		};
	}

	private boolean flushScripts() {
		boolean known = !"0".equals(this.redis.info("memory").get("number_of_cached_scripts"));
		this.redis.cli("SCRIPT", "FLUSH");
		return known;
	}

	private boolean killConnections() {
		boolean pushes = this.random.nextBoolean();
		Object killed = this.redis.cli("CLIENT", "KILL", "TYPE", pushes ? "pubsub" : "normal");
		return !"0".equals(killed);
	}

	private boolean fillMemory() throws InterruptedException {
		String before = refused("OOM");
		this.redis.cli("CONFIG", "SET", "maxmemory", "1");
		try {
			Thread.sleep(100 + this.random.nextInt(2_500));
		}
		finally {
			this.redis.cli("CONFIG", "SET", "maxmemory", "0");
		}
		return !refused("OOM").equals(before);
	}

	private String refused(String error) {
		return String.valueOf(this.redis.info("errorstats").get("errorstat_" + error));
	}

	/**
	 * Over one connection that stays: there is no other way back.
	 */
	private boolean refuseConnections() throws InterruptedException {
		RedisClient administrator = RedisClient.create("redis://" + this.redis.host() + ":" + this.redis.port());
		try (StatefulRedisConnection<String, String> connection = administrator.connect()) {
			String before = connection.sync().info("stats");
			String room = connection.sync().configGet("maxclients").get("maxclients");
			connection.sync().configSet("maxclients", "1");
			try {
				for (String user : this.users) {
					connection.sync().clientKill(KillArgs.Builder.user(user).skipme());
				}
				Thread.sleep(200 + this.random.nextInt(LONGEST_REFUSAL_MILLIS));
				return rejected(connection.sync().info("stats")) > rejected(before);
			}
			finally {
				connection.sync().configSet("maxclients", room);
			}
		}
		finally {
			administrator.shutdown();
		}
	}

	private static long rejected(String stats) {
		return stats.lines()
			.filter((line) -> line.startsWith("rejected_connections:"))
			.mapToLong((line) -> Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
			.sum();
	}

	private boolean missReplicas() throws InterruptedException {
		String before = refused("NOREPLICAS");
		this.redis.cli("CONFIG", "SET", "min-replicas-to-write", "1");
		try {
			Thread.sleep(200 + this.random.nextInt(LONGEST_REFUSAL_MILLIS));
			return !refused("NOREPLICAS").equals(before);
		}
		finally {
			this.redis.cli("CONFIG", "SET", "min-replicas-to-write", "0");
		}
	}

	private boolean stepClock() throws InterruptedException {
		int seconds = (1 + this.random.nextInt(LONGEST_STEP_SECONDS)) * (this.random.nextBoolean() ? 1 : -1);
		long begin = System.nanoTime();
		this.redis.cli("SET", CLOCK_KEY, Integer.toString(seconds), "PX", "60000");
		this.log.mark((seconds > 0) ? Mark.Kind.FORWARD_STEP : Mark.Kind.BACKWARD_STEP, begin);
		try {
			Thread.sleep(100 + this.random.nextInt(1_500));
			return Integer.toString(seconds).equals(this.redis.cli("GET", CLOCK_KEY));
		}
		finally {
			long back = System.nanoTime();
			this.redis.cli("DEL", CLOCK_KEY);
			this.log.mark((seconds > 0) ? Mark.Kind.BACKWARD_STEP : Mark.Kind.FORWARD_STEP, back);
			this.lastStep = System.nanoTime();
		}
	}

	private boolean pause() throws InterruptedException {
		this.redis.pause();
		try {
			Thread.sleep(100 + this.random.nextInt(2_000));
			return !this.redis.answersWithin(20);
		}
		finally {
			this.redis.resume();
		}
	}

	private void grantsNothing(long begin) {
		long now = System.nanoTime();
		this.delays.forEach((place, millis) -> this.log.excused(FaultKind.RESTART, place,
				new Span(begin, now + TimeUnit.MILLISECONDS.toNanos(millis))));
	}

	private boolean restart() {
		Object before = this.redis.info("server").get("run_id");
		long begin = System.nanoTime();
		this.redis.restart();
		if (this.delays.isEmpty()) {
			this.log.mark(Mark.Kind.DATA_LOSS, begin);
		}
		this.lastLoss = System.nanoTime();
		grantsNothing(begin);
		return !this.redis.info("server").get("run_id").equals(before);
	}

}
