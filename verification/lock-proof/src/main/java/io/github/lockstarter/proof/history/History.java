package io.github.lockstarter.proof.history;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What happened in one run.
 *
 * @param operations the callers' operations
 * @param attempts the attempts in Redis
 * @param writes the writes to the protected resource
 * @param usages what the clients had used up
 * @param disturbances what may excuse something
 * @param redis what was seen in Redis
 * @param stories what observers were told of each attempt
 */
public record History(List<Operation> operations, List<Attempt> attempts, List<Write> writes, List<Usage> usages,
		Disturbances disturbances, Seen redis, List<Story> stories) {

	/**
	 * The process that injects the faults: while it stands still, so do its proxies.
	 */
	public static final String DRIVER = "driver";

	// Holds exclude each other: the last few before an entry tell.
	private static final int FEW = 8;

	/**
	 * What some of the clients did, and what was done to all.
	 * @param clients chooses clients by their names
	 * @return a part of this history
	 */
	public History of(Predicate<String> clients) {
		List<Attempt> theirs = this.attempts.stream().filter((attempt) -> clients.test(attempt.client())).toList();
		Set<String> others = this.attempts.stream()
			.filter((attempt) -> !clients.test(attempt.client()))
			.map(Attempt::id)
			.collect(Collectors.toSet());
		return new History(this.operations.stream().filter((operation) -> clients.test(operation.client())).toList(),
				theirs, this.writes.stream().filter((write) -> clients.test(write.operation().client())).toList(),
				this.usages.stream().filter((usage) -> clients.test(usage.client())).toList(), this.disturbances,
				this.redis.without(others),
				this.stories.stream().filter((story) -> clients.test(story.client())).toList());
	}

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
		return this.disturbances.isDisturbed(effect, client, from, to);
	}

	/**
	 * Whether a fault that may have that effect hit any client just then.
	 * @param effect the effect
	 * @param from the begin of the time
	 * @param to the end of the time
	 * @return whether there was such a fault
	 */
	public boolean isAnybodyDisturbed(FaultKind.Effect effect, long from, long to) {
		return this.disturbances.isAnybodyDisturbed(effect, from, to);
	}

	/**
	 * Whether a client, or the proxies, did not run for a while.
	 * @param client the client
	 * @param from the begin of the time
	 * @param to the end of the time
	 * @return whether there was a pause then
	 */
	public boolean isPaused(String client, long from, long to) {
		return this.disturbances.isPaused(client, from, to);
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
		return this.disturbances.isWithoutClocks(client, from, to);
	}

	/**
	 * Whether a mark of that kind may lie in a time.
	 * @param kind the kind
	 * @param from the begin of the time
	 * @param to the end of the time
	 * @return whether there is one
	 */
	public boolean hasMark(Mark.Kind kind, long from, long to) {
		return this.disturbances.hasMark(kind, from, to);
	}

	/**
	 * How many operations entered while another one shared their lock with them.
	 * @return the number of holds that were really beside another one
	 */
	public long besideOthers() {
		long beside = 0;
		for (List<Operation> holds : holds().values()) {
			long end = Long.MIN_VALUE;
			for (Operation hold : holds) {
				if (hold.isShared()) {
					beside += (hold.enter() < end) ? 1 : 0;
					end = Math.max(end, hold.holdEnd());
				}
			}
		}
		return beside;
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
