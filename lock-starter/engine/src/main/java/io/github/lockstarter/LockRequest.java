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
 * What a caller requests: the name of a lock, how long to wait, how long to hold it and
 * how to share it. Immutable; each method that sets something returns a new request.
 * Whatever is not set is empty, and comes from the {@code distributed-lock.*} properties.
 */
public final class LockRequest {

	private static final Duration SHORTEST_LEASE = Duration.ofMillis(10);

	// A longer one is a mistake in the unit.
	private static final Duration LONGEST = Duration.ofDays(30);

	private final LockNames names;

	private final @Nullable Duration waitTime;

	private final @Nullable Duration leaseTime;

	private final Duration minHold;

	private final boolean fair;

	private final @Nullable ReleaseMode release;

	private final LockMode mode;

	// 1 for readers, which are not limited
	private final int permits;

	private LockRequest(LockNames names) {
		this(names, null, null, Duration.ZERO, false, null, LockMode.WRITE, 1);
	}

	private LockRequest(LockNames names, @Nullable Duration waitTime, @Nullable Duration leaseTime, Duration minHold,
			boolean fair, @Nullable ReleaseMode release, LockMode mode, int permits) {
		this.names = names;
		this.waitTime = waitTime;
		this.leaseTime = leaseTime;
		this.minHold = minHold;
		this.fair = fair;
		this.release = release;
		this.mode = mode;
		this.permits = permits;
	}

	/**
	 * Requests the lock of that name.
	 * @param name the full lock name, without the configured key prefix; all applications
	 * on one store share it
	 * @return the request
	 * @throws InvalidLockKeyException if the name is blank
	 */
	public static LockRequest of(String name) {
		return new LockRequest(LockNames.of(name));
	}

	/**
	 * Requests the lock of one thing of a kind. Its name is {@code namespace:key}.
	 * @param namespace what kind of thing is locked, such as "order"; meters, spans and
	 * logs are grouped by it, so it must not change from call to call
	 * @param key which one: text, a number, an id or a record of such values, with the
	 * same text on every instance
	 * @return the request
	 * @throws InvalidLockKeyException if one of them is blank, or the key has no text
	 * that is the same on every instance
	 */
	public static LockRequest of(String namespace, Object key) {
		return new LockRequest(LockNames.of(namespace, key));
	}

	/**
	 * Requests several locks, all or none. They are tried together; if one is not free,
	 * the others are released and all are acquired in the order of their names, so that
	 * two such requests never wait for each other. The wait time covers all of them. A
	 * lock that is lost while the next one is waited for (such as one with a short fixed
	 * lease) is requested again: all are held when the lease is returned.
	 * @param names the full lock names, in any order; duplicates count once
	 * @return the request; for a single name the same as {@link #of(String)}
	 * @throws InvalidLockKeyException if there is no name, or one is blank
	 */
	public static LockRequest ofAll(Collection<String> names) {
		return new LockRequest(LockNames.ofAll(names));
	}

	/**
	 * Requests several locks; otherwise as {@link #ofAll(Collection)}.
	 * @param names the full lock names
	 * @return the request
	 * @throws InvalidLockKeyException if there is no name, or one is blank
	 */
	public static LockRequest ofAll(String... names) {
		return ofAll(List.of(names));
	}

	/**
	 * Requests the locks of several things of one kind; otherwise as
	 * {@link #of(String, Object)} and {@link #ofAll(Collection)}.
	 * @param namespace what kind of things are locked
	 * @param keys which ones
	 * @return the request
	 * @throws InvalidLockKeyException if there is no key, one is blank, or has no text
	 * that is the same on every instance
	 */
	public static LockRequest ofAll(String namespace, Collection<?> keys) {
		return new LockRequest(LockNames.ofAll(namespace, keys));
	}

	/**
	 * Groups this lock under another namespace in meters, spans and logs. By default that
	 * is the text before the first colon of the name, which itself does not change.
	 * @param namespace what kind of thing is locked; it must not change from call to call
	 * @return a request with that namespace
	 * @throws InvalidLockKeyException if it is blank
	 */
	public LockRequest namespace(String namespace) {
		return new LockRequest(this.names.in(namespace), this.waitTime, this.leaseTime, this.minHold, this.fair,
				this.release, this.mode, this.permits);
	}

