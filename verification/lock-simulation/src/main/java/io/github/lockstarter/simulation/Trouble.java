package io.github.lockstarter.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultWindow.Master;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.simulation.client.Backend;
import io.github.lockstarter.simulation.client.Instance;
import io.github.lockstarter.simulation.world.Chance;
import io.github.lockstarter.simulation.world.World;

/**
 * What happens to the instances of a run, their ways and their servers, one thing after
 * the other. Each is written down, as what it may excuse.
 */
final class Trouble {

	static final long MILLI = 1_000_000;

	static final long SECOND = 1_000 * MILLI;

	// In milliseconds.
	private static final long LONGEST_STEP = 3_000;

	private final World world;

	private final Chance chance;

	private final Backend server;

	private final Level level;

	private final Function<String, HistoryLog> histories;

	// A server that forgets, and one whose clock was set back before, may give lower
	// tokens.
	private final boolean restarts;

	private final @Nullable Upheaval upheaval;

	private final Map<Integer, Long> steps = new HashMap<>();

	private long count;

	/**
	 * Creates the trouble, which has not begun.
	 * @param world where it happens
	 * @param server where the instances connect
	 * @param level what the servers are
	 * @param histories where it is written, by the name of a process
	 * @param upheaval what happens to servers that replace each other; null where none
	 * does
	 */
	Trouble(World world, Backend server, Level level, Function<String, HistoryLog> histories,
			@Nullable Upheaval upheaval) {
		this.world = world;
		this.chance = world.chance();
		this.server = server;
		this.level = level;
		this.histories = histories;
		this.restarts = this.chance.oneIn(2);
		this.upheaval = upheaval;
	}

	/**
	 * How much there was.
	 */
	long count() {
		return this.count;
	}

	World world() {
		return this.world;
	}

	/**
	 * Begins.
	 * @param end until when
	 * @param instances whom it may hit, by their places; who is killed is replaced
	 * @param again starts the next one at a place where one was killed
	 */
	void begin(long end, List<Instance> instances, IntFunction<Instance> again) {
		long pause = this.chance.between(100, 2_500) * MILLI;
		this.world.after(null, pause, () -> {
			if (this.world.now() < end) {
				strike(instances, again);
				begin(end, instances, again);
			}
		});
	}

	private void strike(List<Instance> instances, IntFunction<Instance> again) {
		int place = (int) this.chance.below(instances.size());
		Instance victim = instances.get(place);
		if (victim.process().isDead()) {
			return;
		}
		this.count++;
		long now = this.world.now();
		switch ((int) this.chance.below((this.upheaval != null) ? 20 : 15)) {
			case 0 -> hit(victim, FaultKind.CUT, SECOND, () -> victim.connections().cutCommands());
			case 1 -> hit(victim, FaultKind.BLACK_HOLE, 4 * SECOND, () -> {
				victim.connections().refuse(this.chance.between(50, 2_000) * MILLI);
				victim.connections().lost();
			});
			case 2 -> hit(victim, FaultKind.BLACK_HOLE, 5 * SECOND, () -> victim.connections().swallow());
			case 3 -> cutMessages(victim, true);
			case 4 -> cutMessages(victim, false);
			case 5, 6 -> {
				long nanos = this.chance.between(50, 4_000) * MILLI;
				pause(victim, nanos);
				victim.process().pause(nanos);
			}
			case 7 -> {
				long nanos = this.chance.between(50, 4_000) * MILLI;
				pause(victim, nanos);
				victim.process().sleep(nanos);
			}
			case 8 -> {
				victim.die();
				long back = this.chance.between(10, 3_000) * MILLI;
				fault(FaultKind.KILLED_CLIENT, victim.process().name(), now, now + back + 2 * SECOND);
				this.world.after(null, back, () -> instances.set(place, again.apply(place)));
			}
			case 9 -> hit(victim, FaultKind.CLIENT_CLOCK, 2 * SECOND,
					() -> victim.process().setClock(this.chance.between(-5_000, 5_000)));
			case 10 -> strikeServer((int) this.chance.below(this.server.masters()), now);
			case 11 -> stepServerClock(now);
			case 12 -> {
				long nanos = this.chance.between(500, 6_000) * MILLI;
				hit(victim, FaultKind.NO_NEW_CONNECTION, nanos + 4 * SECOND,
						() -> victim.connections().leaveAlone(nanos));
			}
			case 13 -> fillMemory((int) this.chance.below(this.server.masters()), now);
			case 14 -> {
				fault(FaultKind.SCRIPT_FLUSH, "*", now, now + SECOND);
				this.server.flushScripts((int) this.chance.below(this.server.masters()));
			}
			default -> {
				if (this.upheaval != null) {
					this.upheaval.strike(this);
				}
			}
		}
	}

