package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * The locks that readers of this JVM read together: one of them asks the store, and those
 * who come while it may be joined enter without a word to it. The last one that leaves
 * gives back what the store has given. Each has a hold of its own, with its own deadline
 * and renewal, all under one attempt.
 *
 * <p>
 * A stream of readers here must not keep a writer elsewhere waiting, of whom nobody here
 * knows. So a grant may be joined for as long as a turn of this JVM may last, by
 * {@value #MOST_READERS} readers at most; who comes then asks the store, and stands
 * behind the writer.
 */
final class SharedReads {

	private static final int MOST_READERS = 64;

	private final EngineContext context;

	private final ConcurrentMap<String, Grant> grants = new ConcurrentHashMap<>();

	SharedReads(EngineContext context) {
		this.context = context;
	}

	/**
	 * Enters beside the readers of this JVM.
	 * @return what they have, or {@code null} if there is nothing to join
	 */
	@Nullable Grant join(String name) {
		Grant grant = this.grants.get(name);
		if (grant == null || grant.enter()) {
			return grant;
		}
		this.grants.remove(name, grant);
		return null;
	}

	/**
	 * One reader was granted the lock, and others may join.
	 */
	Grant begin(String name, AttemptOutcome.Granted granted) {
		Grant grant = new Grant(name, granted);
		this.grants.put(name, grant);
		return grant;
	}

	/**
	 * What the store has given to one reader, and several have.
	 */
	final class Grant {

		private final ReentrantLock mutex = new ReentrantLock();

		private final String name;

		private final Ownership ownership;

		private final long begin;

		private LeaseDeadline deadline;

		private int entered = 1;

		private int readers = 1;

		private boolean closed;

		// Of those who have left.
		private @Nullable Release release;

		private Grant(String name, AttemptOutcome.Granted granted) {
			this.name = name;
			this.ownership = granted.ownership();
			this.deadline = granted.deadline();
			this.begin = SharedReads.this.context.nanoTime();
		}

		/**
		 * One reader more, that comes now.
		 * @return whether it is in; otherwise nobody may join any more
		 */
		boolean enter() {
			return enter(isOlderThanATurn());
		}

		/**
		 * One reader more, that was here before the lock was granted.
		 * @return whether it is in; otherwise nobody may join any more
		 */
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

		/**
		 * Whether the store has given it longer ago than a turn of this JVM lasts.
		 */
		boolean isOlderThanATurn() {
			return SharedReads.this.context.nanoTime() - this.begin >= SharedReads.this.context.turnNanos();
		}

		private Duration handOffLease() {
			return SharedReads.this.context.settings().handOffLease();
		}

		/**
		 * Whether more than one reader has it.
		 */
		boolean hasOthers() {
			this.mutex.lock();
			try {
				return this.readers > 1;
			}
			finally {
				this.mutex.unlock();
			}
		}

		/**
		 * What one that has joined is granted; it renews at once if half of the lease is
		 * gone, or was not given yet.
		 */
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

		/**
		 * A renewal of one of them was answered, which is one for all.
		 */
		void extendTo(LeaseDeadline later) {
			this.mutex.lock();
			try {
				this.deadline = this.deadline.orLater(later, SharedReads.this.context.now());
			}
			finally {
				this.mutex.unlock();
			}
		}

		/**
		 * Nobody may join any more: it may be lost.
		 */
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

		/**
		 * A reader leaves.
		 * @param release how it would give the lock back
		 * @return how it has to, if it was the last one: also for those who have left
		 * before; otherwise {@code null}
		 */
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
