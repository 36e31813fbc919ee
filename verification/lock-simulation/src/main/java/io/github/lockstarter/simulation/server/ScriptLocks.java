package io.github.lockstarter.simulation.server;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * The locks as the scripts keep them: the files that are sent to Redis, run by an
 * embedded Lua. What they are given, and what they answer, stands in docs/protocol.md.
 */
final class ScriptLocks implements Locks {

	private static final String PREFIX = "lock:";

	private static final String CHANNELS = PREFIX + "%push:";

	// kind, id, now, first token, last token, milliseconds, key
	private static final int MESSAGE_PARTS = 7;

	private final LuaRedis redis;

	private final String retention;

	private final String block;

	private final String handOff;

	/**
	 * Creates a server without locks.
	 * @param handOffMillis the longest provisional lease
	 * @param block how many tokens an owner gets
	 * @param retentionMillis for how long a lock that nobody has is remembered
	 * @param told tells a client; whether anybody listens
	 * @param subscribed whether a client listens
	 */
	ScriptLocks(long handOffMillis, long block, long retentionMillis, BiPredicate<String, PushMessage> told,
			Predicate<String> subscribed) {
		this.redis = new LuaRedis((channel, text) -> told.test(client(channel), message(text)) ? 1 : 0,
				(channel) -> subscribed.test(client(channel)) ? 1 : 0);
		this.retention = Long.toString(retentionMillis);
		this.block = Long.toString(block);
		this.handOff = handOffMillis + " " + CHANNELS;
	}

	private static String client(String channel) {
		return channel.substring(CHANNELS.length());
	}

	private static PushMessage message(String text) {
		String[] parts = text.split(" ", MESSAGE_PARTS);
		return new PushMessage(PushMessage.Kind.valueOf(parts[0]), parts[1],
				new ServerTime("server", Long.parseLong(parts[2])), Long.parseLong(parts[3]), Long.parseLong(parts[4]),
				Long.parseLong(parts[5]), parts[6].substring(PREFIX.length()));
	}

	@Override
	public StoreReply acquire(String name, String id, long lease, long wait, long cutoff, boolean again, long micros) {
		return run(LockScript.ACQUIRE, name, micros, id, lease, this.retention, this.block, this.handOff, cutoff, wait,
				again ? 1 : 0);
	}

	@Override
	public StoreReply share(String name, String id, int limit, long lease, long wait, long cutoff, boolean again,
			long micros) {
		return run(LockScript.SHARE, name, micros, id, lease, this.retention, this.block, this.handOff, cutoff, wait,
				(again ? "1 " : "0 ") + limit);
	}

	@Override
	public StoreReply renew(String name, String id, long lease, long micros) {
		List<Object> reply = eval(LockScript.RENEW, name, micros, id, lease, this.retention);
		long left = (reply.size() > 1) ? (Long) reply.get(2) : lease;
		return new StoreReply((left > 0) ? Status.OWNED : Status.LOST, new ServerTime("server", (Long) reply.get(0)), 0,
				0, left, 0, "");
	}

	@Override
	public StoreReply release(String name, String id, long hold, long micros) {
		return run(LockScript.RELEASE, name, micros, id, hold, this.retention, this.block, this.handOff);
	}

	@Override
	public StoreReply cancel(String name, String id, long accept, long cutoff, long micros) {
		return run(LockScript.CANCEL, name, micros, id, accept, this.retention, this.block, this.handOff, cutoff);
	}

	@Override
	public StoreReply yield(String name, String id, String next, long lease, long wait, long cutoff, long micros) {
		return run(LockScript.YIELD, name, micros, id, lease, this.retention, this.block, this.handOff, cutoff, wait,
				next);
	}

	@Override
	public StoreReply force(String name, long micros) {
		return run(LockScript.FORCE, name, micros, 0, 0, this.retention, this.block, this.handOff);
	}

	@Override
	public StoreReply describe(String name, long micros) {
		return run(LockScript.DESCRIBE, name, micros);
	}

	@Override
	public Keys keys(LongSupplier clock) {
		return this.redis.keys(clock);
	}

	@Override
	public void clear() {
		this.redis.clear();
	}

	private StoreReply run(LockScript script, String name, long micros, Object... arguments) {
		List<Object> reply = eval(script, name, micros, arguments);
		long[] numbers = new long[5];
		for (int i = 0; i < numbers.length && i + 1 < reply.size(); i++) {
			numbers[i] = (Long) reply.get(i + 1);
		}
		return new StoreReply(Status.valueOf((String) reply.get(0)), new ServerTime("server", numbers[0]), numbers[1],
				numbers[2], numbers[3], numbers[4], (reply.size() > 6) ? (String) reply.get(6) : "");
	}

	private List<Object> eval(LockScript script, String name, long micros, Object... arguments) {
		String[] texts = new String[arguments.length];
		for (int i = 0; i < texts.length; i++) {
			texts[i] = arguments[i].toString();
		}
		return this.redis.eval(script.text(), List.of(PREFIX + name), texts, micros);
	}

}
