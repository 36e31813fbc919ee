package io.github.lockstarter.proof.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.lockstarter.proof.checker.Findings;
import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;
import io.github.lockstarter.proof.workload.Foreign;
import io.github.lockstarter.proof.workload.Mix;

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
	 * How many operations shared their lock.
	 * @return the number of readers and permits that entered
	 */
	public long sharedCount() {
		return this.history.operations()
			.stream()
			.filter((operation) -> operation.hasEntered() && operation.isShared())
			.count();
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
				"seed %d, %s: %,d operations, %,d of them contended, %,d entered by a message, %d faults in %ds: %s, without effect %s%n"
					.formatted(this.settings.seed(), this.settings.conditions(), operationCount(),
							this.history.contended(), enteredByMessageCount(), faultCount(), this.took.toSeconds(),
							this.faults, this.withoutEffect));
		text.append("  %,d holds, %,d of them shared, %,d of these beside another one%n".formatted(enteredCount(),
				sharedCount(), this.history.besideOthers()));
		for (Findings found : this.findings) {
			text.append("  ").append(found).append(System.lineSeparator());
		}
		if (violationCount() > 0) {
			text.append("  again: ").append(command()).append(System.lineSeparator());
			text.append("  histories: ")
				.append(this.settings.directory().toAbsolutePath())
				.append(System.lineSeparator());
		}
		return text.toString();
	}

	/**
	 * The line that runs this campaign again: the same requests, faults and conditions;
	 * their order in time is the machine's.
	 */
	private String command() {
		List<String> words = new ArrayList<>(List.of("verification/lock-proof/run", "campaign",
				"seed=" + this.settings.seed(), "seconds=" + Math.max(1, this.took.toSeconds())));
		if (!this.settings.servers().words(this.settings.masters()).isEmpty()) {
			words.add(this.settings.servers().words(this.settings.masters()));
		}
		Set<FaultKind> kinds = this.settings.kinds();
		if (!kinds.equals(EnumSet.allOf(FaultKind.class))) {
			words.add("kinds=" + (kinds.isEmpty() ? "none"
					: kinds.stream().map(FaultKind::name).collect(Collectors.joining(","))));
		}
		if (this.settings.mix() != Mix.MIXED) {
			words.add("mix=" + this.settings.mix().name().toLowerCase(Locale.ROOT));
		}
		if (this.settings.conditions().shares() != Conditions.of(this.settings.seed()).shares()) {
			words.add("shares=" + this.settings.conditions().shares());
		}
		if (this.settings.conditions().foreign() != Foreign.SOUND) {
			words.add("foreign=" + this.settings.conditions().foreign());
		}
		return String.join(" ", words);
	}

}
