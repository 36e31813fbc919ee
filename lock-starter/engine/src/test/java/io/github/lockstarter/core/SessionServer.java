package io.github.lockstarter.core;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

import io.github.lockstarter.record.LockRecord;
import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;

/**
 * A server whose clients have sessions, in the memory of this JVM: what an attempt has
 * asked for ends with the session of its client.
 */
final class SessionServer {

	private static final long HAND_OFF_MILLIS = 2_000;

	private static final LockStore.Listener GONE = new LockStore.Listener() {

		@Override
		public void onHandOff(PushMessage message) {
		}

		@Override
		public void onSubscribed() {
		}

	};

	private final Map<String, LockRecord> locks = new HashMap<>();

	private final Map<String, LockStore.Listener> sessions = new HashMap<>();

	private final Map<String, Set<Asked>> asked = new HashMap<>();

	private final ScheduledExecutorService messages = Executors.newSingleThreadScheduledExecutor((task) -> {
		Thread thread = new Thread(task, "session-messages");
		thread.setDaemon(true);
		return thread;
	});

	synchronized void begin(String client, LockStore.Listener listener) {
		this.sessions.put(client, listener);
		tell(client, LockStore.Listener::onSubscribed);
	}

	/**
	 * A client has gone away: who waits there waits no more, and what it holds is free
	 * when the lease ends.
	 */
	synchronized void leave(String client) {
		Set<Asked> left = this.asked.getOrDefault(client, Set.of());
		long held = left.stream()
			.filter((lock) -> record(lock.name).holders().contains(lock.id))
			.mapToLong((lock) -> record(lock.name).describe().leaseMillis())
			.max()
			.orElse(0);
		Set.copyOf(left)
			.stream()
			.filter((lock) -> !record(lock.name).holders().contains(lock.id))
			.forEach((lock) -> run(lock.name, (record) -> record.cancel(lock.id, 0, Long.MAX_VALUE)));
		if (held == 0) {
			end(client);
		}
		else {
			this.sessions.put(client, GONE);
			this.messages.schedule(() -> end(client), held, TimeUnit.MILLISECONDS);
		}
	}

	synchronized void end(String client) {
		this.sessions.remove(client);
		Set<Asked> ended = this.asked.remove(client);
		if (ended != null) {
			ended.forEach((lock) -> run(lock.name, (record) -> record.cancel(lock.id, 0, Long.MAX_VALUE)));
		}
	}

	/**
	 * Ends a session whose client begins another.
	 */
	synchronized void expire(String client) {
		LockStore.Listener listener = Objects.requireNonNull(this.sessions.get(client));
		owners(client).forEach((id) -> tell(client, (told) -> told.onTaken(id)));
		end(client);
		begin(client, listener);
	}

	/**
	 * The attempts of a client that own a lock.
	 */
	synchronized List<String> owners(String client) {
		return this.asked.getOrDefault(client, Set.of())
			.stream()
			.filter((lock) -> record(lock.name).holders().contains(lock.id))
			.map(Asked::id)
			.toList();
	}

	/**
	 * An attempt asks for a lock, and has it, or a place, for as long as the session
	 * lasts.
	 */
	synchronized StoreReply ask(String name, String id, Function<LockRecord, StoreReply> command) {
		this.asked.computeIfAbsent(AttemptId.client(id), (client) -> new HashSet<>()).add(new Asked(name, id));
		return run(name, command);
	}

	synchronized StoreReply run(String name, Function<LockRecord, StoreReply> command) {
		StoreReply reply = command.apply(record(name));
		return new StoreReply(reply.status(), ServerTime.NONE, reply.firstToken(), reply.lastToken(),
				reply.leaseMillis(), reply.queue(), reply.holder());
	}

	private LockRecord record(String name) {
		LockRecord lock = this.locks.computeIfAbsent(name,
				(key) -> new LockRecord(HAND_OFF_MILLIS, 64, LockRecord.MOST_LOOKS, this.sessions::containsKey,
						(message) -> deliver(new PushMessage(message.kind(), message.id(), ServerTime.NONE,
								message.firstToken(), message.lastToken(), message.millis(), key))));
		lock.clock("", TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()));
		return lock;
	}

	private void deliver(PushMessage message) {
		tell(AttemptId.client(message.id()), (listener) -> listener.onHandOff(message));
	}

	private void tell(String client, Consumer<LockStore.Listener> message) {
		LockStore.Listener listener = Objects.requireNonNull(this.sessions.get(client));
		this.messages.execute(() -> message.accept(listener));
	}

	/**
	 * What an attempt has asked for.
	 */
	private record Asked(String name, String id) {

	}

}
