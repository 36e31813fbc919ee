package io.github.lockstarter.proof.checker;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

import io.github.lockstarter.proof.checker.Checker.Scope;
import io.github.lockstarter.proof.history.Attempt.Granted;
import io.github.lockstarter.proof.history.Attempt.Renewal;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;

/**
 * A fixed lease, which nobody renews, is whole when the work begins. That is less than
 * what was asked for by these only:
 * <ul>
 * <li>one percent and 2 ms, for two clocks and their milliseconds, and the time since the
 * question was sent: what an executor takes to begin the work is not the lock's</li>
 * <li>where a message has handed the lock over: half of the provisional lease is left,
 * and the whole one has been asked for</li>
 * <li>of several locks each is whole when the last round of questions begins, for which
 * three percent and 3 ms are enough; it has one command timeout, or else it is another
 * round. So who has waited for one of them has made the others longer.</li>
 * <li>in a session no lease is longer than what is left of that, after a fault</li>
 * </ul>
 */
final class EntryLeaseCheck implements Check {

	// Besides what the product takes off: both clocks drift here, and are rounded.
	private static final double OF_AN_ANSWER = 0.985;

	private static final long ROUNDED = 4 * Bounds.MILLI;

	// What is not asked for once more, with the same besides.
	private static final double LONG_ENOUGH = 0.96;

	private static final long LONG_ENOUGH_ROUNDED = 7 * Bounds.MILLI;

	private final Scope scope;

	/**
	 * Creates the check.
	 * @param scope a quorum counts what most masters have left when the last of them
	 * answers, so that its answer is counted twice
	 */
	EntryLeaseCheck(Scope scope) {
		this.scope = scope;
	}

	@Override
	public String promise() {
		return "a fixed lease is whole when the work begins";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		Map<String, Long> rounds = new HashMap<>();
		List<Operation> fixed = history.operations()
			.stream()
			.filter((operation) -> operation.hasEntered() && operation.leaseMillis() > 0 && operation.isGranted())
			.toList();
		for (Operation operation : fixed) {
			if (operation.isOneOfSeveral()) {
				rounds.merge(operation.call(), lastWord(operation), Math::max);
			}
		}
		for (Operation operation : fixed) {
			findings.examined();
			if (!operation.block().alone()) {
				findings.excluded("others of its process read with the same token: whose grant is whose is not known");
				continue;
			}
			own(history, bounds, findings, operation);
			if (operation.isOneOfSeveral()) {
				together(history, bounds, findings, operation, rounds.get(operation.call()));
			}
		}
	}

	/**
	 * What its own grant gives: the first message or the first answer, whichever of them
	 * the lock was entered by. A message that was too old is asked about.
	 */
	private void own(History history, Bounds bounds, Findings findings, Operation operation) {
		List<Granted> before = before(operation);
		Optional<Granted> message = before.stream().filter(Granted::pushed).findFirst();
		Optional<Granted> answer = before.stream().filter((grant) -> !grant.pushed()).findFirst();
		if (answer.isPresent() && answer.get().asked() == 0) {
			return;
		}
		long byAnswer = answer.map((granted) -> byAnswer(operation, granted)).orElse(Long.MAX_VALUE);
		// without an answer the rest has been asked for
		boolean entered = message.isPresent() && (answer.isPresent() || isAskedFor(operation));
		long byMessage = entered ? byMessage(message.get()) : Long.MAX_VALUE;
		long since = answer.map(Granted::asked).orElse(Long.MAX_VALUE);
		if (!before.isEmpty()) {
			report(history, bounds, findings, operation, Math.min(since, before.get(0).nanos()),
					Math.min(byAnswer, byMessage));
		}
	}

	private long byAnswer(Operation operation, Granted granted) {
		long took = (this.scope == Scope.QUORUM) ? granted.nanos() - granted.asked() : 0;
		return granted.asked() + lease(operation, OF_AN_ANSWER) - took - ROUNDED;
	}

