package io.github.lockstarter.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * The answer of a round: found under a mutex and completed after it is free, because
 * callbacks take locks under which they ask.
 */
final class PendingAnswer {

	private static final Runnable NOTHING = () -> {
	};

	private final ReentrantLock mutex;

	private final CompletableFuture<StoreReply> answer = new CompletableFuture<>();

	// found, but not completed yet
	private final AtomicReference<Runnable> found = new AtomicReference<>(NOTHING);

	PendingAnswer(ReentrantLock mutex) {
		this.mutex = mutex;
	}

	CompletionStage<StoreReply> stage() {
		return this.answer;
	}

	// A nested step, where a node answers at once, leaves the completion to the outer
	// one. An exception is an answer too: there would be no other.
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

	void is(StoreReply reply) {
		this.found.set(() -> this.answer.complete(reply));
	}

	void fails(StoreException failure) {
		this.found.set(() -> this.answer.completeExceptionally(failure));
	}

}
