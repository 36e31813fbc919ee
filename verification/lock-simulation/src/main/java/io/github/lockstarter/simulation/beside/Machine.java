package io.github.lockstarter.simulation.beside;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;
import io.github.lockstarter.proof.history.Write;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.workload.CampaignCaller.Pace;
import io.github.lockstarter.simulation.world.Chance;
import io.github.lockstarter.simulation.world.World;

/**
 * How fast a machine was, which no promise is about: a world in virtual time is told it,
 * because it decides how many calls meet. All that was measured is drawn from, each as
 * often as it was.
 *
 * @param ways one way between a client and Redis, with all that is done there, in
 * nanoseconds
 * @param accesses one access to what a lock protects
 * @param pauses from the end of a call of a thread to its next one
 */
public record Machine(List<Long> ways, List<Long> accesses, List<Long> pauses) {

	/**
	 * A quiet one.
	 */
	public static final Machine QUIET = new Machine(List.of(100_000L, 150_000L, 200_000L), List.of(200_000L, 300_000L),
			List.of(100_000L));

	// Fewer say nothing.
	private static final int ENOUGH = 50;

	// A round trip that takes longer is near to a command timeout, and has a reason of
	// its
	// own.
	private static final long LONGEST = 150_000_000;

	private static final String BUSY = "client";

	/**
	 * Measures where no fault was.
	 * @param history what happened in a campaign
	 * @return how fast it was; as fast as a quiet one where too little tells
	 */
	public static Machine of(History history) {
		List<Long> ways = new ArrayList<>();
		for (Attempt attempt : history.attempts()) {
			if (attempt.client().startsWith(BUSY) && !attempt.asked().isEmpty()) {
				long answered = firstAnswer(attempt);
				add(ways, history, attempt.client(), attempt.firstAsked(), answered, 2);
			}
		}
		List<Long> accesses = new ArrayList<>();
		for (Write write : history.writes()) {
			Operation operation = write.operation();
			if (operation.client().startsWith(BUSY)) {
				add(accesses, history, operation.client(), operation.enter(), write.nanos(), 2);
			}
		}
		return new Machine(orElse(ways, QUIET.ways), orElse(accesses, QUIET.accesses),
				orElse(pauses(history), QUIET.pauses));
	}

	private static void add(List<Long> all, History history, String client, long from, long to, int parts) {
		if (to - from < LONGEST && to > from && !history.isPaused(client, from, to)
				&& history.disturbances()
					.faults()
					.stream()
					.noneMatch((fault) -> fault.excuses(Effect.OUTAGE) && fault.touches(client, from, to))) {
			all.add((to - from) / parts);
		}
	}

	private static List<Long> orElse(List<Long> measured, List<Long> usual) {
		return (measured.size() >= ENOUGH) ? List.copyOf(measured) : usual;
	}

	private static long firstAnswer(Attempt attempt) {
		long waits = attempt.waits().isEmpty() ? Long.MAX_VALUE : attempt.waits().get(0).nanos();
		boolean granted = !attempt.grants().isEmpty() && !attempt.grants().get(0).pushed();
		return granted ? Math.min(waits, attempt.grants().get(0).nanos()) : waits;
	}

	private static List<Long> pauses(History history) {
		Map<String, Operation> last = new HashMap<>();
		List<Long> pauses = new ArrayList<>();
		history.operations()
			.stream()
			.filter((operation) -> operation.client().startsWith(BUSY))
			.sorted(Comparator.comparingLong(Operation::start))
			.forEach((operation) -> {
				Operation before = last.put(operation.call().substring(0, operation.call().lastIndexOf('-')),
						operation);
				if (before != null && before.hasEntered() && !before.call().equals(operation.call())) {
					add(pauses, history, operation.client(), before.end(), operation.start(), 1);
				}
			});
		return pauses;
	}

	Network network(World world) {
		return new Network(world, this.ways);
	}

	Pace pace(World world) {
		Chance chance = world.chance();
		return new Pace(() -> one(chance, this.accesses), () -> one(chance, this.pauses));
	}

	private static long one(Chance chance, List<Long> all) {
		return all.get((int) chance.below(all.size()));
	}

	private static String text(List<Long> all) {
		List<Long> sorted = all.stream().sorted().toList();
		return String.format(Locale.ROOT, "%.2f ms (99%%: %.2f ms)", sorted.get(sorted.size() / 2) / 1e6,
				sorted.get(sorted.size() * 99 / 100) / 1e6);
	}

	@Override
	public String toString() {
		return "one way " + text(this.ways) + ", an access to the resource " + text(this.accesses)
				+ ", between two calls " + text(this.pauses);
	}

}
