package io.github.lockstarter.proof.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.proof.campaign.CampaignResult;
import io.github.lockstarter.proof.checker.Findings;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.Operation;

/**
 * What is kept of a run when its history is gone.
 */
final class RunSummary {

	private static final int LONGEST = 5;

	final long seed;

	final long seconds;

	final long operations;

	final long entered;

	final long contended;

	final long refusedFencedWrites;

	final Map<FaultKind, Integer> faults;

	final Map<FaultKind, Integer> withoutEffect;

	final List<Findings> findings;

	final Latencies latencies = new Latencies();

	final List<String> longestWaits = new ArrayList<>();

	RunSummary(CampaignResult result) {
		this.seed = result.settings().seed();
		this.seconds = result.took().toSeconds();
		this.operations = result.operationCount();
		this.contended = result.history().contended();
		this.faults = result.faults();
		this.withoutEffect = result.withoutEffect();
		this.findings = result.findings();
		this.refusedFencedWrites = result.history().writes().stream().filter((write) -> !write.isAccepted()).count();
		List<Operation> entered = result.history().operations().stream().filter(Operation::hasEntered).toList();
		this.entered = entered.size();
		entered.forEach((operation) -> this.latencies.add(waited(operation)));
		entered.stream()
			.sorted(Comparator.comparingLong(RunSummary::waited).reversed())
			.limit(LONGEST)
			.forEach((operation) -> this.longestWaits.add("%,d ms of %,d ms, %s, seed %d"
				.formatted(waited(operation) / 1_000_000, operation.waitMillis(), operation.id(), this.seed)));
	}

	private static long waited(Operation operation) {
		return operation.enter() - operation.start();
	}

	long violations() {
		return this.findings.stream().mapToLong(Findings::violationCount).sum();
	}

}
