package io.github.lockstarter.record;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.AttemptId;

/**
 * One lock between two commands. Not safe for threads.
 */
final class LockState {

	final WaiterQueue queue;

	final LockGroup group = new LockGroup();

	@Nullable String owner;

	// the end of its lease in milliseconds, null if it has given the lock back
	@Nullable Long ends;

	// the last token that was given
	long fence;

	// the first token of the owner
	long first;

	// the attempt that owned it before, by whose hand it went on
	String former = "";

	// the end of a provisional lease that is as long as those are at most
	long handedUntil;

	LockState(int mostLooks) {
		this.queue = new WaiterQueue(mostLooks);
	}

	/**
	 * When the lease ends.
	 * @return milliseconds of the server, zero if nobody owns the lock
	 */
	long end() {
		return (this.ends != null) ? this.ends : 0;
	}

	/**
	 * Who has given it back: the owner that has, or whose minimum hold goes on.
	 */
	@Nullable String releasedBy() {
		if (this.owner == null || this.ends == null) {
			return this.owner;
		}
		return AttemptId.releasedBy(this.owner);
	}

	void own(String id, long lease, String before, long micros, long block) {
		this.first = Math.max(this.fence + 1, micros);
		this.fence = this.first + block - 1;
		this.owner = id;
		this.ends = micros / 1_000 + lease;
		this.former = before;
	}

	/**
	 * Nobody owns it; who did is known.
	 */
	void free() {
		this.ends = null;
		this.handedUntil = 0;
	}

	/**
	 * Whether those who share the lock have it, or had until their leases were over.
	 */
	boolean isShared() {
		return LockGroup.OWNER.equals(this.owner);
	}

	/**
	 * Adds somebody who shares the lock.
	 * @param token its token
	 * @param reads whether that is the one of all readers
	 * @param before who had the lock before, if nobody shares it yet
	 */
	void admit(String id, long ends, long token, boolean reads, String before) {
		if (!isShared()) {
			this.group.clear();
			this.owner = LockGroup.OWNER;
			this.first = token;
			this.former = before;
			this.ends = ends;
		}
		this.fence = Math.max(this.fence, token);
		this.ends = Math.max(end(), ends);
		this.group.admit(id, ends, reads ? 0 : token);
	}

	/**
	 * Nobody shares the lock any more; who did is not known.
	 */
	void dissolve() {
		this.owner = null;
		this.group.clear();
		free();
	}

	KeptLock kept() {
		String shared = isShared() ? this.group.text() : "";
		String waiters = this.queue.text();
		return new KeptLock(this.owner, this.ends, this.fence, this.first, this.former, this.handedUntil,
				(shared.isEmpty() || waiters.isEmpty()) ? shared + waiters : shared + '\n' + waiters);
	}

	void restore(KeptLock kept) {
		this.owner = kept.owner();
		this.ends = kept.ends();
		this.fence = kept.fence();
		this.first = kept.first();
		this.former = kept.former();
		this.handedUntil = kept.handedUntil();
		boolean shared = kept.queue().startsWith(LockGroup.OWNER);
		int end = kept.queue().indexOf('\n');
		int queue = !shared ? 0 : (end < 0) ? kept.queue().length() : end + 1;
		this.group.restore(!shared ? "" : (end < 0) ? kept.queue() : kept.queue().substring(0, end));
		this.queue.restore(kept.queue().substring(queue));
	}

}
