package io.github.lockstarter;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.text.DurationText;
import io.github.lockstarter.text.LoggedText;

/**
 * What a caller asks of a lock: its name, how long to wait for it, for how long to hold
 * it, with whom to share it. Immutable; every method that sets something returns a new
 * request. What is not set comes from the {@code distributed-lock.*} properties.
 */
public final class LockRequest {

	private static final Duration SHORTEST_LEASE = Duration.ofMillis(10);

	// A longer one is a mistake in the unit.
	private static final Duration LONGEST = Duration.ofDays(30);

	private static final int ANY_NUMBER = 0;

	private static final int ALONE = 1;

	private final LockNames names;

	private final @Nullable Duration waitTime;

	private final @Nullable Duration leaseTime;

	private final Duration minHold;

	private final boolean fair;

	private final @Nullable ReleaseMode release;

	// How many may hold it at once: ANY_NUMBER for those who read.
	private final int limit;

	private LockRequest(LockNames names) {
		this(names, null, null, Duration.ZERO, false, null, ALONE);
	}

	private LockRequest(LockNames names, @Nullable Duration waitTime, @Nullable Duration leaseTime, Duration minHold,
			boolean fair, @Nullable ReleaseMode release, int limit) {
		this.names = names;
		this.waitTime = waitTime;
		this.leaseTime = leaseTime;
		this.minHold = minHold;
		this.fair = fair;
		this.release = release;
		this.limit = limit;
	}

	/**
	 * A request for the lock of that name, with the settings of the properties.
	 * @param name the full lock name, without the configured key prefix; one name is one
	 * lock for everybody on the same store
	 * @return the request
	 * @throws InvalidLockKeyException if the name is blank
	 */
	public static LockRequest of(String name) {
		return new LockRequest(LockNames.of(name));
	}

	/**
	 * A request for the lock of one thing among others of its kind. Its name is
	 * {@code namespace:key}.
	 * @param namespace what kind of thing is locked, such as "order": what meters, spans
	 * and logs are grouped by, so that it must not change from call to call
	 * @param key which one: text, a number, an id, a record of such values; the same text
	 * on every server
	 * @return the request
	 * @throws InvalidLockKeyException if one of them is blank, or the key has no text
	 * that is the same on every server
	 */
	public static LockRequest of(String namespace, Object key) {
		return new LockRequest(LockNames.of(namespace, key));
	}

	/**
	 * A request for several locks, all or none of them, with the settings of the
	 * properties. They are tried together; if one is not free, the others are given back
	 * and all are waited for in the order of their names, so that two such requests never
	 * wait for each other. The one wait time is for all of them. One that is lost while
	 * another is waited for, such as one with a fixed lease shorter than that wait, is
	 * asked for again: all are held when the lease is handed out, as far as can be known.
	 * @param names the full lock names; the order does not matter, and a name that is
	 * there twice counts once
	 * @return the request; for a single name the same as {@link #of(String)}
	 * @throws InvalidLockKeyException if there is no name, or one is blank
	 */
	public static LockRequest ofAll(Collection<String> names) {
		return new LockRequest(LockNames.ofAll(names));
	}

	/**
	 * A request for several locks; otherwise as {@link #ofAll(Collection)}.
	 * @param names the full lock names
	 * @return the request
	 * @throws InvalidLockKeyException if there is no name, or one is blank
	 */
	public static LockRequest ofAll(String... names) {
		return ofAll(List.of(names));
	}

	/**
	 * A request for several things of one kind; otherwise as {@link #of(String, Object)}
	 * and {@link #ofAll(Collection)}.
	 * @param namespace what kind of things are locked
	 * @param keys which ones
	 * @return the request
	 * @throws InvalidLockKeyException if there is no key, one is blank, or has no text
	 * that is the same on every server
	 */
	public static LockRequest ofAll(String namespace, Collection<?> keys) {
		return new LockRequest(LockNames.ofAll(namespace, keys));
	}

	/**
	 * What meters, spans and logs group this lock by, where that is not the text before
	 * the first colon of its name. The name stays as it is.
	 * @param namespace what kind of thing is locked; it must not change from call to call
	 * @return a request with that namespace
	 * @throws InvalidLockKeyException if it is blank
	 */
	public LockRequest namespace(String namespace) {
		return new LockRequest(this.names.in(namespace), this.waitTime, this.leaseTime, this.minHold, this.fair,
				this.release, this.limit);
	}

