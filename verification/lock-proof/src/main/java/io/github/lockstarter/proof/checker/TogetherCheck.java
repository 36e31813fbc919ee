package io.github.lockstarter.proof.checker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.lockstarter.proof.checker.Checker.Scope;
import io.github.lockstarter.proof.checker.Presences.Presence;
import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;

/**
 * Who waits for several locks gets them while nobody else can have any of them. The
 * message that one is free may be lost, which costs a poll; so may that of the next one,
 * which had it before it was free. Each lock that it then asks for takes one answer, and
 * so does the last round. Callers wait in the order of the names: while another has one
 * of the locks, nothing is said of the others.
 */
final class TogetherCheck implements Check {

	// Two of them, 30 % longer.
	private static final double POLLS = 2.6;

	private final Scope scope;

	/**
	 * Creates the check.
	 * @param scope where servers replace each other one may know a former owner
	 */
	TogetherCheck(Scope scope) {
		this.scope = scope;
	}

	@Override
	public String promise() {
		return "who waits for several locks gets them when nobody else has any";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		Map<String, List<Operation>> calls = history.operations()
			.stream()
			.filter(Operation::isOneOfSeveral)
			.collect(Collectors.groupingBy(Operation::call, LinkedHashMap::new, Collectors.toList()));
		Presences presences = null;
		for (List<Operation> call : calls.values()) {
			long allowed = allowed(bounds, call.size());
			if (call.get(0).answered() - call.get(0).start() > allowed) {
				findings.examined();
				presences = (presences != null) ? presences : new Presences(history, bounds, this.scope);
				check(history, findings, call, others(presences, call, isAlone(call, calls.values())), allowed);
			}
		}
	}

	private static long allowed(Bounds bounds, int locks) {
		return ((long) (POLLS * bounds.poll()) + (locks + 1) * (bounds.commandTimeout() + bounds.late()))
				* Bounds.MILLI;
	}

	/**
	 * When others may have had any of the locks, in the order of the begins.
	 */
	private static List<Presence> others(Presences presences, List<Operation> call, boolean alone) {
		List<Presence> others = new ArrayList<>();
		for (Operation operation : call) {
			presences.of(operation.lock())
				.stream()
				.filter((presence) -> presence.from() < operation.answered() && presence.to() > operation.start())
				.filter((presence) -> !alone || !presence.isAskedBy(operation))
				.forEach(others::add);
		}
		others.sort(Comparator.comparingLong(Presence::from));
		return others;
	}

	/**
	 * Whether nobody else of its client wants any of the locks meanwhile: whose attempt
	 * is whose is not known.
	 */
	private static boolean isAlone(List<Operation> call, Iterable<List<Operation>> calls) {
		List<String> locks = call.stream().map(Operation::lock).toList();
		for (List<Operation> other : calls) {
			Operation its = other.get(0);
			boolean beside = other != call && its.client().equals(call.get(0).client())
					&& its.start() <= call.get(0).answered()
					&& (its.answered() == 0 || its.answered() >= call.get(0).start());
			if (beside && other.stream().anyMatch((operation) -> locks.contains(operation.lock()))) {
				return false;
			}
		}
		return true;
	}

	private static void check(History history, Findings findings, List<Operation> call, List<Presence> others,
			long allowed) {
		Operation first = call.get(0);
		long free = first.start();
		for (Presence other : others) {
			if (other.from() - free > allowed) {
				report(history, findings, first, free, other.from());
			}
			free = Math.max(free, other.to());
		}
		if (first.answered() - free > allowed) {
			report(history, findings, first, free, first.answered());
		}
	}

	private static void report(History history, Findings findings, Operation first, long from, long to) {
		if (history.isDisturbed(Effect.OUTAGE, first.client(), from, to)) {
			findings.excluded("a fault or a pause hit the waiter");
		}
		else if (OutageCheck.isBehindAShortLease(history, first)) {
			findings.excluded("a lease that ends before its answer arrives was asked for in this process");
		}
		else if (Presences.lastLonger(history, from, to)) {
			findings.excluded("the server's clock stepped back: leases in Redis last longer");
		}
		else {
			findings.violation(first + " waited with the others of its call for " + (to - from) / Bounds.MILLI
					+ "ms while nobody else can have had any of them, from " + from);
		}
	}

}
