package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * A query about a lock, or a forced release, by a caller that does not want to hold the
 * lock.
 */
final class AdministratorCall {

	private final Engine engine;

	private final EngineContext context;

	private final String name;

	private final long beginNanos;

	AdministratorCall(Engine engine, String name) {
		this.engine = engine;
		this.context = engine.context();
		this.name = LockRequest.of(name).name();
		this.beginNanos = this.context.nanoTime();
	}

	StoreReply await(Function<String, CompletionStage<StoreReply>> question) {
		this.engine.awaitStart();
		try {
			return answer(question, true).join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof LockException refused) ? refused : ex;
		}
	}

	CompletionStage<StoreReply> ask(Function<String, CompletionStage<StoreReply>> question) {
		return this.engine.isToBeStarted() ? this.engine.started().thenCompose((done) -> answer(question, false))
				: answer(question, false);
	}

	private CompletableFuture<StoreReply> answer(Function<String, CompletionStage<StoreReply>> question,
			boolean blocks) {
		if (!this.engine.isRunning()) {
			return CompletableFuture.failedFuture(refused(Refusal.SHUT_DOWN, null, Duration.ZERO));
		}
		CompletableFuture<StoreReply> answer = new CompletableFuture<>();
		this.context.await(question.apply(this.name), blocks).whenComplete((reply, failure) -> {
			if (failure != null) {
				answer.completeExceptionally(refused(Refusal.UNAVAILABLE, StoreException.of(failure),
						Duration.ofNanos(this.context.nanoTime() - this.beginNanos)));
			}
			else {
				answer.complete(reply);
			}
		});
		return answer;
	}

	// If the holder was of this application, its next renewal finds the loss; this only
	// makes that renewal due now.
	boolean isTaken(StoreReply reply) {
		boolean taken = reply.status() == StoreReply.Status.RELEASED;
		if (taken) {
			this.engine.renewal().askFor(this.name);
		}
		return taken;
	}

	private LockException refused(Refusal reason, @Nullable StoreException trouble, Duration waited) {
		return LockFailures.refused(this.context.store(), this.name, Holders.exclusive(),
				new AttemptOutcome.Failed(reason, trouble), Duration.ZERO, waited);
	}

	// Empty if the lock is free or the store cannot be asked.
	static Optional<String> holderOf(Engine engine, String name) {
		AdministratorCall call = new AdministratorCall(engine, name);
		try {
			return call.described(call.await(engine.context().store()::describe)).map(LockInfo::holder);
		}
		catch (LockException ex) {
			return Optional.empty();
		}
	}

	Optional<LockInfo> described(StoreReply reply) {
		if (reply.status() != StoreReply.Status.HELD) {
			return Optional.empty();
		}
		StoreReply.Sharers sharers = reply.sharers();
		Duration left = Duration.ofMillis(reply.leaseMillis());
		int waiters = (int) reply.queue();
		return Optional
			.of(sharers.some().isEmpty() ? new LockInfo(this.name, reply.holder(), reply.firstToken(), left, waiters)
					: new LockInfo(this.name, reply.holder(), reply.firstToken(), left, waiters,
							(sharers.readers() > 0) ? LockMode.READ : LockMode.WRITE,
							sharers.some()
								.stream()
								.map((sharer) -> new LockInfo.Holder(sharer.holder(), sharer.fencingToken()))
								.toList(),
							(int) (sharers.readers() + sharers.permits())));
	}

}
