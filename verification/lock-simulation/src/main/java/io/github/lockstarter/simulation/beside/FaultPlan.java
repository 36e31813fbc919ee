package io.github.lockstarter.simulation.beside;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultWindow;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Target;

/**
 * Which faults hit whom, when, and for how long.
 *
 * @param faults the faults, in the order of their begins
 */
public record FaultPlan(List<Planned> faults) {

	/**
	 * What both worlds have. The others are rights, a server that misses its replicas,
	 * and a stop of the engine on a thread that nobody simulates.
	 */
	public static final Set<FaultKind> KINDS = Set.copyOf(EnumSet.of(FaultKind.CUT, FaultKind.LOST_PUSH,
			FaultKind.NO_NEW_CONNECTION, FaultKind.DROPPED_REPLIES, FaultKind.LATE_DELIVERY, FaultKind.DELAY,
			FaultKind.BLACK_HOLE, FaultKind.PAUSED_CLIENT, FaultKind.KILLED_CLIENT, FaultKind.CLIENT_CLOCK,
			FaultKind.SCRIPT_FLUSH, FaultKind.KILLED_CONNECTIONS, FaultKind.REFUSED_CONNECTIONS, FaultKind.FULL_MEMORY,
			FaultKind.PAUSED_REDIS, FaultKind.RESTART, FaultKind.SERVER_CLOCK));

	private static final long MILLI = 1_000_000;

	// They begin at once, and nothing goes on.
	private static final Set<FaultKind> SHORT = EnumSet.of(FaultKind.CUT, FaultKind.SCRIPT_FLUSH,
			FaultKind.KILLED_CONNECTIONS, FaultKind.RESTART);

	/**
	 * No faults.
	 */
	public static final FaultPlan NONE = new FaultPlan(List.of());

	/**
	 * The faults of a campaign: the same once more.
	 * @param history what happened
	 * @param begin when its load began
	 * @return the faults
	 */
	static FaultPlan of(History history, long begin) {
		return new FaultPlan(history.disturbances()
			.faults()
			.stream()
			.filter((fault) -> KINDS.contains(fault.kind()))
			.map((fault) -> new Planned(fault.kind(), place(fault), Math.max(0, fault.begin() - begin),
					fault.end() - fault.begin()))
			.sorted(Comparator.comparingLong(Planned::at))
			.toList());
	}

	private static @Nullable String place(FaultWindow fault) {
		String client = fault.client();
		return (client != null) ? client.replaceFirst("g\\d+$", "") : null;
	}

	/**
	 * Faults by chance: of each target one after the other, with the weights of the
	 * campaign.
	 * @param seed decides about them
	 * @param places the places of the clients
	 * @param seconds for how long they go on
	 * @return the faults
	 */
	public static FaultPlan byChance(long seed, List<String> places, long seconds) {
		Random random = new Random(seed);
		List<Planned> all = new ArrayList<>();
		Stream.concat(Stream.of(""), places.stream()).forEach((place) -> {
			boolean server = place.isEmpty();
			List<FaultKind> choices = FaultKind.choices(KINDS, server ? Target.SERVER : Target.CLIENT)
				.stream()
				.sorted()
				.toList();
			long at = 0;
			while (at < seconds * 1_000 * MILLI) {
				FaultKind kind = choices.get(random.nextInt(choices.size()));
				at += ((server ? 200 : 50) + random.nextInt(server ? 1_500 : 800)) * MILLI;
				long nanos = SHORT.contains(kind) ? 0 : (100 + random.nextInt(1_900)) * MILLI;
				all.add(new Planned(kind, server ? null : place, at, nanos));
				at += nanos;
			}
		});
		all.sort(Comparator.comparingLong(Planned::at));
		return new FaultPlan(all);
	}

	/**
	 * A fault.
	 *
	 * @param kind what is done
	 * @param place the place of the client that it hits, {@code null} for the server
	 * @param at when it begins, in nanoseconds of the load
	 * @param nanos how long it takes
	 */
	record Planned(FaultKind kind, @Nullable String place, long at, long nanos) {

	}

}
