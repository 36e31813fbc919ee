package io.github.lockstarter.proof.history;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One caller's way: start, entry, exit, end. Filled while a history is read, not changed
 * afterwards. A time that is zero did not come, also because the process was killed.
 */
public final class Operation {

	private static final String LIMIT = "limit=";

	private final String client;

	private final String id;

	private final String lock;

	private final long start;

	private final long waitMillis;

	private final long leaseMillis;

	private final long minHoldMillis;

	private final boolean fair;

	private final boolean oneOfSeveral;

	private final int limit;

	long enter;

	long token;

	long deadlineAtEntry;

	long deadline;

	long lostAt;

	long exit;

	long end;

	boolean reportedLost;

	long interrupted;

	long begun;

	boolean heldAtBegin;

	@Nullable String refusal;

	@Nullable Block block;

	final List<Look> looks = new ArrayList<>();

	Operation(String client, Line line) {
		this.client = client;
		this.id = line.text(0);
		this.start = line.nanos();
		this.lock = line.text(1);
		this.waitMillis = line.number(2);
		this.leaseMillis = line.number(3);
		this.minHoldMillis = line.number(4);
		this.fair = "fair".equals(line.text(5));
		boolean several = false;
		int most = Attempt.ALONE;
		for (int i = 6; i < line.size(); i++) {
			if (line.text(i).startsWith(LIMIT)) {
				most = Integer.parseInt(line.text(i).substring(LIMIT.length()));
			}
			else {
				several = true;
			}
		}
		this.oneOfSeveral = several;
		this.limit = most;
	}

	public String client() {
		return this.client;
	}

	public String id() {
		return this.id;
	}

	/**
	 * What its call is known by: the same for all locks that are asked for together, and
	 * for no other call.
	 * @return its client, and the id up to the number of the lock
	 */
	public String call() {
		return this.client + " " + this.id.substring(0, this.oneOfSeveral ? this.id.indexOf('/') : this.id.length());
	}

	public String lock() {
		return this.lock;
	}

	public long start() {
		return this.start;
	}

	/**
	 * The block of tokens of its client and lock that begins last before its own token.
	 * @return the block, or {@code null} if there is none
	 */
	public @Nullable Block block() {
		return this.block;
	}

	/**
	 * Whether its token was granted to its client.
	 * @return whether the token lies in a block
	 */
	public boolean isGranted() {
		return this.block != null && this.block.contains(this.token);
	}

	/**
	 * From when on the ownership may exist under which it held: since its own start, or
	 * since a caller before it in the same JVM asked.
	 * @return the time
	 */
	public long ownedSince() {
		return isGranted() ? Math.min(this.start, this.block.asked()) : this.start;
	}

	public long waitMillis() {
		return this.waitMillis;
	}

	/**
	 * The fixed lease.
	 * @return its length, zero for a renewed lease
	 */
	public long leaseMillis() {
		return this.leaseMillis;
	}

	public long minHoldMillis() {
		return this.minHoldMillis;
	}

	public boolean fair() {
		return this.fair;
	}

	/**
	 * How many may have the lock at once by what it asks for.
	 * @return 1 for a lock that it has alone, 0 for any number: it reads
	 */
	public int limit() {
		return this.limit;
	}

	/**
	 * Whether others may have the lock at the same time.
	 * @return whether it reads, or has a permit
	 */
	public boolean isShared() {
		return this.limit != Attempt.ALONE;
	}

	/**
	 * Whether it has the lock with all others that read.
	 * @return whether it reads
	 */
	public boolean isReader() {
		return this.limit == 0;
	}

	/**
	 * Whether it may have what others of its process have asked for: those who ask for
	 * nothing but to read do.
	 * @return whether it reads together with others
	 */
	public boolean isJoined() {
		return isReader() && this.leaseMillis == 0 && this.minHoldMillis == 0 && !this.fair;
	}

	/**
	 * Whether it is for one of several locks that were asked for together.
	 * @return whether it is one of several
	 */
	public boolean isOneOfSeveral() {
		return this.oneOfSeveral;
	}

	/**
	 * When its caller had the lease and looked at it for the first time.
	 * @return the time, zero if it never had
	 */
	public long begun() {
		return this.begun;
	}

	/**
	 * What the lease said then.
	 * @return whether it was held
	 */
	public boolean wasHeldAtBegin() {
		return this.heldAtBegin;
	}

	public boolean hasEntered() {
		return this.enter != 0;
	}

	public long enter() {
		return this.enter;
	}

	public long token() {
		return this.token;
	}

	/**
	 * Until when the lease was held, as it said when the work began.
	 * @return the deadline at the entry
	 */
	public long deadlineAtEntry() {
		return this.deadlineAtEntry;
	}

	/**
	 * Until when the lease has said that it is held.
	 * @return the last deadline it gave
	 */
	public long deadline() {
		return this.deadline;
	}

	/**
	 * When the loss was seen.
	 * @return the time, zero for none
	 */
	public long lostAt() {
		return this.lostAt;
	}

	public long exit() {
		return this.exit;
	}

	/**
	 * When the caller had its answer, or its lease closed.
	 * @return the time, zero if it never had
	 */
	public long end() {
		return this.end;
	}

	/**
	 * When its wait was over: it had the lock, or an answer without it.
	 * @return the time, zero if it had none
	 */
	public long answered() {
		return hasEntered() ? this.enter : this.end;
	}

	public boolean isReportedLost() {
		return this.reportedLost;
	}

	/**
	 * What it has read of the protected resource as one of those who share the lock.
	 * @return the reads in their order
	 */
	public List<Look> looks() {
		return this.looks;
	}

	/**
	 * When its caller was interrupted.
	 * @return the time, zero for never
	 */
	public long interrupted() {
		return this.interrupted;
	}

	/**
	 * Why it was not acquired.
	 * @return the reason, {@code null} if it was or if there is no answer
	 */
	public @Nullable String refusal() {
		return this.refusal;
	}

	/**
	 * Until when it held the lock as far as it could know: the exit, the loss or the
	 * deadline, whichever came first.
	 * @return the end of the hold
	 */
	public long holdEnd() {
		long end = this.deadline;
		end = (this.exit != 0) ? Math.min(end, this.exit) : end;
		return (this.lostAt != 0) ? Math.min(end, this.lostAt) : end;
	}

	@Override
	public String toString() {
		return this.id + " on " + this.lock + " [start " + this.start + ", enter " + this.enter + ", exit " + this.exit
				+ ", deadline " + this.deadline + ", token " + this.token + "]";
	}

}