	/**
	 * How long to wait for a lock that another holds. The one budget covers the local
	 * queue, the network and a store that does not answer.
	 * @param waitTime the longest wait; zero does not wait, see {@link #noWait()}
	 * @return a request that waits so long
	 * @throws IllegalArgumentException if the duration is negative or longer than 30 days
	 */
	public LockRequest waitTime(Duration waitTime) {
		return new LockRequest(this.names, notTooLong("waitTime", notNegative("waitTime", waitTime)), this.leaseTime,
				this.minHold, this.fair, this.release, this.limit);
	}

	/**
	 * Ask once and do not wait.
	 * @return a request with a wait time of zero
	 */
	public LockRequest noWait() {
		return waitTime(Duration.ZERO);
	}

	/**
	 * Hold the lock for a fixed time. This turns renewal off: when the time is over the
	 * lease is lost, whether the work has ended or not. Without it the default lease time
	 * applies, renewed while the lock is held.
	 * @param leaseTime the length of the lease, at least 10 milliseconds, to the
	 * millisecond
	 * @return a request with that fixed lease
	 * @throws IllegalArgumentException if the duration is shorter than 10 milliseconds or
	 * longer than 30 days
	 */
	public LockRequest leaseTime(Duration leaseTime) {
		Objects.requireNonNull(leaseTime, "leaseTime");
		if (leaseTime.compareTo(SHORTEST_LEASE) < 0) {
			throw new IllegalArgumentException("leaseTime must be at least 10ms, not " + DurationText.of(leaseTime)
					+ ": a shorter lease is over before its holder has heard of it");
		}
		return new LockRequest(this.names, this.waitTime, notTooLong("leaseTime", leaseTime), this.minHold, this.fair,
				this.release, this.limit);
	}

	/**
	 * Keep the lock taken until this long after its acquisition, even when the work ends
	 * sooner: the idempotency window in which a repeated message finds the lock taken. It
	 * applies to a locked method and to {@code execute} when the work returned normally;
	 * work that threw frees the lock at once. A lease of one's own is closed with
	 * {@link Lease#releaseNow()} when the work has failed.
	 * @param minHold the window, counted from the acquisition, to the millisecond; where
	 * the caller holds the lock already, from this one
	 * @return a request with that window
	 * @throws IllegalArgumentException if the duration is negative or longer than 30 days
	 */
	public LockRequest minHold(Duration minHold) {
		return new LockRequest(this.names, this.waitTime, this.leaseTime,
				notTooLong("minHold", notNegative("minHold", minHold)), this.fair, this.release, this.limit);
	}

	/**
	 * Whether to be served in strict order of arrival among the fair requests of all
	 * servers, at the price of a place of its own in the store for each waiting caller. A
	 * server that messages cannot reach for a while may be overtaken meanwhile.
	 * @param fair whether to be served in that order
	 * @return a request with that order
	 */
	public LockRequest fair(boolean fair) {
		return new LockRequest(this.names, this.waitTime, this.leaseTime, this.minHold, fair, this.release, this.limit);
	}

	/**
	 * For what the holder waits when it gives the lock back. Of several leases of one
	 * holder on one lock, the last one that is closed decides.
	 * @param release for what to wait
	 * @return a request with that way of giving back
	 */
	public LockRequest release(ReleaseMode release) {
		Objects.requireNonNull(release, "release");
		return new LockRequest(this.names, this.waitTime, this.leaseTime, this.minHold, this.fair, release, this.limit);
	}

	/**
	 * Whether to hold the lock alone, or beside all others that read. Those who come are
	 * served in the order of their arrival, whatever they ask for, but for short turns
	 * within one JVM ({@code distributed-lock.cohort.*}): neither readers nor writers
	 * starve. A caller that reads enters again as a reader; to ask for
	 * {@link LockMode#WRITE} then is a {@link LockUpgradeException}.
	 * @param mode how the lock is shared
	 * @return a request with that mode
	 * @throws IllegalArgumentException if readers are to be limited by
	 * {@linkplain #permits(int) permits}
	 */
	public LockRequest mode(LockMode mode) {
		Objects.requireNonNull(mode, "mode");
		return (mode == LockMode.READ) ? limited(ANY_NUMBER, this.limit > ALONE)
				: limited((this.limit == ANY_NUMBER) ? ALONE : this.limit, false);
	}

