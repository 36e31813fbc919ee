package io.github.lockstarter.proof.checker;

import java.util.Set;
import java.util.stream.LongStream;

import io.github.lockstarter.proof.checker.Checker.Scope;
import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;

/**
 * A caller is told that Redis cannot be reached only when something stood between.
 */
final class OutageCheck implements Check {

	// What has nothing to do with Redis: an application's full task executor.
	private static final Set<String> OTHERS = Set.of("HELD", "INTERRUPTED", "REJECTED");

	// A round trip of a slow network, and a busy machine.
	private static final long SLOW_ANSWER_MILLIS = 200;

	// The last answer of a wait has a tenth of a second, and less if the question is sent
	// late; the time of an answer may be written down before its caller hears of it.
	private static final long LATE_MILLIS = 50;

	// After a fault a client may be without a connection for as long.
	private static final long CONNECT_MILLIS = 2_000;

	private final Scope scope;

	/**
	 * Creates the check.
	 * @param scope what is promised: many servers are crowded on one machine, where
	 * answers may be late without any fault
	 */
	OutageCheck(Scope scope) {
		this.scope = scope;
	}

	@Override
	public String promise() {
		return "nobody hears 'unavailable' while Redis can be reached";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (Operation operation : history.operations()) {
			if (operation.refusal() == null) {
				continue;
			}
			findings.examined();
			if (!OTHERS.contains(operation.refusal())) {
				if (!WaitCheck.isQuiet(history, operation, settle(bounds))) {
					findings.excluded("a fault or a pause hit the client");
				}
				else if (isBehindThrowingCode(history, operation)) {
					findings.excluded("code of the application threw where the turn ahead was to be passed on");
				}
				else if (this.scope == Scope.QUORUM && isOneMasterAway(history, bounds, operation)) {
					findings.excluded("one master was away when the others may not have agreed");
				}
				else if (isBehindAShortLease(history, operation) || ((waitsForDisks() || bounds.isRealTime())
						&& asksForAShortLease(history, operation, shortLease(bounds)))) {
					findings.excluded("a lease that ends before its answer arrives was asked for in this process");
				}
				else if ((this.scope != Scope.ONE_SERVER || isSlow(history, operation) || bounds.isRealTime())
						&& areAnswersLate(history, bounds, operation)) {
					findings.excluded("answers were late");
				}
				else {
					findings.violation(operation + " was told " + operation.refusal());
				}
			}
		}
	}

	private static long settle(Bounds bounds) {
		return bounds.isRealTime() ? CONNECT_MILLIS * Bounds.MILLI : 0;
	}

	private static long shortLease(Bounds bounds) {
		return bounds.isRealTime() ? Math.max(SLOW_ANSWER_MILLIS, bounds.commandTimeout()) : SLOW_ANSWER_MILLIS;
	}

	/**
	 * Whether one master could not answer when its wait ended: where several ask at once
	 * two others may name an owner each, and nobody can say who has the lock.
	 */
	private static boolean isOneMasterAway(History history, Bounds bounds, Operation operation) {
		return history.disturbances()
			.faults()
			.stream()
			.anyMatch((fault) -> fault.master() != null && fault.kind().excuses(Effect.OUTAGE)
					&& fault.touches(operation.client(),
							operation.end() - bounds.commandTimeout() * Bounds.MILLI - settle(bounds),
							operation.end()));
	}

	/**
	 * Whether its first question was not sent, because that of the turn ahead was not:
	 * also for another one of several locks, whichever it is.
	 */
	private static boolean isBehindThrowingCode(History history, Operation operation) {
		return history.attempts()
			.stream()
			.filter((attempt) -> attempt.client().equals(operation.client()))
			.filter((attempt) -> operation.isOneOfSeveral() || attempt.lock().equals(operation.lock()))
			.flatMap((attempt) -> attempt.notSent().stream())
			.anyMatch((nanos) -> operation.start() <= nanos && nanos <= operation.end());
	}

	/**
	 * Whether it, or who had the turn before it, asked for a fixed lease that a slow
	 * network leaves nothing of: that is asked for until its wait is over.
	 */
	static boolean isBehindAShortLease(History history, Operation operation) {
		return isSlow(history, operation) && asksForAShortLease(history, operation, SLOW_ANSWER_MILLIS);
	}

	/**
	 * Whether an answer is a transaction, which may take as long on a busy machine.
	 */
	private boolean waitsForDisks() {
		return this.scope == Scope.DATABASE || this.scope == Scope.SYNCHRONOUS || this.scope == Scope.SESSION;
	}

	private static boolean asksForAShortLease(History history, Operation operation, long shorterMillis) {
		return history.operations()
			.stream()
			.anyMatch((other) -> other.client().equals(operation.client())
					&& (operation.isOneOfSeveral() || other.lock().equals(operation.lock())) && other.leaseMillis() > 0
					&& other.leaseMillis() < shorterMillis && other.start() <= operation.end()
					&& (other.end() == 0 || other.end() >= operation.start()));
	}

	private static boolean isSlow(History history, Operation operation) {
		return history.disturbances()
			.faults()
			.stream()
			.anyMatch((fault) -> fault.kind() == FaultKind.SLOW_NETWORK
					&& fault.touches(operation.client(), operation.start(), operation.end()));
	}

	/**
	 * Whether questions of this client came back, later than is waited for: where
	 * processes share a few cores nobody knows whose fault that is. One that never came
	 * back says nothing.
	 */
	private static boolean areAnswersLate(History history, Bounds bounds, Operation operation) {
		long from = operation.start() - bounds.commandTimeout() * Bounds.MILLI;
		long late = (bounds.isRealTime() ? LATE_MILLIS : bounds.commandTimeout()) * Bounds.MILLI;
		return history.attempts()
			.stream()
			.filter((attempt) -> attempt.client().equals(operation.client()))
			.anyMatch((attempt) -> isCancelledLate(attempt, operation, late)
					|| attempt.asked()
						.stream()
						.anyMatch((asked) -> asked >= from && asked <= operation.end()
								&& answered(attempt, asked) > asked + late)
					|| attempt.renewals()
						.stream()
						.anyMatch((renewal) -> renewal.sent() >= from && renewal.sent() <= operation.end()
								&& renewal.answered() > renewal.sent() + late));
	}

	/**
	 * Whether the word that takes a question back, the last one of a wait, was answered
	 * later than is waited for: by a place that was left, or by a lock that came first.
	 */
	private static boolean isCancelledLate(Attempt attempt, Operation operation, long late) {
		return attempt.cancelSent() >= operation.start() && attempt.cancelSent() <= operation.end()
				&& Math.max(attempt.leftQueue(), answered(attempt, attempt.cancelSent())) > attempt.cancelSent() + late;
	}

	/**
	 * When the first answer after a question came, zero for never.
	 */
	private static long answered(Attempt attempt, long asked) {
		LongStream grants = attempt.grants().stream().mapToLong(Attempt.Granted::nanos);
		LongStream waits = attempt.waits().stream().mapToLong(Attempt.Waiting::nanos);
		return LongStream.concat(grants, waits).filter((nanos) -> nanos > asked).min().orElse(0);
	}

}
