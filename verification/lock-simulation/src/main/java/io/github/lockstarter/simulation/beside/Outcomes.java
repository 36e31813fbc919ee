package io.github.lockstarter.simulation.beside;

import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.Attempt.Granted;
import io.github.lockstarter.proof.history.Block;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;

/**
 * What has come of the calls of a history, whichever world it is of.
 */
public final class Outcomes {

	// A question whose cutoff moved while it was sent is written twice.
	private static final long SAME_QUESTION_NANOS = 2_000_000;

	private static final String WARM_UP = "warm-up:";

	private final Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);

	private final Map<Kind, Map<Outcome, Long>> kinds = new EnumMap<>(Kind.class);

	private final Map<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);

	private final Map<String, Attempt> attempts = new HashMap<>();

	private final Map<String, Set<Long>> used = new HashMap<>();

	/**
	 * Counts.
	 * @param history what happened
	 */
	public Outcomes(History history) {
		List<Attempt> counted = history.attempts()
			.stream()
			.filter((attempt) -> !attempt.lock().startsWith(WARM_UP))
			.toList();
		counted.forEach((attempt) -> attempt.grants()
			.forEach((grant) -> this.attempts.put(key(attempt.client(), attempt.lock(), grant.first()), attempt)));
		history.operations().forEach(this::count);
		counted.forEach(this::count);
		blocks(counted);
		history.disturbances().faults().forEach((fault) -> this.faults.merge(fault.kind(), 1L, Long::sum));
	}

	/**
	 * How often something has come of it.
	 * @param outcome what
	 * @return the number
	 */
	public long count(Outcome outcome) {
		return this.counts.getOrDefault(outcome, 0L);
	}

	/**
	 * How often something has come of a kind of request.
	 * @param kind the kind
	 * @param outcome what
	 * @return the number
	 */
	public long count(Kind kind, Outcome outcome) {
		return this.kinds.getOrDefault(kind, Map.of()).getOrDefault(outcome, 0L);
	}

	/**
	 * How often a fault was made.
	 * @param kind its kind
	 * @return the number
	 */
	public long count(FaultKind kind) {
		return this.faults.getOrDefault(kind, 0L);
	}

	/**
	 * How many calls there were.
	 * @return the number
	 */
	public long calls() {
		return sum(this.counts);
	}

	/**
	 * How many calls of a kind there were.
	 * @param kind the kind
	 * @return the number
	 */
	public long calls(Kind kind) {
		return sum(this.kinds.getOrDefault(kind, Map.of()));
	}

	private static long sum(Map<Outcome, Long> counts) {
		return counts.entrySet()
			.stream()
			.filter((entry) -> entry.getKey().of() == Outcome.Of.CALL)
			.mapToLong(Map.Entry::getValue)
			.sum();
	}

	/**
	 * What has come of it at least once.
	 * @return the outcomes
	 */
	public Set<Outcome> met() {
		return new TreeSet<>(this.counts.keySet());
	}

	private void met(Outcome outcome) {
		this.counts.merge(outcome, 1L, Long::sum);
	}

	private void count(Operation operation) {
		Outcome outcome = of(operation);
		met(outcome);
		for (Kind kind : Kind.values()) {
			if (kind.includes(operation)) {
				this.kinds.computeIfAbsent(kind, (created) -> new EnumMap<>(Outcome.class))
					.merge(outcome, 1L, Long::sum);
			}
		}
		if (operation.hasEntered()) {
			met(ofHold(operation));
			Block block = operation.block();
			if (block != null) {
				this.used
					.computeIfAbsent(key(operation.client(), operation.lock(), block.first()),
							(created) -> new HashSet<>())
					.add(operation.token());
			}
		}
	}

	private Outcome of(Operation operation) {
		if (operation.hasEntered()) {
			return ofEntry(operation);
		}
		if (operation.begun() != 0) {
			return Outcome.GOT_TOO_LATE;
		}
		return ofRefusal(operation, operation.refusal());
	}

	private static Outcome ofRefusal(Operation operation, @Nullable String refusal) {
		if (refusal == null) {
			return (operation.end() == 0) ? Outcome.NO_ANSWER : Outcome.UNKNOWN;
		}
		return switch (refusal) {
			case "HELD" -> (operation.waitMillis() > 0) ? Outcome.REFUSED_HELD : Outcome.REFUSED_HELD_AT_ONCE;
			case "UNAVAILABLE" -> Outcome.REFUSED_UNAVAILABLE;
			case "INTERRUPTED" -> Outcome.REFUSED_INTERRUPTED;
			default -> Outcome.REFUSED_OTHERWISE;
		};
	}

	private Outcome ofEntry(Operation operation) {
		Block block = operation.block();
		if (block == null || !operation.isGranted()) {
			return Outcome.UNKNOWN;
		}
		if (operation.token() > block.first()) {
			return Outcome.ENTERED_FROM_A_NEIGHBOUR;
		}
		Attempt attempt = this.attempts.get(key(operation.client(), operation.lock(), block.first()));
		if (attempt == null) {
			return Outcome.UNKNOWN;
		}
		Granted first = attempt.grants().get(0);
		if (first.pushed()) {
			boolean asked = attempt.lastAsked() > first.nanos() || attempt.cancelSent() != 0
					|| attempt.grants().stream().anyMatch((grant) -> !grant.pushed());
			return asked ? Outcome.ENTERED_BY_A_MESSAGE_AND_AN_ANSWER : Outcome.ENTERED_BY_A_MESSAGE;
		}
		return attempt.waits().isEmpty() ? Outcome.ENTERED_AT_ONCE : Outcome.ENTERED_BY_A_POLL;
	}

	private static Outcome ofHold(Operation operation) {
		if (operation.lostAt() != 0 || operation.isReportedLost()) {
			return (operation.leaseMillis() > 0) ? Outcome.LOST_FIXED : Outcome.LOST_RENEWED;
		}
		return (operation.end() != 0) ? Outcome.RELEASED : Outcome.DIED_HOLDING;
	}

	private void count(Attempt attempt) {
		long before = Long.MIN_VALUE / 2;
		boolean first = true;
		for (long asked : attempt.asked()) {
			if (asked - before > SAME_QUESTION_NANOS) {
				met(Outcome.QUESTION);
				if (!first) {
					met(Outcome.POLL);
				}
				first = false;
			}
			before = asked;
		}
		if (attempt.queuedAt() != 0) {
			met(Outcome.QUEUED);
		}
		attempt.grants().stream().filter(Granted::pushed).forEach((grant) -> met(Outcome.MESSAGE));
		if (attempt.cancelSent() != 0) {
			met((attempt.cancelledServer() != 0) ? Outcome.CANCELLED : Outcome.CANCEL_UNANSWERED);
		}
		if (attempt.releaseSent() != 0) {
			met((attempt.released() != 0) ? Outcome.RELEASE_ANSWERED : Outcome.RELEASE_UNANSWERED);
		}
		attempt.renewals().forEach((renewal) -> met(of(renewal)));
	}

	private static Outcome of(Attempt.Renewal renewal) {
		if (renewal.answered() == 0) {
			return Outcome.RENEWAL_UNANSWERED;
		}
		return renewal.owned() ? Outcome.RENEWED : Outcome.RENEWAL_REFUSED;
	}

	private void blocks(Collection<Attempt> counted) {
		Set<String> seen = new HashSet<>();
		for (Attempt attempt : counted) {
			for (Granted grant : attempt.grants()) {
				String key = key(attempt.client(), attempt.lock(), grant.first());
				if (seen.add(key)) {
					int size = this.used.getOrDefault(key, Set.of()).size();
					met(of(size, grant.last() - grant.first() + 1));
				}
			}
		}
	}

	private static Outcome of(int used, long size) {
		if (used < 2) {
			return (used == 0) ? Outcome.GRANT_UNUSED : Outcome.BLOCK_FOR_ONE;
		}
		return (used < size) ? Outcome.BLOCK_FOR_SEVERAL : Outcome.BLOCK_USED_UP;
	}

	private static String key(String client, String lock, long token) {
		return client + " " + lock + " " + token;
	}

}