	private void cutMessages(Instance victim, boolean noticed) {
		Runnable what = () -> victim.connections().cutMessages(noticed);
		if (this.level.isDatabase()) {
			hit(victim, FaultKind.CUT, SECOND, what);
		}
		else {
			hit(victim, FaultKind.MESSAGES_CUT, (noticed ? 4 : 7) * SECOND, what);
		}
	}

	private void strikeServer(int master, long now) {
		if (this.level == Level.ETCD) {
			return;
		}
		if (this.level.isDatabase() && this.chance.oneIn(2)) {
			// what was committed is there
			fault(FaultKind.REFUSED_CONNECTIONS, "*", now, now + this.server.restart(master) + 2 * SECOND);
			return;
		}
		boolean several = this.level == Level.QUORUM;
		String who = at(master);
		if (this.restarts && !this.level.isMoving() && !this.level.isDatabase() && this.chance.oneIn(2)) {
			fault(several ? FaultKind.MASTER_RESTARTED : FaultKind.RESTART, who, now, now + 4 * SECOND);
			if (!several) {
				mark(Mark.Kind.DATA_LOSS, now);
			}
			this.server.restart(master);
			return;
		}
		long nanos = this.chance.between(50, 2_000) * MILLI;
		fault(several ? FaultKind.MASTER_PAUSED : FaultKind.PAUSED_REDIS, who, now, now + nanos + 2 * SECOND);
		this.server.process(master).pause(nanos);
	}

	/**
	 * All clients, at one of the masters of a quorum.
	 */
	private String at(int master) {
		return (this.level == Level.QUORUM) ? "*@" + new Master(master, this.server.masters()) : "*";
	}

	private void fillMemory(int master, long now) {
		long nanos = this.chance.between(100, 5_000) * MILLI;
		Backend.Memory memory = this.server.memory(master);
		if (memory == null) {
			return;
		}
		fault(this.level.isDatabase() ? FaultKind.FEW_REPLICAS : FaultKind.FULL_MEMORY, at(master), now,
				now + nanos + SECOND);
		memory.full(true);
		this.world.after(null, nanos, () -> memory.full(false));
	}

	private void stepServerClock(long now) {
		// servers that replace each other have one time
		if (this.level.isMoving()) {
			return;
		}
		// of several, one that goes wrong is what the others are for
		int master = (int) this.chance.below(this.server.masters());
		fault(FaultKind.SERVER_CLOCK, "*", now, now + 2 * SECOND);
		long step = this.chance.between((this.restarts && !this.level.isDatabase()) ? 1 : -LONGEST_STEP, LONGEST_STEP);
		if (this.level == Level.QUORUM) {
			// a quorum remembers tokens for longer than its clocks differ
			long before = this.steps.getOrDefault(master, 0L);
			step = Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, before + step)) - before;
			this.steps.put(master, before + step);
		}
		mark((step < 0) ? Mark.Kind.BACKWARD_STEP : Mark.Kind.FORWARD_STEP, now);
		this.server.process(master).setClock(step);
	}

	private void hit(Instance victim, FaultKind kind, long felt, Runnable what) {
		fault(kind, victim.process().name(), this.world.now(), this.world.now() + felt);
		what.run();
	}

	private void pause(Instance victim, long nanos) {
		long begin = this.world.now();
		fault(FaultKind.PAUSED_CLIENT, victim.process().name(), begin, begin + nanos + 2 * SECOND);
		this.histories.apply(victim.process().name()).write('P', begin + nanos, begin + 1);
	}

	/**
	 * Writes down that a promise did not hold.
	 * @param kind what it was
	 * @param begin since when; until now
	 */
	void mark(Mark.Kind kind, long begin) {
		driver().write('M', this.world.now(), kind, begin);
	}

	/**
	 * Writes down a fault.
	 * @param kind what it is
	 * @param client whom it hits, {@code *} for all
	 * @param begin when it begins
	 * @param end when it is over, also what follows from it
	 */
	void fault(FaultKind kind, String client, long begin, long end) {
		this.world.tell(kind + " " + client + " for " + (end - begin) / MILLI + "ms");
		driver().write('D', end, begin + 1, kind, client);
	}

	HistoryLog driver() {
		return this.histories.apply(History.DRIVER);
	}

	/**
	 * What happens to servers that replace each other.
	 */
	@FunctionalInterface
	interface Upheaval {

		/**
		 * Lets something happen, if they are ready for it.
		 */
		void strike(Trouble trouble);

	}

}
