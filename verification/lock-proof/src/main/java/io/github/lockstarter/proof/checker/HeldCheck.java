package io.github.lockstarter.proof.checker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.lockstarter.proof.checker.Checker.Scope;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;

/**
 * Who is told that another holds the lock was refused by another: somebody else may have
 * had it, or one of several, at some moment of the wait. No fault excuses more, because
 * who does not know is to say so. Whoever has waited in its own JVM behind another caller
 * goes by what that one was told, which may be as old as a poll.
 */
final class HeldCheck implements Check {

	// Of a poll, either way.
	private static final double SPREAD = 1.3;

	private final Scope scope;

	/**
	 * Creates the check.
	 * @param scope in a quorum the votes for those who ask at the same time may leave
	 * nobody a majority; where servers replace each other one may know a former owner
	 */
	HeldCheck(Scope scope) {
		this.scope = scope;
	}

	@Override
	public String promise() {
		return "nobody hears 'held by another' of a lock that no other can have had";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		Presences presences = new Presences(history, bounds, this.scope);
		Map<String, List<Operation>> calls = new HashMap<>();
		Set<String> judged = new HashSet<>();
		for (Operation operation : history.operations()) {
			if (operation.isOneOfSeveral()) {
				calls.computeIfAbsent(operation.call(), (call) -> new ArrayList<>()).add(operation);
			}
		}
		for (Operation operation : history.operations()) {
			if (!"HELD".equals(operation.refusal()) || !judged.add(operation.call())) {
				continue;
			}
			findings.examined();
			long since = operation.start() - oldestWord(bounds, operation);
			if (calls.getOrDefault(operation.call(), List.of(operation))
				.stream()
				.anyMatch((part) -> presences.isAnyOther(part, since))) {
				continue;
			}
			if (Presences.lastLonger(history, since, operation.end())) {
				findings.excluded("the server's clock stepped back: leases in Redis last longer");
			}
			else if (isBehindANeighbour(history, operation)) {
				findings.excluded("another caller of its own JVM waited before it");
			}
			else {
				findings.violation(operation + " was refused at " + operation.end()
						+ " because another holds the lock, and no other can have had it");
			}
		}
	}

	/**
	 * Who comes behind others of its own JVM asks nothing, and is refused as they wait.
	 */
	private static boolean isBehindANeighbour(History history, Operation operation) {
		boolean asked = history.attempts()
			.stream()
			.filter((attempt) -> attempt.client().equals(operation.client()) && attempt.lock().equals(operation.lock()))
			.anyMatch((attempt) -> attempt.asked()
				.stream()
				.anyMatch((time) -> time >= operation.start() && time <= operation.end()));
		return !asked && history.operations()
			.stream()
			.anyMatch((other) -> other != operation && other.client().equals(operation.client())
					&& other.lock().equals(operation.lock()) && other.start() <= operation.start()
					&& (other.enter() == 0 || other.enter() > operation.start())
					&& (other.end() == 0 || other.end() > operation.start()));
	}

	/**
	 * How old may be what a caller goes by that has asked nothing itself.
	 */
	private static long oldestWord(Bounds bounds, Operation operation) {
		boolean asks = operation.fair() || (operation.isShared() && !operation.isJoined())
				|| operation.waitMillis() == 0;
		return asks ? 0 : ((long) (SPREAD * bounds.poll()) + bounds.commandTimeout() + bounds.slack()) * Bounds.MILLI;
	}

}
