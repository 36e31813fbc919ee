package io.github.lockstarter.redis;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;

/**
 * The server of the model: a {@link LockModel} for each lock, a clock, and the instances
 * that listen. One command at a time; its messages are delivered before its answer.
 */
final class ModelServer {

	private static final long HAND_OFF = 2_000;

	private static final long BLOCK = 17;

	private final Map<String, LockModel> locks = new HashMap<>();

	private final Map<String, LockStore.Listener> listeners = new HashMap<>();

	private int clients;

	synchronized String newClient() {
		return "client" + ++this.clients;
	}

	synchronized void subscribe(String client, LockStore.Listener listener) {
		this.listeners.put(client, listener);
		listener.onSubscribed();
	}

	synchronized void unsubscribe(String client) {
		this.listeners.remove(client);
	}

	synchronized StoreReply run(String name, Function<LockModel, String> command) {
		Set<String> reachable = this.listeners.keySet();
		LockModel lock = this.locks.computeIfAbsent(name,
				(key) -> new LockModel(HAND_OFF, BLOCK, reachable, (message) -> deliver(key, message)));
		lock.clock(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
		return grant(command.apply(lock).split(" "));
	}

	private void deliver(String name, PushMessage message) {
		this.listeners.get(message.id().split(":")[0])
			.onHandOff(new PushMessage(message.kind(), message.id(), message.time(), message.firstToken(),
					message.lastToken(), message.millis(), name));
	}

	/**
	 * An answer of the model: a status, up to five numbers, a holder; or for a renewal
	 * the server's time and what is left.
	 */
	private static StoreReply grant(String[] words) {
		if (Character.isDigit(words[0].charAt(0))) {
			long left = Long.parseLong(words[1]);
			return new StoreReply((left > 0) ? StoreReply.Status.OWNED : StoreReply.Status.LOST,
					new ServerTime("server", Long.parseLong(words[0])), 0, 0, left, 0, "");
		}
		long[] numbers = new long[5];
		for (int i = 1; i < Math.min(6, words.length); i++) {
			numbers[i - 1] = Long.parseLong(words[i]);
		}
		return new StoreReply(StoreReply.Status.valueOf(words[0]), new ServerTime("server", numbers[0]), numbers[1],
				numbers[2], numbers[3], numbers[4], (words.length > 6) ? words[6] : "");
	}

}
