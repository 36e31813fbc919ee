package io.github.lockstarter.simulation.server;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;

import io.github.lockstarter.record.LockRecord;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;

/**
 * The locks of a simulated server as records, which a test compares with the scripts.
 */
final class RecordServer implements Locks {

	private final long handOffMillis;

	private final long block;

	private final Predicate<String> subscribed;

	private final BiConsumer<String, PushMessage> messages;

	private final Map<String, LockRecord> locks = new HashMap<>();

	/**
	 * Creates a server without locks.
	 * @param handOffMillis the longest provisional lease
	 * @param block how many tokens an owner gets
	 * @param subscribed whether a client can be told
	 * @param messages what is told, with the name of the lock
	 */
	RecordServer(long handOffMillis, long block, Predicate<String> subscribed,
			BiConsumer<String, PushMessage> messages) {
		this.handOffMillis = handOffMillis;
		this.block = block;
		this.subscribed = subscribed;
		this.messages = messages;
	}

	@Override
	public void clear() {
		this.locks.clear();
	}

	@Override
	public StoreReply acquire(String name, String id, long lease, long wait, long cutoff, boolean again, long micros) {
		return run(name, micros, (lock) -> lock.acquire(id, lease, wait, cutoff, again));
	}

	@Override
	public StoreReply share(String name, String id, int limit, long lease, long wait, long cutoff, boolean again,
			long micros) {
		return run(name, micros, (lock) -> lock.share(id, limit, lease, wait, cutoff, again));
	}

	@Override
	public StoreReply renew(String name, String id, long lease, long micros) {
		return run(name, micros, (lock) -> lock.renew(id, lease));
	}

	@Override
	public StoreReply release(String name, String id, long hold, long micros) {
		return run(name, micros, (lock) -> lock.release(id, hold));
	}

	@Override
	public StoreReply cancel(String name, String id, long accept, long cutoff, long micros) {
		return run(name, micros, (lock) -> lock.cancel(id, accept, cutoff));
	}

	@Override
	public StoreReply yield(String name, String id, String next, long lease, long wait, long cutoff, long micros) {
		return run(name, micros, (lock) -> lock.yield(id, next, lease, wait, cutoff));
	}

	@Override
	public StoreReply force(String name, long micros) {
		return run(name, micros, LockRecord::force);
	}

	@Override
	public StoreReply describe(String name, long micros) {
		return run(name, micros, LockRecord::describe);
	}

	private StoreReply run(String name, long micros, Function<LockRecord, StoreReply> command) {
		LockRecord lock = this.locks.computeIfAbsent(name, (key) -> new LockRecord(this.handOffMillis, this.block,
				LockRecord.MOST_LOOKS, this.subscribed, (message) -> this.messages.accept(key, message)));
		lock.clock("server", micros);
		return command.apply(lock);
	}

}
