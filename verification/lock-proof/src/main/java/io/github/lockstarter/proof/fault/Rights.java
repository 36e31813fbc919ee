package io.github.lockstarter.proof.fault;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.test.TestRedis;

/**
 * What the clients may do in Redis: each is a user of its own, with the rights that the
 * documentation asks for. One that lacks some lacks them after a restart, too.
 */
public final class Rights {

	/**
	 * The password of every user.
	 */
	public static final String PASSWORD = "proof";

	private static final List<String> ALL = List.of("on", ">" + PASSWORD, "~lock:*", "~" + ServerFaults.CLOCK_KEY,
			"&lock:*", "+evalsha", "+eval", "+time", "+hmget", "+hget", "+hset", "+hincrby", "+hscan", "+hdel",
			"+pexpire", "+pttl", "+publish", "+subscribe", "+ping", "+set", "+get", "+client|setname");

	// Longer than Redis has no room for a connection.
	private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(20);

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private Rights() {
	}

	/**
	 * Arguments of redis-server.
	 * @param users what each user lacks, or has besides, as in {@code ACL SETUSER}
	 * @return the arguments
	 */
	public static String[] serverArguments(Map<String, List<String>> users) {
		List<String> arguments = new ArrayList<>();
		users.forEach((user, lacks) -> {
			arguments.addAll(List.of("--user", user));
			arguments.addAll(ALL);
			arguments.addAll(lacks);
		});
		return arguments.toArray(String[]::new);
	}

	/**
	 * Changes what a user may do. Redis may be hit by a fault of its own meanwhile: what
	 * was taken has to be given back all the same.
	 */
	static void change(TestRedis redis, String user, List<String> rules) {
		List<String> command = new ArrayList<>(List.of("ACL", "SETUSER", user));
		command.addAll(rules);
		long end = System.nanoTime() + LONGEST_NANOS;
		while (true) {
			try {
				redis.cli(command.toArray(String[]::new));
				return;
			}
			catch (IllegalStateException | UncheckedIOException ex) {
				if (System.nanoTime() - end >= 0) {
					throw ex;
				}
				LockSupport.parkNanos(PAUSE_NANOS);
			}
		}
	}

	/**
	 * How often Redis has refused something to a user.
	 */
	static long refusals(TestRedis redis, String user) {
		long count = 0;
		for (Object entry : (List<?>) List.of(redis.cli("ACL", "LOG", "128"))) {
			for (Object each : (List<?>) entry) {
				List<?> fields = (List<?>) each;
				if (user.equals(fields.get(fields.indexOf("username") + 1))) {
					count += Long.parseLong((String) fields.get(fields.indexOf("count") + 1));
				}
			}
		}
		return count;
	}

}
