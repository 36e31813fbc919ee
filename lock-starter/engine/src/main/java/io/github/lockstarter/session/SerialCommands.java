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
 * The claims of this instance on one lock, and its commands for that lock: each begins
 * after the answer to the one before.
 */
final class SerialCommands {

	private final String name;

	private final Map<String, Claim> claims = new ConcurrentHashMap<>();

	private final Map<String, Moment> expected = new ConcurrentHashMap<>();

	private final ReentrantLock mutex = new ReentrantLock();

	private final Queue<Supplier<CompletionStage<?>>> commands = new ArrayDeque<>();

	private boolean busy;

	private final AtomicBoolean reconciling = new AtomicBoolean();

	private volatile boolean doubted;

	SerialCommands(String name) {
		this.name = name;
	}

	String name() {
		return this.name;
	}

	// Does not begin it. The command must not throw.
	void add(Supplier<CompletionStage<?>> command) {
		this.mutex.lock();
		try {
			this.commands.add(command);
		}
		finally {
			this.mutex.unlock();
		}
	}

	// idle runs when nothing is left to do
	void runNext(Runnable idle) {
		Supplier<CompletionStage<?>> command = next();
		while (command != null) {
			CompletionStage<?> running = command.get();
			if (!running.toCompletableFuture().isDone()) {
				running.whenComplete((answer, failure) -> {
					done();
					runNext(idle);
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

	boolean isIdle() {
		this.mutex.lock();
		try {
			return !this.busy && this.commands.isEmpty();
		}
		finally {
			this.mutex.unlock();
		}
	}

	boolean isOver() {
		return isIdle() && this.claims.isEmpty() && !this.doubted;
	}

	// The directory may have other places of this instance than the claims here.
	boolean isInDoubt() {
		return this.doubted;
	}

	void doubt() {
		this.doubted = true;
	}

	void clearDoubt() {
		this.expected.clear();
		this.doubted = false;
	}

	void expect(String id, Moment until) {
		if (!this.doubted) {
			this.expected.clear();
		}
		this.expected.put(id, until);
	}

	// A place without a claim here was taken for this attempt, which has not received the
	// answer.
	boolean isExpected(String id, Moment now) {
		return now.nanosUntil(expectedUntil(id, now)) > 0;
	}

	Moment expectedUntil(String id, Moment now) {
		return this.expected.getOrDefault(id, now);
	}

	// Marks the lane for reconciliation; false if it was marked already.
	boolean markForReconciliation() {
		return this.reconciling.compareAndSet(false, true);
	}

	void beginReconciliation() {
		this.reconciling.set(false);
	}

	@Nullable Claim claim(String id) {
		return this.claims.get(id);
	}

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

	boolean remove(Claim claim) {
		claim.disarm();
		return this.claims.remove(claim.id(), claim);
	}

}
