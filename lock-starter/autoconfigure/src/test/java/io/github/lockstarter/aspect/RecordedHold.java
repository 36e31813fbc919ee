package io.github.lockstarter.aspect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockRequest;

/**
 * One lock of {@link RecordingLockOperations} while somebody has it.
 */
final class RecordedHold {

	private final String name;

	private final long token;

	private final BiConsumer<RecordedHold, Boolean> ended;

	private final Thread owner = Thread.currentThread();

	private final Object monitor = new Object();

	private final List<Runnable> listeners = new ArrayList<>();

	private int open;

	private boolean minHold;

	private volatile boolean lost;

	RecordedHold(String name, long token, BiConsumer<RecordedHold, Boolean> ended) {
		this.name = name;
		this.token = token;
		this.ended = ended;
	}

	String name() {
		return this.name;
	}

	long token() {
		return this.token;
	}

	boolean isMine() {
		return this.owner == Thread.currentThread();
	}

	boolean isLost() {
		return this.lost;
	}

	void ensureNotLost() {
		if (this.lost) {
			throw new LockLostException(this.name, "The lease of lock '" + this.name + "' is lost");
		}
	}

	Lease open(LockRequest request) {
		synchronized (this.monitor) {
			this.open++;
		}
		return new RecordedLease(!request.minHold().isZero());
	}

	void lose() {
		List<Runnable> told;
		synchronized (this.monitor) {
			this.lost = true;
			told = List.copyOf(this.listeners);
		}
		// on a thread of the lock, never on the caller's
		CompletableFuture.runAsync(() -> told.forEach(Runnable::run), (task) -> new Thread(task, "lock-loss").start())
			.join();
	}

	private void close(boolean keep) {
		boolean last;
		synchronized (this.monitor) {
			this.open--;
			this.minHold |= keep;
			last = (this.open == 0);
		}
		if (last) {
			this.ended.accept(this, this.minHold && !this.lost);
		}
	}

	private final class RecordedLease implements Lease {

		private final boolean minHold;

		private boolean closed;

		private boolean told;

		RecordedLease(boolean minHold) {
			this.minHold = minHold;
		}

		@Override
		public String name() {
			return RecordedHold.this.name;
		}

		@Override
		public long fencingToken() {
			return RecordedHold.this.token;
		}

		@Override
		public boolean isHeld() {
			return !this.closed && !RecordedHold.this.lost;
		}

		@Override
		public Duration remaining() {
			return isHeld() ? Duration.ofSeconds(30) : Duration.ZERO;
		}

		@Override
		public void ensureHeld() {
			if (RecordedHold.this.lost) {
				this.told = true;
			}
			ensureNotLost();
			if (this.closed) {
				throw new IllegalStateException("The lease was closed");
			}
		}

		@Override
		public Lease onLost(Runnable listener) {
			synchronized (RecordedHold.this.monitor) {
				RecordedHold.this.listeners.add(listener);
			}
			if (RecordedHold.this.lost) {
				lose();
			}
			return this;
		}

		@Override
		public void release() {
			close(this.minHold);
		}

		@Override
		public void releaseNow() {
			close(false);
		}

		private void close(boolean keep) {
			if (!this.closed) {
				this.closed = true;
				RecordedHold.this.close(keep);
			}
		}

		@Override
		public void close() {
			release();
			if (RecordedHold.this.lost && !this.told) {
				ensureNotLost();
			}
		}

	}

}
