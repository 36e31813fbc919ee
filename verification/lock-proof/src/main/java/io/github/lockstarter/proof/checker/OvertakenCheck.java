package io.github.lockstarter.proof.checker;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.Attempt.Granted;
import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.History;

/**
 * The commands of one attempt take effect in the order in which they were sent: a
 * question is not executed after the word that takes it back. What is redirected, or sent
 * again because the scripts were forgotten, may be overtaken by a round trip or two.
 */
final class OvertakenCheck implements Check {

	private static final long ROUND_TRIPS_MILLIS = 150;

	@Override
	public String promise() {
		return "a question is not executed long after it was taken back";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (Attempt attempt : history.attempts()) {
			if (attempt.cancelledServer() == 0 || attempt.lastAsked() > attempt.cancelSent()) {
				continue;
			}
			findings.examined();
			long late = executed(attempt) - attempt.cancelledServer();
			if (late <= ROUND_TRIPS_MILLIS) {
				continue;
			}
			long until = attempt.cancelSent() + (late + bounds.commandTimeout()) * Bounds.MILLI;
			if (history.isDisturbed(Effect.ORDER, attempt.client(), attempt.firstAsked(), until)) {
				findings.excluded("a fault or a pause hit the client");
			}
			else {
				findings.violation(attempt + " was heard " + late + "ms after it had taken its question back");
			}
		}
	}

	/**
	 * When the last of its questions was executed, by the clock of the server.
	 */
	private static long executed(Attempt attempt) {
		return attempt.grants()
			.stream()
			.filter((granted) -> !granted.pushed())
			.mapToLong(Granted::serverNow)
			.reduce(attempt.lastWaitServer(), Math::max);
	}

}
