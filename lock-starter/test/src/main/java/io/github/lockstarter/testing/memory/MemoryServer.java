package io.github.lockstarter.testing.memory;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.record.LockRecord;
import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;

/**
 * Replaces the Redis server in tests: keeps the locks and the subscribed instances in
 * memory. Commands are sequential. Notifications arrive in order on a separate thread.
 * Locks are never forgotten.
 */
public final class MemoryServer {

	private static final String CLOCK = "memory";

	private final long handOff;

	private final long block;

	private final LockClock clock;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Map<String, LockRecord> locks = new HashMap<>();

	private final Map<String, String> labels = new ConcurrentHashMap<>();

	private final Map<String, LockStore.Listener> listeners = new ConcurrentHashMap<>();

	private final AtomicInteger clients = new AtomicInteger();

	private final ThreadPoolExecutor messages = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS,
			new LinkedBlockingQueue<>(), MemoryServer::thread);

	private volatile boolean reachable = true;

	public MemoryServer(LockSettings settings, LockClock clock) {
		this.handOff = settings.handOffLease().toMillis();
		this.block = settings.tokensOfATurn();
		this.clock = clock;
		this.messages.allowCoreThreadTimeOut(true);
	}

	private static Thread thread(Runnable task) {
		Thread thread = new Thread(task, "distributed-lock-test-messages");
		thread.setDaemon(true);
		return thread;
	}

	LockClock clock() {
		return this.clock;
	}

	boolean isReachable() {
		return this.reachable;
	}

	// Disconnects all instances, or reconnects and notifies them.
	public void reachable(boolean reachable) {
		this.reachable = reachable;
		if (reachable) {
			nudge();
		}
	}

	// Makes all instances poll for what they wait for.
	public void nudge() {
		this.listeners.values().forEach(LockStore.Listener::onSubscribed);
	}

	String newClient(String label) {
		String client = "client" + this.clients.incrementAndGet();
		this.labels.put(client, label);
		return client;
	}

	void subscribe(String client, LockStore.Listener listener) {
		this.listeners.put(client, listener);
		listener.onSubscribed();
	}

	void unsubscribe(String client) {
		this.listeners.remove(client);
	}

	StoreReply run(String name, Function<LockRecord, StoreReply> command) {
		this.mutex.lock();
		try {
			return command.apply(record(name));
		}
		finally {
			this.mutex.unlock();
		}
	}

	// With labels instead of ids.
	StoreReply describe(String name) {
		StoreReply reply = run(name, LockRecord::describe);
		return reply.sharers().some().isEmpty() ? reply.withHolder(label(reply.holder()))
				: reply.withSharers(reply.sharers().named(this::label));
	}

	// The holders are notified before this returns. Whether it was held.
	public boolean take(String name) {
		List<String> holders;
		this.mutex.lock();
		try {
			holders = record(name).holders();
			if (!holders.isEmpty()) {
				record(name).force();
			}
		}
		finally {
			this.mutex.unlock();
		}
		holders.forEach((holder) -> tell(holder, (listener) -> listener.onTaken(holder)));
		return !holders.isEmpty();
	}

	// The same, and gives it to another instance before any waiter.
	StoreReply takeOver(String name, Function<LockRecord, StoreReply> command) {
		List<String> holders;
		StoreReply reply;
		this.mutex.lock();
		try {
			holders = record(name).holders();
			if (!holders.isEmpty()) {
				record(name).force();
			}
			reply = command.apply(record(name));
		}
		finally {
			this.mutex.unlock();
		}
		holders.forEach((holder) -> tell(holder, (listener) -> listener.onTaken(holder)));
		return reply;
	}

	boolean isHeldBy(String name, String id) {
		this.mutex.lock();
		try {
			return record(name).holders().contains(id);
		}
		finally {
			this.mutex.unlock();
		}
	}

	@Nullable String lockOfOthers(String client) {
		this.mutex.lock();
		try {
			return this.locks.keySet()
				.stream()
				.filter((name) -> record(name).isOfOthers(client))
				.findFirst()
				.orElse(null);
		}
		finally {
			this.mutex.unlock();
		}
	}

	private LockRecord record(String name) {
		LockRecord lock = this.locks.computeIfAbsent(name,
				(key) -> new LockRecord(this.handOff, this.block, LockRecord.MOST_LOOKS, this::canBeTold,
						(message) -> this.messages.execute(() -> deliver(key, message))));
		lock.clock(CLOCK, this.clock.now().wallMillis() * 1_000);
		return lock;
	}

	private boolean canBeTold(String client) {
		return this.reachable && this.listeners.containsKey(client);
	}

	private void deliver(String name, PushMessage message) {
		PushMessage named = new PushMessage(message.kind(), message.id(), message.time(), message.firstToken(),
				message.lastToken(), message.millis(), name);
		tell(message.id(), (listener) -> listener.onHandOff(named));
	}

	private void tell(String id, Consumer<LockStore.Listener> message) {
		LockStore.@Nullable Listener listener = this.listeners.get(AttemptId.client(id));
		if (listener != null && this.reachable) {
			message.accept(listener);
		}
	}

	private String label(String holder) {
		if (holder.isEmpty()) {
			return holder;
		}
		String client = AttemptId.client(holder);
		return Objects.requireNonNullElse(this.labels.get(client), client);
	}

}
