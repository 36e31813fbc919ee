package io.github.lockstarter.proof.fault;

import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultTarget;

/**
 * Faults of an ensemble, one by chance after the other.
 */
abstract sealed class ChosenFaults implements Faults permits ConsulFaults, EnsembleFaults, MemberFaults {

	// Followers take two seconds at most to elect another leader.
	private static final int SHORTEST_PAUSE_MILLIS = 500;

	private static final int LONGEST_PAUSE_MILLIS = 5_000;

	private final FaultLog log;

	private final Random random;

	private final List<FaultKind> choices;

	ChosenFaults(FaultTarget target, FaultLog log, long seed, Set<FaultKind> kinds) {
		this.log = log;
		this.random = new Random(seed);
		this.choices = FaultKind.choices(kinds, target);
	}

	/**
	 * The kinds but one, which other servers with the same target have.
	 */
	static Set<FaultKind> without(Set<FaultKind> kinds, FaultKind others) {
		Set<FaultKind> rest = EnumSet.noneOf(FaultKind.class);
		rest.addAll(kinds);
		rest.remove(others);
		return rest;
	}

	/**
	 * For how long a leader is stopped: in one of four times for longer than a session.
	 */
	final int pauseMillis(int sessionMillis) {
		int shortest = (this.random.nextInt(4) == 0) ? sessionMillis : SHORTEST_PAUSE_MILLIS;
		return shortest + this.random.nextInt(LONGEST_PAUSE_MILLIS - SHORTEST_PAUSE_MILLIS);
	}

	final FaultLog log() {
		return this.log;
	}

	final Random random() {
		return this.random;
	}

	@Override
	public final boolean isEmpty() {
		return this.choices.isEmpty();
	}

	@Override
	public final long restMillis() {
		return 1_000 + this.random.nextInt(3_000);
	}

	@Override
	public final void inject() throws InterruptedException {
		FaultKind kind = this.choices.get(this.random.nextInt(this.choices.size()));
		long begin = System.nanoTime();
		boolean seen = false;
		try {
			seen = inject(kind, begin);
		}
		finally {
			this.log.over(kind, null, begin, seen);
		}
	}

	/**
	 * Does one of them and ends it.
	 * @param kind which one
	 * @param begin when it has begun
	 * @return whether it was seen to take effect
	 */
	abstract boolean inject(FaultKind kind, long begin) throws InterruptedException;

}