	private static long byMessage(Granted granted) {
		return granted.nanos() + (long) (OF_AN_ANSWER * granted.millis() * Bounds.MILLI / 2) - ROUNDED;
	}

	private static boolean isAskedFor(Operation operation) {
		return operation.block().owner().renewals().stream().anyMatch((renewal) -> renewal.sent() <= operation.enter());
	}

	private static List<Granted> before(Operation operation) {
		return operation.block()
			.owner()
			.grants()
			.stream()
			.filter((grant) -> grant.nanos() <= operation.enter() && grant.first() <= operation.token()
					&& operation.token() <= grant.last())
			.toList();
	}

	private static long lease(Operation operation, double part) {
		return (long) (part * operation.leaseMillis() * Bounds.MILLI);
	}

	private void report(History history, Bounds bounds, Findings findings, Operation operation, long since,
			long least) {
		if (operation.deadlineAtEntry() >= least - stopped(bounds)) {
			return;
		}
		if (history.isPaused(operation.client(), since - bounds.late() * Bounds.MILLI, operation.enter())) {
			findings.excluded("the process did not run for a while");
		}
		else if (isClockSet(history, operation, since)) {
			findings.excluded("the client's wall clock was just set");
		}
		else if (this.scope == Scope.SESSION && history.isDisturbed(Effect.OUTAGE, operation.client(),
				since - bounds.lease() * Bounds.MILLI, operation.enter())) {
			findings.excluded("a fault kept its session from being heard of, which has less left");
		}
		else {
			findings.violation(operation + " has " + left(operation) + "ms left of its fixed lease of "
					+ operation.leaseMillis() + "ms");
		}
	}

	/**
	 * For how long a thread of a busy machine may not run between two readings of a
	 * clock, of which the first is the store's and the second that of the history.
	 */
	private static long stopped(Bounds bounds) {
		return bounds.isRealTime() ? bounds.late() * Bounds.MILLI : 0;
	}

	private static boolean isClockSet(History history, Operation operation, long since) {
		return history.disturbances()
			.faults()
			.stream()
			.anyMatch((fault) -> fault.kind() == FaultKind.CLIENT_CLOCK
					&& fault.touches(operation.client(), since, operation.enter()));
	}

	/**
	 * What has become of it while the others were asked for.
	 * @param told when the last of all of them was confirmed
	 */
	private void together(History history, Bounds bounds, Findings findings, Operation operation, long told) {
		long answers = (this.scope == Scope.QUORUM) ? 2 : 1;
		long round = told - (answers * bounds.commandTimeout() + bounds.late()) * Bounds.MILLI;
		if (operation.deadlineAtEntry() >= round + lease(operation, LONG_ENOUGH) - LONG_ENOUGH_ROUNDED
				- stopped(bounds)) {
			return;
		}
		// what hits a round that the lease has outlived
		if (history.isDisturbed(Effect.OUTAGE, operation.client(), told - lease(operation, 1), operation.enter())) {
			findings.excluded("a fault or a pause made the last round of questions longer");
		}
		else {
			findings.violation(
					operation + " has " + left(operation) + "ms left of its fixed lease of " + operation.leaseMillis()
							+ "ms: it was not made longer when the last of its locks was there, at " + told);
		}
	}

	private static long left(Operation operation) {
		return (operation.deadlineAtEntry() - operation.enter()) / Bounds.MILLI;
	}

	/**
	 * When its client heard for the last time, before the work, that the lock is its own.
	 */
	private static long lastWord(Operation operation) {
		LongStream granted = before(operation).stream().limit(1).mapToLong(Granted::nanos);
		LongStream renewed = operation.block()
			.owner()
			.renewals()
			.stream()
			.filter((renewal) -> renewal.owned() && renewal.answered() <= operation.enter())
			.mapToLong(Renewal::answered);
		return LongStream.concat(granted, renewed).max().orElse(Long.MIN_VALUE / 2);
	}

}