	/**
	 * How many may hold the lock at once, each with a fencing token of its own that says
	 * who it is and cannot fence: several are right at the same time. The limit belongs
	 * to the request and is not stored: whoever enters finds fewer holders than its own
	 * limit.
	 * @param permits the limit; 1 for the lock that one holds alone
	 * @return a request with that limit
	 * @throws IllegalArgumentException if it is less than 1, or more than 1 for a
	 * {@linkplain LockMode#READ reader}
	 */
	public LockRequest permits(int permits) {
		if (permits < 1) {
			throw new IllegalArgumentException("permits must be at least 1, not " + permits);
		}
		return limited((this.limit == ANY_NUMBER) ? ANY_NUMBER : permits, this.limit == ANY_NUMBER && permits > ALONE);
	}

	private LockRequest limited(int holders, boolean contradiction) {
		if (contradiction) {
			throw new IllegalArgumentException("a lock with mode READ cannot have permits: any number of callers "
					+ "reads at once. Give the limited work a name of its own");
		}
		return new LockRequest(this.names, this.waitTime, this.leaseTime, this.minHold, this.fair, this.release,
				holders);
	}

	/**
	 * What kind of thing is locked: what meters, spans and logs group it by.
	 * @return the namespace; by default the text before the first colon of the (first)
	 * name, or all of it if there is none
	 */
	public String namespace() {
		return this.names.namespace();
	}

	/**
	 * The lock name, for a request of one lock.
	 * @return the full name, without the configured key prefix
	 * @throws IllegalStateException if several locks are asked for: whoever does not know
	 * of such requests must not take one lock for all
	 */
	public String name() {
		return this.names.single();
	}

	/**
	 * The lock names.
	 * @return the full names, sorted, each once; one for most requests
	 */
	public List<String> names() {
		return this.names.all();
	}

	/**
	 * The longest wait.
	 * @return the wait time, empty for that of the properties
	 */
	public Optional<Duration> waitTime() {
		return Optional.ofNullable(this.waitTime);
	}

	/**
	 * The fixed lease.
	 * @return the lease time, empty for that of the properties with renewal
	 */
	public Optional<Duration> leaseTime() {
		return Optional.ofNullable(this.leaseTime);
	}

	/**
	 * The idempotency window.
	 * @return the minimum hold, zero for none
	 */
	public Duration minHold() {
		return this.minHold;
	}

	/**
	 * The order of service.
	 * @return whether strict order of arrival is asked for
	 */
	public boolean fair() {
		return this.fair;
	}

	/**
	 * For what the holder waits when it gives the lock back.
	 * @return the way of giving back, empty for that of the properties
	 */
	public Optional<ReleaseMode> release() {
		return Optional.ofNullable(this.release);
	}

	/**
	 * How the lock is shared.
	 * @return the mode: READ for a request that reads, WRITE for all others, also for one
	 * with permits
	 */
	public LockMode mode() {
		return (this.limit == ANY_NUMBER) ? LockMode.READ : LockMode.WRITE;
	}

	/**
	 * How many may hold the lock at once.
	 * @return the limit; 1 for a lock that one holds alone, and for a request that reads
	 */
	public int permits() {
		return Math.max(this.limit, ALONE);
	}

	/**
	 * Whether others may hold the lock at the same time: those who read as well, or those
	 * who have permits.
	 * @return false for a lock that one holds alone
	 */
	public boolean isShared() {
		return this.limit != ALONE;
	}

	private static Duration notTooLong(String what, Duration duration) {
		if (duration.compareTo(LONGEST) > 0) {
			throw new IllegalArgumentException(what + " must be at most 30 days, not " + DurationText.of(duration));
		}
		return duration;
	}

	private static Duration notNegative(String what, Duration duration) {
		Objects.requireNonNull(duration, what);
		if (duration.isNegative()) {
			throw new IllegalArgumentException(what + " must not be negative, but is " + DurationText.of(duration));
		}
		return duration;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof LockRequest that && this.names.equals(that.names)
				&& Objects.equals(this.waitTime, that.waitTime) && Objects.equals(this.leaseTime, that.leaseTime)
				&& this.minHold.equals(that.minHold) && this.fair == that.fair && this.release == that.release
				&& this.limit == that.limit;
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.names, this.waitTime, this.leaseTime, this.minHold, this.fair, this.release,
				this.limit);
	}

	@Override
	public String toString() {
		return "LockRequest[name=" + LoggedText.name(this.names.name()) + ", waitTime=" + this.waitTime + ", leaseTime="
				+ this.leaseTime + ", minHold=" + this.minHold + ", fair=" + this.fair + ", release=" + this.release
				+ ", mode=" + mode() + ", permits=" + permits() + "]";
	}

}
