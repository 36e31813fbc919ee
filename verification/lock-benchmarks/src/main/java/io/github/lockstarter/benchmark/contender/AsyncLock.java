package io.github.lockstarter.benchmark.contender;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.async.AsyncLockOperations;

/**
 * The starter for callers that do not block: one JVM has as many of them as it likes.
 */
public final class AsyncLock implements AutoCloseable {

	// A question that comes behind ten thousand others may be too late.
	private static final int ATTEMPTS = 30;

	private final ConfigurableApplicationContext application;

	private final AsyncLockOperations locks;

	/**
	 * Starts an application. Returns when it is connected.
	 * @param endpoint where the locks are kept
	 */
	public AsyncLock(Endpoint endpoint) {
		this.application = LockApplication.start(endpoint, LockApplication.on(endpoint));
		this.locks = this.application.getBean(AsyncLockOperations.class);
		enter("connected").join();
	}

	/**
	 * Waits for a lock and gives it back at once.
	 * @param name the lock name
	 * @return completed when that is done
	 */
	public CompletableFuture<@Nullable Void> enter(String name) {
		return this.locks.acquire(LockRequest.of(name).waitTime(Duration.ofMinutes(10)))
			.thenCompose(AsyncLease::release);
	}

	/**
	 * Returns when Redis has seen all questions that were asked before: they travel on
	 * one connection.
	 */
	public void awaitAsked() {
		for (int attempt = 1;; attempt++) {
			try {
				this.locks.describe("asked").join();
				return;
			}
			catch (CompletionException ex) {
				if (attempt == ATTEMPTS) {
					throw ex;
				}
			}
		}
	}

	@Override
	public void close() {
		this.application.close();
	}

}
