package io.github.lockstarter.proof.checker;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.FaultWindow;
import io.github.lockstarter.proof.history.FaultWindow.Master;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.history.Operation;
import io.github.lockstarter.proof.history.Pause;
import io.github.lockstarter.proof.history.Taken;

/**
 * A lock that nobody holds any more is free soon: after a release, also that of a lease
 * that was lost, and after a wait that was given up. What keeps a release away delays
 * that, for as long as it lasts; only where nobody is left to release does a lock stay
 * taken until its lease ends.
 */
final class OrphanCheck implements Check {

	private static final long AROUND_A_STEP = 5_000 * Bounds.MILLI;

	@Override
	public String promise() {
		return "a lock that nobody holds does not stay taken";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		Map<String, Attempt> attempts = new HashMap<>();
		history.attempts().forEach((attempt) -> attempts.put(attempt.id(), attempt));
		Map<Long, List<Operation>> holds = history.operations()
			.stream()
			.filter((operation) -> operation.isGranted() && operation.block() != null)
			.collect(Collectors.groupingBy((operation) -> operation.block().first()));
		List<Operation> several = history.operations().stream().filter(Operation::isOneOfSeveral).toList();
		for (Taken taken : history.redis().taken()) {
			Attempt attempt = attempts.get(taken.owner());
			if (attempt == null) {
				continue;
			}
			findings.examined();
			List<Operation> under = LongStream
				.concat(LongStream.of(taken.firstToken()), attempt.grants().stream().mapToLong(Attempt.Granted::first))
				.distinct()
				.mapToObj((first) -> holds.getOrDefault(first, List.of()))
				.flatMap(List::stream)
				.filter((operation) -> operation.client().equals(attempt.client())
						&& operation.lock().equals(taken.lock()) && mayBeOf(operation, attempt))
				.toList();
			long needed = needed(attempt, under, several);
			if (needed < taken.until()) {
				check(history, bounds, findings, taken, attempt, new Need(needed, !under.isEmpty()));
			}
		}
	}

	/**
	 * Whether a hold may be that of an attempt: those who read at the same time have one
	 * token.
	 */
	private static boolean mayBeOf(Operation operation, Attempt attempt) {
		return operation.limit() == attempt.limit()
				&& (!operation.isReader() || !operation.block().alone() || operation.block().owner() == attempt);
	}

	/**
	 * Until when somebody wanted it: who has lost a lease and works on keeps its lock, as
	 * long as that lasts in Redis. An operation without an end is that of a process that
	 * was killed, or one that goes on.
	 */
	private static long needed(Attempt attempt, List<Operation> under, List<Operation> several) {
		long needed = Math.max(attempt.lastAsked(), attempt.cancelSent());
		needed = attempt.grants().stream().mapToLong(Attempt.Granted::nanos).reduce(needed, Math::max);
		for (Operation operation : under) {
			needed = Math.max(needed, (operation.end() != 0) ? operation.end() : operation.deadline());
		}
		long renewed = attempt.renewals().stream().mapToLong(Attempt.Renewal::sent).max().orElse(0);
		if (under.isEmpty()) {
			needed = Math.max(needed, renewed);
		}
		// one of several locks is kept while the others are waited for, also one that the
		// caller has from another one of its JVM, and one that its clock says is lost;
		// who was killed meanwhile has renewed it for as long as it lived
		long wanted = needed;
		return several.stream()
			.filter((one) -> waits(one, attempt, wanted))
			.mapToLong((one) -> (one.end() != 0) ? one.end() : Math.max(one.deadline(), renewed))
			.reduce(needed, Math::max);
	}

	private static boolean waits(Operation operation, Attempt attempt, long time) {
		return operation.client().equals(attempt.client()) && operation.lock().equals(attempt.lock())
				&& operation.start() <= time && (operation.end() == 0 || time <= operation.end());
	}

	private static void check(History history, Bounds bounds, Findings findings, Taken taken, Attempt attempt,
			Need need) {
		long grace = need.held ? bounds.releasedNanos() : bounds.givenBackNanos();
		if (taken.until() <= need.until + grace) {
			return;
		}
		if (taken.until() <= excusedUntil(history, bounds, attempt.client(), taken.master(), need, grace)) {
			findings.excluded("a fault or a pause kept the release away");
		}
		else if (history.hasMark(Mark.Kind.BACKWARD_STEP, need.until - bounds.leaseNanos() - AROUND_A_STEP,
				taken.until())) {
			findings.excluded("the server's clock stepped back: leases in Redis last longer");
		}
		else {
			findings.violation(attempt + " owns the lock " + (taken.until() - need.until) / Bounds.MILLI
					+ "ms after anybody needed it, from " + need.until + " to " + taken.until());
		}
	}

	/**
	 * Faults and pauses that follow each other excuse together. What is in the way to one
	 * of several masters keeps no release away from another one.
	 */
	private static long excusedUntil(History history, Bounds bounds, String client, @Nullable Master master, Need need,
			long grace) {
		long settle = history.disturbances().settleNanos(client);
		long before = grace + settle;
		long until = need.until + grace;
		for (FaultWindow fault : history.disturbances()
			.faults()
			.stream()
			.filter((one) -> one.kind().excuses(Effect.RELEASE) && one.isFeltAt(master))
			.sorted(Comparator.comparingLong(FaultWindow::begin))
			.toList()) {
			if (fault.touches(client, need.until - before, until)) {
				long stays = fault.kind().excuses(Effect.LEASE_STAYS) ? bounds.leaseNanos() : 0;
				until = Math.max(until, fault.end() + stays + before);
			}
		}
		for (Pause pause : history.disturbances().pauses()) {
			if (pause.touches(client, need.until - before, until)) {
				until = Math.max(until, pause.end() + before);
			}
		}
		return until;
	}

	/**
	 * Until when a lock was needed.
	 *
	 * @param until the time
	 * @param held whether anybody held it then
	 */
	private record Need(long until, boolean held) {

	}

}
