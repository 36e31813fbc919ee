package io.github.lockstarter.proof.checker;

import java.util.HashMap;
import java.util.Map;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.history.Sighting;

/**
 * A question that is executed after its cutoff takes no effect: an owner that is seen in
 * Redis was granted the lock before the last cutoff of its attempt.
 */
final class CutoffCheck implements Check {

	// The cutoff is rounded to milliseconds on both sides.
	private static final long ROUNDING_MILLIS = 5;

	@Override
	public String promise() {
		return "a command that arrives after its cutoff does nothing";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		Map<String, Attempt> attempts = new HashMap<>();
		history.attempts().forEach((attempt) -> attempts.put(attempt.id(), attempt));
		for (Sighting sighting : history.redis().sightings()) {
			Attempt attempt = attempts.get(sighting.owner());
			if (attempt == null || attempt.lastCutoff() == 0 || attempt.queuedAt() != 0) {
				// who is in the queue is handed the lock at any time
				continue;
			}
			findings.examined();
			long late = sighting.firstToken() / 1_000 - attempt.lastCutoff();
			if (late <= ROUNDING_MILLIS) {
				continue;
			}
			if (history.hasMark(Mark.Kind.FORWARD_STEP, attempt.firstAsked() - 20_000 * Bounds.MILLI, sighting.nanos())
					|| history.hasMark(Mark.Kind.BACKWARD_STEP, attempt.firstAsked() - 20_000 * Bounds.MILLI,
							sighting.nanos())) {
				findings.excluded("the server's clock was set");
			}
			else {
				findings.violation(attempt + " became the owner " + late + "ms after its last cutoff");
			}
		}
	}

}