	/**
	 * Limits the wait for a lock that is held. It covers the local queue, the network and
	 * a store that does not answer.
	 * @param waitTime the longest wait; zero does not wait, see {@link #noWait()}
	 * @return a request with that wait time
	 * @throws IllegalArgumentException if the duration is negative or longer than 30 days
	 */
	public LockRequest waitTime(Duration waitTime) {
		return new LockRequest(this.names, notTooLong("waitTime", notNegative("waitTime", waitTime)), this.leaseTime,
				this.minHold, this.fair, this.release, this.mode, this.permits);
	}

	/**
	 * Tries once and does not wait.
	 * @return a request with a wait time of zero
	 */
	public LockRequest noWait() {
		return waitTime(Duration.ZERO);
	}

	/**
	 * Holds the lock for a fixed time, without renewal: when the time ends the lease is
	 * lost, even if the work has not ended. By default the lease is renewed while the
	 * lock is held.
	 * @param leaseTime the length of the lease, at least 10 milliseconds, in whole
	 * milliseconds
	 * @return a request with that fixed lease
	 * @throws IllegalArgumentException if the duration is shorter than 10 milliseconds or
	 * longer than 30 days
	 */
	public LockRequest leaseTime(Duration leaseTime) {
		Objects.requireNonNull(leaseTime, "leaseTime");
		if (leaseTime.compareTo(SHORTEST_LEASE) < 0) {
			throw new IllegalArgumentException("leaseTime must be at least 10ms, not " + DurationText.of(leaseTime)
					+ ": a shorter lease would expire before its holder knows of it");
		}
		return new LockRequest(this.names, this.waitTime, notTooLong("leaseTime", leaseTime), this.minHold, this.fair,
				this.release, this.mode, this.permits);
	}

	/**
	 * Keeps the lock until this long after its acquisition, even if the work ends sooner:
	 * an idempotency window in which a repeated message finds the lock held. It applies
	 * to a locked method and to {@code execute} if the work returned normally; work that
	 * threw releases the lock immediately. Close other leases with
	 * {@link Lease#releaseNow()} if the work has failed.
	 * @param minHold the window from the acquisition, in whole milliseconds; for a lock
	 * that the caller holds already, from the inner acquisition
	 * @return a request with that window
	 * @throws IllegalArgumentException if the duration is negative or longer than 30 days
	 */
	public LockRequest minHold(Duration minHold) {
		return new LockRequest(this.names, this.waitTime, this.leaseTime,
				notTooLong("minHold", notNegative("minHold", minHold)), this.fair, this.release, this.mode,
				this.permits);
	}

	/**
	 * Requests strict order of arrival among the fair requests of all instances, at the
	 * price of one entry in the store for each waiting caller. An instance that receives
	 * no notifications for a while may be overtaken.
	 * @param fair whether to be served in that order
	 * @return a request with that order
	 */
	public LockRequest fair(boolean fair) {
		return new LockRequest(this.names, this.waitTime, this.leaseTime, this.minHold, fair, this.release, this.mode,
				this.permits);
	}

	/**
	 * Sets what the holder waits for when it releases the lock. With several leases of
	 * one holder on one lock, the last one that is closed decides.
	 * @param release what to wait for
	 * @return a request with that mode of release
	 */
	public LockRequest release(ReleaseMode release) {
		Objects.requireNonNull(release, "release");
		return new LockRequest(this.names, this.waitTime, this.leaseTime, this.minHold, this.fair, release, this.mode,
				this.permits);
	}

	/**
	 * Requests the lock exclusively or as a reader. All callers are served in the order
	 * of their arrival, except for short turns within one JVM
	 * ({@code distributed-lock.cohort.*}): neither readers nor writers starve. A reader
	 * may enter again as a reader; if it requests {@link LockMode#WRITE} it gets a
	 * {@link LockUpgradeException}.
	 * @param mode how the lock is shared
	 * @return a request with that mode
	 * @throws IllegalArgumentException if readers are combined with
	 * {@linkplain #permits(int) permits}
	 */
	public LockRequest mode(LockMode mode) {
		Objects.requireNonNull(mode, "mode");
		return shared(mode, this.permits);
	}

