package io.github.lockstarter.autoconfigure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * An application that all tests of a class share, because none of them changes what
 * another one asserts. It runs until it is closed.
 */
public final class SharedApplication implements AutoCloseable {

	private final CountDownLatch closed = new CountDownLatch(1);

	private final CompletableFuture<Void> run;

	private final AssertableApplicationContext context;

	/**
	 * Starts the application. A runner ends it as soon as its consumer returns, so that
	 * consumer waits, on a thread of its own.
	 */
	public SharedApplication(ApplicationContextRunner application) {
		CompletableFuture<AssertableApplicationContext> started = new CompletableFuture<>();
		this.run = CompletableFuture.runAsync(() -> application.run((context) -> {
			started.complete(context);
			this.closed.await();
		}), (task) -> new Thread(task, "shared-application").start());
		this.run.whenComplete((ended, failure) -> started.completeExceptionally(
				(failure != null) ? failure : new IllegalStateException("ended before it was started")));
		this.context = started.join();
	}

	public AssertableApplicationContext context() {
		return this.context;
	}

	public <T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	@Override
	public void close() {
		this.closed.countDown();
		this.run.join();
	}

}
