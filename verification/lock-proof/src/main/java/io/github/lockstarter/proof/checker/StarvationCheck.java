package io.github.lockstarter.proof.checker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Mark;

/**
 * Who asks gets its turn. A waiter counts as alive between two answers that told it its
 * place, if no longer lay between them than a place is kept, which Redis sees by its own
 * clock: so no connection has to be excused, also not one that brings no messages. It may
 * be passed once without knowing. Until its next question all others have their turns,
 * and how many that are is a matter of speed; from then on the lock is kept for it. So
 * the answers between which most have come before it do not count, nor as many others as
 * there were moments when Redis lost all places.
 */
final class StarvationCheck implements Check {

	// Who comes back asks in another order, and before or after those who are new.
	private static final Set<Mark.Kind> LOSSES = Set.of(Mark.Kind.DATA_LOSS, Mark.Kind.FORWARD_STEP);

	@Override
	public String promise() {
		return "a waiter that asks is overtaken a bounded number of times, whatever its connections are like";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (List<Attempt> attempts : history.attemptsByLock().values()) {
			List<Attempt> granted = new ArrayList<>(
					attempts.stream().filter((attempt) -> !attempt.grants().isEmpty()).toList());
			granted.sort(Comparator.comparingLong(StarvationCheck::grantedAt));
			for (Attempt waiter : attempts) {
				if (waiter.waits().size() > 1) {
					findings.examined();
					int overtaken = overtaken(history, waiter, granted, bounds);
					if (overtaken > Bounds.OVERTAKINGS && mayBeForAShortLease(history, waiter, bounds)) {
						findings.excluded("the lock is kept for no longer than the lease that is asked for");
					}
					else if (overtaken > Bounds.OVERTAKINGS) {
						findings.violation(waiter + ", queued at " + waiter.queuedAt() + " and asking, saw " + overtaken
								+ " grants to others who came later, and not between two of its questions only");
					}
				}
			}
		}
	}

	/**
	 * Whether it may ask for a fixed lease that ends before its next poll: where its
	 * connection brings no messages and nobody can know, it comes too late each time.
	 */
	private static boolean mayBeForAShortLease(History history, Attempt waiter, Bounds bounds) {
		return history.operations()
			.stream()
			.anyMatch((operation) -> operation.client().equals(waiter.client())
					&& operation.lock().equals(waiter.lock()) && operation.leaseMillis() > 0
					&& operation.leaseMillis() < bounds.poll() && operation.start() <= waiter.queuedAt()
					&& (operation.end() == 0 || operation.end() >= waiter.queuedAt()));
	}

	/**
	 * Grants to others who came later, without those between the questions that had most
	 * of them: one pair of questions, and one for each time that the places were lost.
	 */
	private static int overtaken(History history, Attempt waiter, List<Attempt> granted, Bounds bounds) {
		List<Integer> counts = new ArrayList<>();
		int next = firstAfter(granted, waiter.queuedAt());
		for (int i = 0; i + 1 < waiter.waits().size(); i++) {
			Attempt.Waiting from = waiter.waits().get(i);
			Attempt.Waiting to = waiter.waits().get(i + 1);
			boolean alive = to.nanos() - from.nanos() <= bounds.waiter() * Bounds.MILLI
					&& to.serverNow() - from.serverNow() <= bounds.waiter();
			int count = 0;
			for (; next < granted.size() && grantedAt(granted.get(next)) <= to.nanos(); next++) {
				if (alive && granted.get(next).firstAsked() > waiter.queuedAt()) {
					count++;
				}
			}
			counts.add(count);
		}
		long lost = history.disturbances()
			.marks()
			.stream()
			.filter((mark) -> LOSSES.contains(mark.kind()) && mark.end() >= waiter.queuedAt()
					&& mark.begin() <= waiter.waits().get(waiter.waits().size() - 1).nanos())
			.count();
		return counts.stream().sorted(Comparator.reverseOrder()).skip(1 + lost).mapToInt(Integer::intValue).sum();
	}

	private static int firstAfter(List<Attempt> granted, long time) {
		int low = 0;
		int high = granted.size();
		while (low < high) {
			int middle = (low + high) >>> 1;
			if (grantedAt(granted.get(middle)) <= time) {
				low = middle + 1;
			}
			else {
				high = middle;
			}
		}
		return low;
	}

	private static long grantedAt(Attempt attempt) {
		return attempt.grants().get(0).nanos();
	}

}
