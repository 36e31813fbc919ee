package io.github.lockstarter.benchmark.jvm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * The work of all leaders, recorded outside of them: which leader worked when, and with
 * which fencing token. Times are of the monotonic clock of the machine.
 */
public final class Register {

	// A longer gap between two steps of a leader is a pause.
	private static final long LONGEST_STEP = TimeUnit.MILLISECONDS.toNanos(100);

	private final List<Term> terms = new ArrayList<>();

	synchronized void granted(CandidateJvm by, long nanos, long token) {
		this.terms.add(new Term(by, nanos, token));
		notifyAll();
	}

	synchronized void works(CandidateJvm by, long nanos) {
		last(by).ifPresent((term) -> term.works.add(nanos));
		notifyAll();
	}

	synchronized void revoked(CandidateJvm by, long nanos) {
		last(by).ifPresent((term) -> term.revoked = nanos);
		notifyAll();
	}

	private Optional<Term> last(CandidateJvm by) {
		return this.terms.stream().filter((term) -> term.by == by).reduce((one, later) -> later);
	}

	/**
	 * Waits until someone works as the leader.
	 * @param since the time from which on work counts
	 * @return the leader
	 * @throws InterruptedException if interrupted
	 */
	public CandidateJvm awaitLeader(long since) throws InterruptedException {
		await(TimeUnit.MINUTES.toNanos(2), (all) -> all.stream().anyMatch((term) -> term.lastWork() - since > 0));
		synchronized (this) {
			return this.terms.stream()
				.filter((term) -> term.lastWork() - since > 0)
				.max(Comparator.comparingLong((term) -> term.granted))
				.orElseThrow(() -> new IllegalStateException("No instance leads")).by;
		}
	}

	/**
	 * Waits until there is another leader, or the same one again.
	 * @param since the time from which on it counts
	 * @param patienceNanos how long to wait
	 * @throws InterruptedException if interrupted
	 */
	public void awaitGranted(long since, long patienceNanos) throws InterruptedException {
		await(patienceNanos, (all) -> all.stream().anyMatch((term) -> term.granted - since > 0));
	}

	private synchronized void await(long patienceNanos, Predicate<List<Term>> condition) throws InterruptedException {
		long end = System.nanoTime() + patienceNanos;
		while (!condition.test(this.terms)) {
			long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
			if (millis <= 0) {
				return;
			}
			wait(millis);
		}
	}

	/**
	 * When the next leader began.
	 * @param since the time from which on it counts
	 * @return the time, or empty
	 */
	public synchronized OptionalLong grantedAfter(long since) {
		return this.terms.stream().mapToLong((term) -> term.granted).filter((granted) -> granted - since > 0).min();
	}

	/**
	 * When a leader was revoked.
	 * @param leader the leader
	 * @param since the time from which on it counts
	 * @return the time, or empty
	 */
	public synchronized OptionalLong revokedAfter(CandidateJvm leader, long since) {
		return this.terms.stream()
			.filter((term) -> term.by == leader && term.revoked != null)
			.mapToLong((term) -> term.revoked)
			.filter((revoked) -> revoked - since > 0)
			.min();
	}

	/**
	 * For how long leaders worked after a later one had begun. The time in which a frozen
	 * leader does nothing does not count.
	 * @param since the time from which on work counts
	 * @return the sum, or zero
	 */
	public synchronized long overlapNanos(long since) {
		long sum = 0;
		for (Term one : this.terms) {
			long next = this.terms.stream()
				.mapToLong((later) -> later.granted)
				.filter((granted) -> granted - one.granted > 0)
				.min()
				.orElse(Long.MAX_VALUE);
			for (int i = 1; i < one.works.size(); i++) {
				long begin = Math.max(one.works.get(i - 1), next);
				long end = one.works.get(i);
				if (end - since > 0 && end > begin) {
					sum += Math.min(end - begin, LONGEST_STEP);
				}
			}
		}
		return sum;
	}

	/**
	 * Checks that tokens grow from leader to leader.
	 * @throws IllegalStateException if one is not larger than that of the leader before
	 */
	public synchronized void requireGrowingTokens() {
		List<Term> sorted = this.terms.stream().sorted(Comparator.comparingLong((term) -> term.granted)).toList();
		for (int i = 1; i < sorted.size(); i++) {
			if (sorted.get(i).token <= sorted.get(i - 1).token) {
				throw new IllegalStateException(
						"Token " + sorted.get(i).token + " came after " + sorted.get(i - 1).token);
			}
		}
	}

	private static final class Term {

		private final CandidateJvm by;

		private final long granted;

		private final long token;

		private final List<Long> works = new ArrayList<>();

		private @Nullable Long revoked;

		private Term(CandidateJvm by, long granted, long token) {
			this.by = by;
			this.granted = granted;
			this.token = token;
			this.works.add(granted);
		}

		private long lastWork() {
			return this.works.get(this.works.size() - 1);
		}

	}

}
