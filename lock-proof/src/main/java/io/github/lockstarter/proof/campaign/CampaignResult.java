package io.github.lockstarter.proof.campaign;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.proof.checker.Findings;
import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;

/**
 * What a campaign has shown.
 *
 * @param settings what it did
 * @param history what happened
 * @param findings what the checks say
 * @param faults the faults that took effect
 * @param withoutEffect the faults that did not
 * @param took how long the load ran
 */
public record CampaignResult(CampaignSettings settings, History history, List<Findings> findings,
		Map<FaultKind, Integer> faults, Map<FaultKind, Integer> withoutEffect, Duration took) {

	/**
	 * How many faults took effect.
	 * @return the number
	 */
	public int faultCount() {
		return this.faults.values().stream().mapToInt(Integer::intValue).sum();
	}

	/**
	 * How many operations have their answer.
	 * @return the number
	 */
	public long operationCount() {
		return this.history.operations().stream().filter((operation) -> operation.end() != 0).count();
	}

	/**
	 * How many operations got their lock.
	 * @return the number
	 */
	public long enteredCount() {
		return this.history.operations().stream().filter(Operation::hasEntered).count();
	}

	/**
	 * How often a message alone let a waiter in.
	 * @return the number of attempts in Redis
	 */
	public long enteredByMessageCount() {
		return this.history.attempts().stream().filter(Attempt::isEnteredByMessage).count();
	}

	/**
	 * How often a promise was broken.
	 * @return the number of violations of all checks
	 */
	public long violationCount() {
		return this.findings.stream().mapToLong(Findings::violationCount).sum();
	}

	/**
	 * The result in a few lines.
	 * @return text for a person
	 */
	public String summary() {
		StringBuilder text = new StringBuilder();
		text.append(
				"%s, seed %d, %s: %,d operations, %,d of them contended, %,d entered by a message, %d faults in %ds: %s, without effect %s%n"
					.formatted(this.settings.library(), this.settings.seed(), this.settings.conditions(),
							operationCount(), this.history.contended(), enteredByMessageCount(), faultCount(),
							this.took.toSeconds(), this.faults, this.withoutEffect));
		for (Findings found : this.findings) {
			text.append("  ").append(found).append(System.lineSeparator());
		}
		return text.toString();
	}

}
