package io.github.lockstarter.session;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.Moment;

/**
 * What this instance has in the line for one lock, and its commands about it, which are
 * done one after the other: the next one begins when the one before has its answer.
 */
final class Lane {

	private final String name;

	private final Map<String, Claim> claims = new ConcurrentHashMap<>();

	private final Map<String, Moment> expected = new ConcurrentHashMap<>();

	private final ReentrantLock mutex = new ReentrantLock();

	private final Queue<Supplier<CompletionStage<?>>> commands = new ArrayDeque<>();

	private boolean busy;

	private final AtomicBoolean settling = new AtomicBoolean();

	private volatile boolean doubted;

	Lane(String name) {
		this.name = name;
	}

	String name() {
		return this.name;
	}

	/**
	 * Puts a command behind the others. It is not begun here.
	 * @param command never throws
	 */
	void add(Supplier<CompletionStage<?>> command) {
		this.mutex.lock();
		try {
			this.commands.add(command);
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Begins what can be begun.
	 * @param idle told when there is nothing left to do
	 */
	void goOn(Runnable idle) {
		Supplier<CompletionStage<?>> command = next();
		while (command != null) {
			CompletionStage<?> running = command.get();
			if (!running.toCompletableFuture().isDone()) {
				running.whenComplete((answer, failure) -> {
					done();
					goOn(idle);
				});
				return;
			}
			done();
			command = next();
		}
		idle.run();
	}

	private @Nullable Supplier<CompletionStage<?>> next() {
		this.mutex.lock();
		try {
			Supplier<CompletionStage<?>> command = this.busy ? null : this.commands.poll();
			this.busy |= command != null;
			return command;
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void done() {
		this.mutex.lock();
		try {
			this.busy = false;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Whether no command is on its way or waits.
	 */
	boolean isIdle() {
		this.mutex.lock();
		try {
			return !this.busy && this.commands.isEmpty();
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Whether nothing has to be known of this lock any more.
	 */
	boolean isOver() {
		return isIdle() && this.claims.isEmpty() && !this.doubted;
	}

	/**
	 * Whether the directory may have places of this instance that are not known here, or
	 * not those that are.
	 */
	boolean isDoubted() {
		return this.doubted;
	}

	void doubt() {
		this.doubted = true;
	}

	/**
	 * It is known again what the directory has.
	 */
	void certain() {
		this.expected.clear();
		this.doubted = false;
	}

	/**
	 * A place is taken for an attempt, which may ask for it again if it does not hear of
	 * it.
	 */
	void expect(String id, Moment until) {
		if (!this.doubted) {
			this.expected.clear();
		}
		this.expected.put(id, until);
	}

	/**
	 * Whether a place of that attempt, of which nothing is known here, is one that was
	 * taken for it.
	 */
	boolean isExpected(String id, Moment now) {
		return now.nanosUntil(expectedUntil(id, now)) > 0;
	}

	/**
	 * Until when a place of that attempt is kept: not any more if it is not expected.
	 */
	Moment expectedUntil(String id, Moment now) {
		return this.expected.getOrDefault(id, now);
	}

	/**
	 * Whether nobody has said yet that it will be settled later.
	 */
	boolean isToBeSettled() {
		return this.settling.compareAndSet(false, true);
	}

	void beginsToSettle() {
		this.settling.set(false);
	}

	@Nullable Claim claim(String id) {
		return this.claims.get(id);
	}

	/**
	 * The claim that has a place.
	 */
	@Nullable Claim at(Place place) {
		Claim claim = this.claims.get(place.id());
		return (claim != null && claim.place().equals(place)) ? claim : null;
	}

	Collection<Claim> claims() {
		return this.claims.values();
	}

	List<Claim> waiting() {
		return this.claims.values().stream().filter((claim) -> claim.state() == Claim.State.WAITING).toList();
	}

	void put(Claim claim) {
		this.claims.put(claim.id(), claim);
	}

	/**
	 * Forgets a claim, whose place is gone.
	 * @return whether it was known
	 */
	boolean remove(Claim claim) {
		claim.disarm();
		return this.claims.remove(claim.id(), claim);
	}

}
