package io.github.lockstarter.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * The answer of a round, found under a mutex and told when that is free: who is told
 * takes locks of its own, under which it asks.
 */
final class PendingAnswer {

	private static final Runnable NOTHING = () -> {
	};

	private final ReentrantLock mutex;

	private final CompletableFuture<StoreReply> answer = new CompletableFuture<>();

	// What was found and is not told yet.
	private final AtomicReference<Runnable> found = new AtomicReference<>(NOTHING);

	PendingAnswer(ReentrantLock mutex) {
		this.mutex = mutex;
	}

	CompletionStage<StoreReply> stage() {
		return this.answer;
	}

	/**
	 * Takes one step, and then tells what came out. A step within a step, where a node
	 * answers at once, leaves that to the outer one. What a step throws is an answer,
	 * too: nobody else would ever give one.
	 */
	void guarded(Runnable step) {
		this.mutex.lock();
		try {
			step.run();
		}
		catch (RuntimeException ex) {
			fails(StoreException.of(ex));
		}
		finally {
			this.mutex.unlock();
		}
		if (!this.mutex.isHeldByCurrentThread()) {
			this.found.getAndSet(NOTHING).run();
		}
	}

	/**
	 * This is the answer. Call it in a step.
	 */
	void is(StoreReply reply) {
		this.found.set(() -> this.answer.complete(reply));
	}

	/**
	 * There is none. Call it in a step.
	 */
	void fails(StoreException failure) {
		this.found.set(() -> this.answer.completeExceptionally(failure));
	}

}
