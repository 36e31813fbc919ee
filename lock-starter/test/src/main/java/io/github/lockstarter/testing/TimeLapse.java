package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Fast time, see {@link TestLocks#timeLapse()}: a quarter of a second for each
 * millisecond in which all threads that have used the locks wait. While one of them
 * works, time passes as usual, so that a busy machine causes no loss and no timeout.
 */
public final class TimeLapse implements AutoCloseable {

	private static final Duration STEP = Duration.ofMillis(250);

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private final BooleanSupplier calm;

	private final Consumer<Duration> advance;

	private final Consumer<TimeLapse> onClose;

	private final Thread thread = new Thread(this::run, "distributed-lock-test-time");

	private volatile boolean closed;

	TimeLapse(BooleanSupplier calm, Consumer<Duration> advance, Consumer<TimeLapse> onClose) {
		this.calm = calm;
		this.advance = advance;
		this.onClose = onClose;
		this.thread.setDaemon(true);
	}

	void start() {
		this.thread.start();
	}

	private void run() {
		while (!this.closed) {
			if (this.calm.getAsBoolean()) {
				this.advance.accept(STEP);
			}
			LockSupport.parkNanos(PAUSE_NANOS);
		}
	}

	@Override
	public void close() {
		this.closed = true;
		this.onClose.accept(this);
		boolean interrupted = false;
		while (this.thread.isAlive()) {
			try {
				this.thread.join();
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

}
