package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * The grants that readers of this JVM share: one of them asks the store, others join
 * without a request, and the last one that leaves releases the lock.
 */
final class SharedReads {

	private static final int MOST_READERS = 64;

	private final EngineContext context;

	private final ConcurrentMap<String, Grant> grants = new ConcurrentHashMap<>();

	SharedReads(EngineContext context) {
		this.context = context;
	}

	@Nullable Grant join(String name) {
		Grant grant = this.grants.get(name);
		if (grant == null || grant.enter()) {
			return grant;
		}
		this.grants.remove(name, grant);
		return null;
	}

	Grant begin(String name, AttemptOutcome.Granted granted) {
		Grant grant = new Grant(name, granted);
		this.grants.put(name, grant);
		return grant;
	}

	/**
	 * One grant of the store that several readers share, each with a hold, a deadline and
	 * renewals of its own.
	 */
	final class Grant {

		private final ReentrantLock mutex = new ReentrantLock();

		private final String name;

		private final Ownership ownership;

		private final long beginNanos;

		private LeaseDeadline deadline;

		private int entered = 1;

		private int readers = 1;

		private boolean closed;

		// Combines those of the readers that have left.
		private @Nullable Release release;

		private Grant(String name, AttemptOutcome.Granted granted) {
			this.name = name;
			this.ownership = granted.ownership();
			this.deadline = granted.deadline();
			this.beginNanos = SharedReads.this.context.nanoTime();
		}

		boolean enter() {
			return enter(isOlderThanATurn());
		}

		// For readers that queued before the grant.
		boolean enterFromTheQueue() {
			return enter(false);
		}

		private boolean enter(boolean late) {
			this.mutex.lock();
			try {
				this.closed |= late || this.entered >= MOST_READERS
						|| this.deadline.remainingNanos(SharedReads.this.context.now()) <= handOffLease().toNanos() / 2;
				if (!this.closed) {
					this.entered++;
					this.readers++;
				}
				return !this.closed;
			}
			finally {
				this.mutex.unlock();
			}
		}

		boolean isOlderThanATurn() {
			return SharedReads.this.context.nanoTime() - this.beginNanos >= SharedReads.this.context.turnNanos();
		}

		private Duration handOffLease() {
			return SharedReads.this.context.settings().handOffLease();
		}

		boolean hasOthers() {
			this.mutex.lock();
			try {
				return this.readers > 1;
			}
			finally {
				this.mutex.unlock();
			}
		}

		// A reader that joins renews at once if less than half of the lease is left.
		AttemptOutcome.Granted granted() {
			this.mutex.lock();
			try {
				long left = this.deadline.remainingNanos(SharedReads.this.context.now());
				return new AttemptOutcome.Granted(this.ownership, this.deadline,
						left < SharedReads.this.context.settings().leaseTime().toNanos() / 2);
			}
			finally {
				this.mutex.unlock();
			}
		}

		// The renewal of one reader counts for all.
		void extendTo(LeaseDeadline later) {
			this.mutex.lock();
			try {
				this.deadline = this.deadline.orLater(later, SharedReads.this.context.now());
			}
			finally {
				this.mutex.unlock();
			}
		}

		void close() {
			this.mutex.lock();
			try {
				this.closed = true;
			}
			finally {
				this.mutex.unlock();
			}
			SharedReads.this.grants.remove(this.name, this);
		}

		// Null while other readers remain.
		@Nullable Release leave(Release release) {
			this.mutex.lock();
			try {
				this.readers--;
				this.release = (this.release != null) ? release.after(this.release) : release;
				if (this.readers > 0) {
					return null;
				}
				this.closed = true;
			}
			finally {
				this.mutex.unlock();
			}
			SharedReads.this.grants.remove(this.name, this);
			return this.release;
		}

	}

}
