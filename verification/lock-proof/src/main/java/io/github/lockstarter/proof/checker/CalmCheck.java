package io.github.lockstarter.proof.checker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongBinaryOperator;
import java.util.stream.Collectors;

import io.github.lockstarter.proof.checker.Checker.Scope;
import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.Attempt.Renewal;
import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;
import io.github.lockstarter.proof.history.Usage;

/**
 * Calm: whoever only holds or waits sends few requests and needs little of a processor,
 * whatever state Redis is in. Nothing excuses a storm. Every attempt is looked at, and as
 * a whole the clients that do nothing else. What such a client sends because its callers
 * were refused and called again is theirs: a few requests for each of those calls.
 */
final class CalmCheck implements Check {

	private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

	// Long enough for the grain of the samples, and for one new connection.
	private static final long WINDOW = 2 * SECOND;

	// Classes are loaded and compiled.
	private static final long START = 3 * SECOND;

	private final int mostQuestions;

	private final int mostRequests;

	/**
	 * Creates the check.
	 * @param scope what is promised
	 */
	CalmCheck(Scope scope) {
		this.mostQuestions = (scope == Scope.QUORUM) ? Bounds.QUESTIONS_TO_A_QUORUM_PER_SECOND
				: Bounds.QUESTIONS_PER_SECOND;
		this.mostRequests = (scope == Scope.QUORUM) ? Bounds.REQUESTS_TO_A_QUORUM_PER_SECOND
				: Bounds.REQUESTS_PER_SECOND;
	}

	@Override
	public String promise() {
		return "who only holds or waits costs little, in every state of Redis";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (Attempt attempt : history.attempts()) {
			findings.examined();
			List<Long> questions = new ArrayList<>(attempt.asked());
			attempt.renewals().stream().map(Renewal::sent).forEach(questions::add);
			Collections.sort(questions);
			int most = most(questions);
			if (most > this.mostQuestions && most > this.mostQuestions + readers(history, attempt, questions)) {
				findings.violation(attempt + " asked and renewed " + most + " times in one second");
			}
		}
		Map<String, Map<Usage.Kind, List<Usage>>> usages = history.usages()
			.stream()
			.collect(Collectors.groupingBy(Usage::client, TreeMap::new, Collectors.groupingBy(Usage::kind)));
		usages.forEach((client, byKind) -> {
			if (byKind.containsKey(Usage.Kind.REQUESTS)) {
				check(history, client, byKind, findings);
			}
		});
	}

	/**
	 * How many callers of the client may have read under an attempt: readers of one JVM
	 * have one attempt, and each of them renews it.
	 */
	private static long readers(History history, Attempt attempt, List<Long> questions) {
		return history.operations()
			.stream()
			.filter((operation) -> operation.limit() == 0 && operation.client().equals(attempt.client())
					&& operation.lock().equals(attempt.lock()))
			.filter((operation) -> operation.start() <= questions.get(questions.size() - 1)
					&& (operation.end() == 0 || operation.end() >= questions.get(0)))
			.count();
	}

	private static int most(List<Long> sorted) {
		int most = 0;
		int first = 0;
		for (int last = 0; last < sorted.size(); last++) {
			while (sorted.get(last) - sorted.get(first) > SECOND) {
				first++;
			}
			most = Math.max(most, last - first + 1);
		}
		return most;
	}

	private void check(History history, String client, Map<Usage.Kind, List<Usage>> usages, Findings findings) {
		long callers = callers(history, client);
		long[] refusals = refusals(history, client);
		rate(client, "requests", usages.getOrDefault(Usage.Kind.REQUESTS, List.of()), (from, to) -> {
			int perSecond = history.isDisturbed(Effect.ORDER, client, from, to) ? this.mostRequests
					: Bounds.QUIET_REQUESTS_PER_SECOND;
			return callers * perSecond * (to - from) / SECOND
					+ Bounds.REQUESTS_PER_REFUSAL * between(refusals, from, to);
		}, findings);
		rate(client, "ms of a processor", usages.getOrDefault(Usage.Kind.PROCESSOR, List.of()),
				(from, to) -> 10L * Bounds.PROCESSOR_PERCENT * (to - from) / SECOND
						+ Bounds.PROCESSOR_MILLIS_PER_REFUSAL * between(refusals, from, to),
				findings);
		List<Usage> counts = usages.getOrDefault(Usage.Kind.THREADS, List.of());
		for (Usage count : counts) {
			findings.examined();
			if (count.amount() > counts.get(0).amount() + Bounds.MORE_THREADS) {
				findings.violation(client + " has " + count.amount() + " threads at " + count.nanos()
						+ ", it began with " + counts.get(0).amount());
				return;
			}
		}
	}

	/**
	 * When its callers were told that the lock is not theirs, for another reason than
	 * that somebody else holds it: no wait goes before such a word.
	 */
	private static long[] refusals(History history, String client) {
		return history.operations()
			.stream()
			.filter((operation) -> operation.client().equals(client) && operation.refusal() != null
					&& !"HELD".equals(operation.refusal()))
			.mapToLong(Operation::end)
			.sorted()
			.toArray();
	}

	private static long between(long[] sorted, long from, long to) {
		return atMost(sorted, to) - atMost(sorted, from);
	}

	private static long atMost(long[] sorted, long time) {
		int found = Arrays.binarySearch(sorted, time);
		return (found >= 0) ? found + 1 : -found - 1;
	}

	/**
	 * How many hold or wait at once, at most.
	 */
	private static long callers(History history, String client) {
		NavigableMap<Long, Integer> changes = new TreeMap<>();
		history.operations().stream().filter((operation) -> operation.client().equals(client)).forEach((operation) -> {
			changes.merge(operation.start(), 1, Integer::sum);
			if (operation.end() != 0) {
				changes.merge(operation.end(), -1, Integer::sum);
			}
		});
		int now = 0;
		int most = 1;
		for (int change : changes.values()) {
			now += change;
			most = Math.max(most, now);
		}
		return most;
	}

	/**
	 * One violation for each window, so that their number says how long it lasted.
	 */
	private static void rate(String client, String what, List<Usage> samples, LongBinaryOperator most,
			Findings findings) {
		int first = 0;
		while (first < samples.size() && samples.get(first).nanos() < samples.get(0).nanos() + START) {
			first++;
		}
		for (int last = first; last < samples.size(); last++) {
			long time = samples.get(last).nanos() - samples.get(first).nanos();
			if (time < WINDOW) {
				continue;
			}
			findings.examined();
			long amount = samples.get(last).amount() - samples.get(first).amount();
			long allowed = most.applyAsLong(samples.get(first).nanos(), samples.get(last).nanos());
			if (amount > allowed) {
				findings.violation(client + " needed " + amount + " " + what + " instead of " + allowed + ", from "
						+ samples.get(first).nanos() + " to " + samples.get(last).nanos());
			}
			first = last;
		}
	}

}
