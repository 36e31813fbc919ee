package io.github.lockstarter.proof.checker;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.checker.Checker.Scope;
import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.Attempt.Granted;
import io.github.lockstarter.proof.history.Attempt.Renewal;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.history.Sighting;

/**
 * Nothing is renewed after its release was sent, and Redis renews nothing that has run
 * out.
 */
final class RenewalCheck implements Check {

	// The server's milliseconds, at both ends.
	private static final long ROUNDED = 1;

	private final Scope scope;

	RenewalCheck(Scope scope) {
		this.scope = scope;
	}

	@Override
	public String promise() {
		return "no renewal of a released lock, none of an expired lease (S4)";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (Attempt attempt : history.attempts()) {
			released(history, attempt, bounds, findings);
			if (this.scope == Scope.QUORUM || this.scope == Scope.SESSION) {
				findings.excluded("the answers are of several servers, which have no common clock");
			}
			else if (attempt.renewals().stream().allMatch((renewal) -> renewal.answered() != 0)) {
				expired(attempt, findings);
			}
			else {
				findings.excluded("a renewal has no answer: the end of the lease is not known");
			}
		}
		sighted(history, bounds, findings);
	}

	/**
	 * A batch that was made up before the release may leave while that is being sent, or
	 * after it, once and soon, unless its process did not run meanwhile: that is counted.
	 * It renews nothing that Redis has answered to be released.
	 */
	private static void released(History history, Attempt attempt, Bounds bounds, Findings findings) {
		int late = 0;
		for (Renewal renewal : attempt.renewals()) {
			findings.examined();
			if (attempt.releaseSent() == 0 || renewal.sent() <= attempt.releaseSent()) {
				continue;
			}
			late++;
			long after = renewal.sent() - attempt.releaseSent();
			boolean resurrected = renewal.owned() && attempt.released() != 0 && renewal.sent() > attempt.released();
			boolean soon = after <= bounds.commandTimeout() * Bounds.MILLI
					|| history.isPaused(attempt.client(), attempt.releaseSent(), renewal.sent());
			if (resurrected || late > 1 || !soon) {
				findings.violation(attempt + " was renewed at " + renewal.sent() + " after its release at "
						+ attempt.releaseSent());
			}
			else {
				findings.excluded("in a batch that left while the release was sent: answered "
						+ (renewal.owned() ? "before it" : "LOST"));
			}
		}
	}

	/**
	 * A renewal that nobody heard the answer of shows in Redis: the end of the same lease
	 * moves, and one lease before the new end lies after the old one, and after the ends
	 * that its client was told meanwhile.
	 */
	private static void sighted(History history, Bounds bounds, Findings findings) {
		Map<String, Attempt> attempts = history.attempts()
			.stream()
			.collect(Collectors.toMap(Attempt::id, (attempt) -> attempt, (one, other) -> one));
		Map<String, Sighting> last = new HashMap<>();
		for (Sighting sighting : history.redis().sightings()) {
			Sighting former = last.put(sighting.lock() + " " + sighting.owner(), sighting);
			Attempt owner = attempts.get(sighting.owner());
			if (former != null && former.firstToken() == sighting.firstToken() && !isAnew(owner, former)) {
				findings.examined();
				long renewed = sighting.ends() - bounds.lease();
				long late = renewed - Math.max(former.ends(), toldBefore(owner, renewed));
				// unseen, it may have been renewed in time before
				long unseen = (sighting.nanos() - sighting.before()) / Bounds.MILLI;
				if (late > unseen + ROUNDED) {
					report(history, bounds, findings, sighting, late);
				}
			}
		}
	}

	/**
	 * Whether it was granted the lock once more when its lease was over: among those who
	 * read it has the same token then.
	 */
	private static boolean isAnew(@Nullable Attempt attempt, Sighting former) {
		return attempt != null && attempt.limit() == 0
				&& attempt.grants().stream().anyMatch((granted) -> granted.serverNow() > former.ends());
	}

	/**
	 * The latest end of its lease in the answers that Redis gave before some time of its
	 * own.
	 */
	private static long toldBefore(@Nullable Attempt attempt, long serverTime) {
		if (attempt == null) {
			return 0;
		}
		return Math.max(
				attempt.grants()
					.stream()
					.filter((granted) -> granted.serverNow() < serverTime)
					.mapToLong((granted) -> granted.serverNow() + granted.millis())
					.max()
					.orElse(0),
				attempt.renewals()
					.stream()
					.filter((renewal) -> renewal.owned() && renewal.serverNow() < serverTime)
					.mapToLong((renewal) -> renewal.serverNow() + renewal.millis())
					.max()
					.orElse(0));
	}

	private static void report(History history, Bounds bounds, Findings findings, Sighting sighting, long late) {
		if (history.hasMark(Mark.Kind.FORWARD_STEP, sighting.nanos() - 3 * bounds.leaseNanos(), sighting.nanos())) {
			findings.excluded("the server's clock stepped forward");
		}
		else {
			findings.violation("the lease of " + sighting.owner() + " on " + sighting.lock() + " was renewed at least "
					+ late + "ms after its end");
		}
	}

	/**
	 * The end of the lease is the latest that an answer gave, or a question without an
	 * answer could have given. The renewals are in the order in which they were sent.
	 */
	private static void expired(Attempt attempt, Findings findings) {
		long end = 0;
		for (Granted granted : attempt.grants()) {
			end = Math.max(end, granted.serverNow() + granted.millis());
		}
		long owned = 0;
		for (Renewal renewal : attempt.renewals()) {
			long latest = Math.max(end, owned);
			if (renewal.owned() && latest > 0 && renewal.serverNow() > latest) {
				findings.violation(attempt + " was renewed " + (renewal.serverNow() - latest) + "ms after its end");
			}
			owned = renewal.owned() ? Math.max(owned, renewal.serverNow() + renewal.millis()) : owned;
		}
	}

}
