package io.github.lockstarter.proof.checker;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import io.github.lockstarter.proof.checker.Checker.Scope;
import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.history.Sighting;

/**
 * A question that is executed after its cutoff takes no effect: an owner that is seen in
 * Redis was granted the lock before the last cutoff of its attempt: the time is in its
 * token, and who was not seen yet was granted it later.
 */
final class CutoffCheck implements Check {

	// The cutoff is rounded to milliseconds on both sides.
	private static final long ROUNDING_MILLIS = 5;

	private final Scope scope;

	/**
	 * Creates the check.
	 * @param scope what is promised: where a commit waits for a disk or a standby it is
	 * seen later than it was decided
	 */
	CutoffCheck(Scope scope) {
		this.scope = scope;
	}

	@Override
	public String promise() {
		return "a command that arrives after its cutoff does nothing";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		Map<String, Attempt> attempts = new HashMap<>();
		history.attempts().forEach((attempt) -> attempts.put(attempt.id(), attempt));
		Set<String> seen = new HashSet<>();
		for (Sighting sighting : history.redis().sightings()) {
			// a lease that was made longer is seen once more
			boolean first = seen.add(sighting.owner() + " " + sighting.firstToken());
			Attempt attempt = attempts.get(sighting.owner());
			if (attempt == null || attempt.lastCutoff() == 0 || hadAPlace(attempt, sighting)) {
				// who is in the queue is handed the lock at any time
				continue;
			}
			findings.examined();
			// a token may be older than what it was written with
			long owned = Math.max(sighting.firstToken() / 1_000, first ? sighting.serverBefore() : 0);
			long late = owned - attempt.lastCutoff();
			if (late <= ROUNDING_MILLIS) {
				continue;
			}
			boolean takenInTime = sighting.firstToken() / 1_000 <= attempt.lastCutoff() + ROUNDING_MILLIS;
			if (history.hasMark(Mark.Kind.FORWARD_STEP, attempt.firstAsked() - 20_000 * Bounds.MILLI, sighting.nanos())
					|| history.hasMark(Mark.Kind.BACKWARD_STEP, attempt.firstAsked() - 20_000 * Bounds.MILLI,
							sighting.nanos())) {
				findings.excluded("the server's clock was set");
			}
			else if (takenInTime && mayHaveWaited(history, attempt, sighting)) {
				findings.excluded("taken in time, and seen when a standby had it");
			}
			else if (takenInTime && this.scope == Scope.DATABASE && bounds.isRealTime() && late <= bounds.slack()) {
				findings.excluded("taken in time, and seen when a disk had it");
			}
			else if (attempt.grants().isEmpty()
					&& history.isDisturbed(Effect.ORDER, attempt.client(), attempt.firstAsked(), sighting.nanos())) {
				findings.excluded("a fault or a pause kept away what says whether it had a place");
			}
			else {
				findings.violation(attempt + " became the owner " + late + "ms after its last cutoff");
			}
		}
	}

	/**
	 * What is committed is seen when the standby has it, or has taken over.
	 */
	private boolean mayHaveWaited(History history, Attempt attempt, Sighting sighting) {
		return this.scope == Scope.SYNCHRONOUS || history.disturbances()
			.faults()
			.stream()
			.anyMatch((fault) -> fault.kind() == FaultKind.STANDBY_PROMOTED
					&& fault.touches(attempt.client(), attempt.firstAsked(), sighting.nanos()));
	}

	/**
	 * Who was told so, or was handed the lock by a message.
	 */
	private static boolean hadAPlace(Attempt attempt, Sighting sighting) {
		return attempt.queuedAt() != 0 || attempt.grants()
			.stream()
			.anyMatch((grant) -> grant.pushed() && grant.first() == sighting.firstToken());
	}

}
