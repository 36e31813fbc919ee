package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * A store of one lock, small enough for a model checker. A command takes effect when it
 * is sent. Its answer comes at once, or when the model {@linkplain #answer lets it}; so
 * does the message to a waiter that the lock is handed to.
 */
final class ModelStore implements LockStore {

	static final String NAME = "order:4711";

	static final long LEASE = 30_000;

	private static final ServerTime NOW = new ServerTime("model", 1_700_000_000_000L);

	private final Deque<String> waiters = new ArrayDeque<>();

	private final Deque<Answer> answers = new ArrayDeque<>();

	private final Deque<PushMessage> messages = new ArrayDeque<>();

	private final List<String> released = new ArrayList<>();

	private final List<CompletableFuture<StoreReply>> renewals = new ArrayList<>();

	private final boolean deferring;

	private @Nullable String owner;

	private int fence;

	private int releases;

	private boolean stopped;

	private Runnable onStop = () -> {
	};

	private ModelStore(boolean deferring) {
		this.deferring = deferring;
	}

	/**
	 * Switches the log off: it would tell of every lost lock in every interleaving.
	 */
	static void quiet() {
		logger().setLevel(Level.OFF);
	}

	static void loud() {
		logger().setLevel(null);
	}

	private static Logger logger() {
		return (Logger) LoggerFactory.getLogger(Engine.class.getPackageName());
	}

	static ModelStore answeringAtOnce() {
		return new ModelStore(false);
	}

	static ModelStore answeringLater() {
		return new ModelStore(true);
	}

	/**
	 * The engine of an instance on this store. It is not started: its threads are no part
	 * of the model.
	 */
	Engine engine(LockClock clock) {
		Duration second = Duration.ofSeconds(1);
		LockSettings settings = LockSettings.of((properties) -> properties.setWaitTime(second.multipliedBy(10))
			.setPollInterval(second.multipliedBy(3))
			.setShutdownTimeout(Duration.ZERO)
			.getCohort()
			.setMaxTime(second));
		return new Engine(this, settings, new ThreadRuntime(clock, () -> 0.5), List.of());
	}

	/**
	 * Runs when the engine disconnects.
	 */
	void onStop(Runnable action) {
		this.onStop = action;
	}

	/**
	 * Another instance takes the free lock.
	 */
	synchronized void takenByAnother() {
		this.owner = "other:1";
	}

	/**
	 * The other instance releases the lock, which hands it to the first waiter.
	 */
	synchronized void releasedByAnother() {
		if ("other:1".equals(this.owner)) {
			handOver();
		}
	}

	/**
	 * Who owns the lock, or {@code null}.
	 */
	synchronized @Nullable String owner() {
		return this.owner;
	}

	synchronized boolean isAnybodyWaiting() {
		return !this.waiters.isEmpty();
	}

	/**
	 * How many RELEASE commands it has got.
	 */
	synchronized int releases() {
		return this.releases;
	}

	/**
	 * The first renewal, which is on its way: the model answers as it likes.
	 */
	synchronized CompletableFuture<StoreReply> renewal() {
		return this.renewals.get(0);
	}

	static StoreReply renewed(Status status) {
		return StoreReply.of(status, NOW).withLease(LEASE);
	}

	/**
	 * The oldest answer that is on its way arrives.
	 * @return the answer, or {@code null} if there is none
	 */
	synchronized @Nullable Answer answer() {
		return this.answers.poll();
	}

	/**
	 * The oldest message that is on its way arrives.
	 * @return the message, or {@code null} if there is none
	 */
	synchronized @Nullable PushMessage message() {
		return this.messages.poll();
	}

	@Override
	public String label() {
		return "the model";
	}

	@Override
	public String clientId() {
		return "client";
	}

	@Override
	public synchronized CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		if (this.stopped) {
			return CompletableFuture.failedStage(new StoreException(StoreException.Outcome.NOT_SENT, "closed", null));
		}
		if (this.released.contains(id)) {
			return answer(Status.FINISHED, 0, 0);
		}
		if (this.owner == null) {
			own(id);
		}
		if (id.equals(this.owner)) {
			return answer(Status.OWNED, LEASE, 0);
		}
		if (!this.waiters.contains(id) && waitMillis > 0) {
			this.waiters.add(id);
		}
		return answer(Status.WAIT, LEASE, this.waiters.contains(id) ? 1 : 0);
	}

	@Override
	public synchronized CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		CompletableFuture<StoreReply> renewal = new CompletableFuture<>();
		this.renewals.add(renewal);
		return renewal;
	}

	@Override
	public synchronized CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		this.releases++;
		return answer(giveUp(id) ? Status.RELEASED : Status.NOT_OWNER, 0, 0);
	}

	@Override
	public synchronized CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		if (acceptMillis > 0 && id.equals(this.owner)) {
			return answer(Status.OWNED, LEASE, 0);
		}
		this.waiters.remove(id);
		return answer(giveUp(id) ? Status.RELEASED : Status.CANCELLED, 0, 0);
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage message) {
		return cancel(NAME, message.id(), 0, 0);
	}

	@Override
	public CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		throw new UnsupportedOperationException();
	}

	@Override
	public CompletionStage<StoreReply> force(String name) {
		throw new UnsupportedOperationException();
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		throw new UnsupportedOperationException();
	}

	@Override
	public boolean isPushAvailable(String name) {
		return true;
	}

	@Override
	public void resubscribe(String name) {
	}

	@Override
	public void start(Listener listener) {
	}

	@Override
	public synchronized void stop() {
		this.stopped = true;
		this.onStop.run();
	}

	private boolean giveUp(String id) {
		if (!id.equals(this.owner)) {
			return false;
		}
		this.released.add(id);
		handOver();
		return true;
	}

	private void handOver() {
		this.owner = null;
		String next = this.waiters.poll();
		if (next != null) {
			own(next);
			this.messages.add(new PushMessage(PushMessage.Kind.GRANT, next, NOW, this.fence, this.fence, LEASE, NAME));
		}
	}

	private void own(String id) {
		this.owner = id;
		this.fence++;
	}

	private CompletionStage<StoreReply> answer(Status status, long lease, long queue) {
		CompletableFuture<StoreReply> answer = new CompletableFuture<>();
		StoreReply reply = StoreReply.of(status, NOW)
			.withTokens(this.fence, this.fence)
			.withLease(lease)
			.withQueue(queue);
		if (this.deferring) {
			this.answers.add(new Answer(answer, reply));
		}
		else {
			answer.complete(reply);
		}
		return answer;
	}

	/**
	 * An answer that is on its way.
	 */
	record Answer(CompletableFuture<StoreReply> answered, StoreReply reply) {

	}

}
