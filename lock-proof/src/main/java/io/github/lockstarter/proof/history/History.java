package io.github.lockstarter.proof.history;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What happened in one run.
 *
 * @param operations the callers' operations
 * @param attempts the attempts in Redis
 * @param writes the writes to the protected resource
 * @param pauses when processes did not run
 * @param faults the faults that took effect
 * @param marks the moments after which exclusion is not promised
 * @param sightings the owners seen in Redis
 * @param leftovers what was wrong in Redis when all was over
 */
public record History(List<Operation> operations, List<Attempt> attempts, List<Write> writes, List<Pause> pauses,
		List<FaultWindow> faults, List<Mark> marks, List<Sighting> sightings, List<String> leftovers) {

	/**
	 * The process that injects the faults: while it stands still, so do its proxies.
	 */
	public static final String DRIVER = "driver";

	// After a fault: reconnecting (500 ms at most between attempts), and what was sent
	// just before has its time-out.
	private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

	// Holds exclude each other: the last few before an entry tell.
	private static final int FEW = 8;

	/**
	 * The operations that entered, by lock, in order of entry.
	 * @return the holds of each lock
	 */
	public Map<String, List<Operation>> holds() {
		return byLock(this.operations.stream()
			.filter(Operation::hasEntered)
			.sorted(Comparator.comparingLong(Operation::enter))
			.toList(), Operation::lock);
	}

	/**
	 * The attempts by lock, in the order of their first question.
	 * @return the attempts of each lock
	 */
	public Map<String, List<Attempt>> attemptsByLock() {
		return byLock(this.attempts.stream().sorted(Comparator.comparingLong(Attempt::firstAsked)).toList(),
				Attempt::lock);
	}

	private static <T> Map<String, List<T>> byLock(List<T> all, Function<T, String> lock) {
		return all.stream().collect(Collectors.groupingBy(lock, TreeMap::new, Collectors.toList()));
	}

	/**
	 * Whether something happened to a client that may have that effect: a fault, the time
	 * to recover from it, or a pause of its process or of the one with the proxies.
	 * @param effect the effect
	 * @param client the client
	 * @param from the begin of the time
	 * @param to the end of the time
	 * @return whether the client was disturbed then
	 */
	public boolean isDisturbed(FaultKind.Effect effect, String client, long from, long to) {
		for (FaultWindow fault : this.faults) {
			if (fault.kind().excuses(effect) && fault.touches(client, from - SETTLE_NANOS, to)) {
				return true;
			}
		}
		return isPaused(client, from, to);
	}

	/**
	 * Whether a client, or the proxies, did not run for a while.
	 * @param client the client
	 * @param from the begin of the time
	 * @param to the end of the time
	 * @return whether there was a pause then
	 */
	public boolean isPaused(String client, long from, long to) {
		for (Pause pause : this.pauses) {
			if ((pause.client().equals(client) || pause.client().equals(DRIVER)) && pause.begin() <= to
					&& from <= pause.end()) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether neither clock of a client told it the time: its process stood still, for
	 * which its monotonic clock may not count, and its wall clock was set.
	 * @param client the client
	 * @param from the begin of the time
	 * @param to the end of the time
	 * @return whether both happened then
	 */
	public boolean isWithoutClocks(String client, long from, long to) {
		return isPaused(client, from, to) && this.faults.stream()
			.anyMatch((fault) -> fault.kind() == FaultKind.CLIENT_CLOCK && fault.touches(client, from, to));
	}

	/**
	 * Whether a mark of that kind lies in a time.
	 * @param kind the kind
	 * @param from the begin of the time
	 * @param to the end of the time
	 * @return whether there is one
	 */
	public boolean hasMark(Mark.Kind kind, long from, long to) {
		return this.marks.stream()
			.anyMatch((mark) -> mark.kind() == kind && from <= mark.nanos() && mark.nanos() <= to);
	}

	/**
	 * How many operations found their lock taken or wanted.
	 * @return operations during whose wait another one held the lock
	 */
	public long contended() {
		long contended = 0;
		Map<String, List<Operation>> holds = holds();
		for (Operation operation : this.operations) {
			contended += isContended(operation, holds.getOrDefault(operation.lock(), List.of())) ? 1 : 0;
		}
		return contended;
	}

	private static boolean isContended(Operation operation, List<Operation> holds) {
		long got = operation.hasEntered() ? operation.enter() : operation.end();
		int low = 0;
		int high = holds.size();
		while (low < high) {
			int middle = (low + high) >>> 1;
			if (holds.get(middle).enter() < got) {
				low = middle + 1;
			}
			else {
				high = middle;
			}
		}
		for (int i = low - 1; i >= 0 && i >= low - FEW; i--) {
			Operation other = holds.get(i);
			if (other != operation && other.holdEnd() > operation.start()) {
				return true;
			}
		}
		return false;
	}

}
