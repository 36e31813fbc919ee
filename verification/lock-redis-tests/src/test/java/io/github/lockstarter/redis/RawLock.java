package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.awaitility.Awaitility;

import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.test.TestRedis;

/**
 * One lock as Redis sees it: runs the scripts by hand, with any id and any clock.
 */
final class RawLock {

	static final long RETENTION = 60_000;

	static final long HAND_OFF = 2_000;

	static final long NO_CUTOFF = 99_999_999_999_999L;

	private final TestRedis redis;

	private final String key;

	private final String handOff;

	RawLock(TestRedis redis, String key, String channelPrefix) {
		this(redis, key, channelPrefix, HAND_OFF);
	}

	/**
	 * A lock.
	 * @param handOffMillis for how long one that was handed over is kept for who does not
	 * answer
	 */
	RawLock(TestRedis redis, String key, String channelPrefix, long handOffMillis) {
		this.redis = redis;
		this.key = key;
		this.handOff = handOffMillis + " " + channelPrefix;
	}

	StoreReply acquire(String id, long lease, long wait) {
		return acquire(id, lease, wait, NO_CUTOFF);
	}

	StoreReply acquire(String id, long lease, long wait, long cutoff) {
		return run(LockScript.ACQUIRE, id, lease, RETENTION, 1, this.handOff, cutoff, wait, 0);
	}

	StoreReply askAgain(String id, long lease, long wait) {
		return run(LockScript.ACQUIRE, id, lease, RETENTION, 1, this.handOff, NO_CUTOFF, wait, 1);
	}

	StoreReply share(String id, long lease, long wait, int limit) {
		return run(LockScript.SHARE, id, lease, RETENTION, 1, this.handOff, NO_CUTOFF, wait, "0 " + limit);
	}

	StoreReply renew(String id, long lease) {
		List<?> reply = eval(LockScript.RENEW, id, lease, RETENTION);
		// just the lease that was asked for goes without saying
		long left = (reply.size() > 1) ? Long.parseLong((String) reply.get(2)) : lease;
		return StoreReply
			.of((left > 0) ? StoreReply.Status.OWNED : StoreReply.Status.LOST,
					new ServerTime("server", Long.parseLong((String) reply.get(0))))
			.withLease(left);
	}

	StoreReply release(String id, long hold) {
		return run(LockScript.RELEASE, id, hold, RETENTION, 1, this.handOff);
	}

	StoreReply cancel(String id, long accept, long cutoff) {
		return run(LockScript.CANCEL, id, accept, RETENTION, 1, this.handOff, cutoff);
	}

	StoreReply yieldTo(String id, String next, long lease, long wait, long cutoff) {
		return run(LockScript.YIELD, id, lease, RETENTION, 17, this.handOff, cutoff, wait, next);
	}

	StoreReply force() {
		return run(LockScript.FORCE, "-", 0, RETENTION, 1, this.handOff);
	}

	StoreReply force(long token) {
		return run(LockScript.FORCE, Long.toString(token), 0, RETENTION, 1, this.handOff);
	}

	StoreReply probe(String id) {
		return run(LockScript.PROBE, id, 0, RETENTION, 1, this.handOff);
	}

	StoreReply describe() {
		return run(LockScript.DESCRIBE);
	}

	/**
	 * Waits until the owner's lease has run out.
	 */
	void awaitExpiry() {
		Awaitility.await().until(() -> describe().status() == StoreReply.Status.FREE);
	}

	/**
	 * The owner's lease runs out: its end is long ago, also where it was noted down.
	 */
	void endLease() {
		Map<String, String> fields = fields();
		String handed = fields.getOrDefault("g", "");
		if (handed.startsWith(fields.get("x") + " ")) {
			set("g", "1" + handed.substring(handed.indexOf(' ')));
		}
		set("x", "1");
	}

	/**
	 * The fields of the hash.
	 */
	Map<String, String> fields() {
		Map<String, String> fields = new TreeMap<>();
		List<?> flat = (List<?>) this.redis.cli("HGETALL", this.key);
		for (int i = 0; i < flat.size(); i += 2) {
			fields.put((String) flat.get(i), (String) flat.get(i + 1));
		}
		return fields;
	}

	/**
	 * Somebody else has put a text there.
	 */
	void replaceByText() {
		this.redis.cli("SET", this.key, "no hash", "PX", Long.toString(RETENTION));
	}

	void set(String field, String value) {
		this.redis.cli("HSET", this.key, field, value);
	}

	long ttl() {
		return Long.parseLong((String) this.redis.cli("PTTL", this.key));
	}

	void delete() {
		this.redis.cli("DEL", this.key);
	}

	/**
	 * How many commands Redis has executed for scripts so far, without PTTL and PEXPIRE:
	 * how often they are needed depends on the clock.
	 */
	long commands() {
		long calls = 0;
		for (Map.Entry<String, String> stats : this.redis.info("commandstats").entrySet()) {
			if (stats.getKey().matches("cmdstat_(h.*|pub.*|time)") && !stats.getKey().equals("cmdstat_hgetall")) {
				calls += Long.parseLong(stats.getValue().substring("calls=".length(), stats.getValue().indexOf(',')));
			}
		}
		return calls;
	}

	private StoreReply run(LockScript script, Object... arguments) {
		List<?> reply = eval(script, arguments);
		long[] numbers = new long[5];
		for (int i = 1; i < Math.min(6, reply.size()); i++) {
			numbers[i - 1] = Long.parseLong((String) reply.get(i));
		}
		return StoreReply.of(StoreReply.Status.valueOf((String) reply.get(0)), new ServerTime("server", numbers[0]))
			.withTokens(numbers[1], numbers[2])
			.withLease(numbers[3])
			.withQueue(numbers[4])
			.withHolder((reply.size() > 6) ? (String) reply.get(6) : "");
	}

	private List<?> eval(LockScript script, Object... arguments) {
		List<String> command = new ArrayList<>(List.of("EVAL", script.text(), "1", this.key));
		for (Object argument : arguments) {
			command.add(argument.toString());
		}
		return (List<?>) this.redis.cli(command.toArray(String[]::new));
	}

}