	/**
	 * Allows several holders at once, each with its own fencing token. The token
	 * identifies its holder but cannot fence, because several are valid at the same time.
	 * The limit belongs to the request and is not stored: a caller is admitted while
	 * there are fewer holders than its own limit.
	 * @param permits the limit; 1 for an exclusive lock
	 * @return a request with that limit
	 * @throws IllegalArgumentException if it is less than 1, or more than 1 for a
	 * {@linkplain LockMode#READ reader}
	 */
	public LockRequest permits(int permits) {
		if (permits < 1) {
			throw new IllegalArgumentException("permits must be at least 1, not " + permits);
		}
		return shared(this.mode, permits);
	}

	private LockRequest shared(LockMode mode, int permits) {
		if (mode == LockMode.READ && permits > 1) {
			throw new IllegalArgumentException("a lock with mode READ cannot have permits: any number of callers "
					+ "reads at once. Give the limited work a name of its own");
		}
		return new LockRequest(this.names, this.waitTime, this.leaseTime, this.minHold, this.fair, this.release, mode,
				permits);
	}

	/**
	 * Requests these locks as another request does its own: with its wait time, lease
	 * time, minimum hold, order, mode of release and kind of sharing.
	 * @param other the request with the terms
	 * @return a request of these locks, in their namespace, with those terms
	 */
	public LockRequest termsOf(LockRequest other) {
		return new LockRequest(this.names, other.waitTime, other.leaseTime, other.minHold, other.fair, other.release,
				other.mode, other.permits);
	}

	/**
	 * Returns the kind of thing that is locked, by which meters, spans and logs are
	 * grouped.
	 * @return the namespace; by default the text before the first colon of the (first)
	 * name, or the whole name
	 */
	public String namespace() {
		return this.names.namespace();
	}

	/**
	 * Returns the lock name, for a request of one lock.
	 * @return the full name, without the configured key prefix
	 * @throws IllegalStateException if several locks are requested, so that code for one
	 * lock never takes one for all of them
	 */
	public String name() {
		return this.names.single();
	}

	/**
	 * Returns the lock names.
	 * @return the full names, sorted, without duplicates; one for most requests
	 */
	public List<String> names() {
		return this.names.all();
	}

	public Optional<Duration> waitTime() {
		return Optional.ofNullable(this.waitTime);
	}

	public Optional<Duration> leaseTime() {
		return Optional.ofNullable(this.leaseTime);
	}

	public Duration minHold() {
		return this.minHold;
	}

	public boolean fair() {
		return this.fair;
	}

	public Optional<ReleaseMode> release() {
		return Optional.ofNullable(this.release);
	}

	/**
	 * Returns how the lock is shared.
	 * @return {@code READ} for a reader, {@code WRITE} for all other requests, also with
	 * permits
	 */
	public LockMode mode() {
		return this.mode;
	}

	/**
	 * Returns the largest number of holders.
	 * @return the limit; 1 for an exclusive lock and for a reader
	 */
	public int permits() {
		return this.permits;
	}

	/**
	 * Returns whether others may hold the lock at the same time, as readers or with
	 * permits.
	 * @return {@code false} for an exclusive lock
	 */
	public boolean isShared() {
		return this.mode == LockMode.READ || this.permits > 1;
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
				&& this.mode == that.mode && this.permits == that.permits;
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.names, this.waitTime, this.leaseTime, this.minHold, this.fair, this.release, this.mode,
				this.permits);
	}

	@Override
	public String toString() {
		return "LockRequest[name=" + LoggedText.name(this.names.name()) + ", waitTime=" + this.waitTime + ", leaseTime="
				+ this.leaseTime + ", minHold=" + this.minHold + ", fair=" + this.fair + ", release=" + this.release
				+ ", mode=" + mode() + ", permits=" + permits() + "]";
	}

}
