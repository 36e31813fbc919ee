package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.checker.Checker;
import io.github.lockstarter.proof.checker.Findings;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.proof.history.HistoryReader;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.workload.Timing;
import io.github.lockstarter.simulation.client.Backend;
import io.github.lockstarter.simulation.client.Instance;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.server.Redis;
import io.github.lockstarter.simulation.server.SimulatedServer;
import io.github.lockstarter.simulation.workload.Caller;
import io.github.lockstarter.simulation.workload.Resource;
import io.github.lockstarter.simulation.world.Chance;
import io.github.lockstarter.simulation.world.Story;
import io.github.lockstarter.simulation.world.World;

/**
 * One world from its begin to its end: some instances on one server, trouble for a while,
 * then calm, in which everybody gets an answer. The history is judged by the checks of
 * the campaign.
 */
final class Run {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1_000 * MILLI;

	// Longer than the longest wait, and what a dead holder may leave behind.
	private static final long CALM = 20 * SECOND;

	private static final int MASTERS = 3;

	private static final Timing TIMING = Timing.BUSY;

	private final long seed;

	private final Story story;

	private final World world;

	private final Chance chance;

	private final Network network;

	private final Backend server;

	private final Resource resource = new Resource();

	private final Map<String, List<String>> history = new LinkedHashMap<>();

	private final List<Instance> instances = new ArrayList<>();

	private final List<Caller> callers = new ArrayList<>();

	private final int callersOfEach;

	private final int locks;

	// A server that forgets, and one whose clock was set back before, may give lower
	// tokens.
	private final boolean restarts;

	private long faults;

	private boolean trouble = true;

	/**
	 * Begins a run.
	 * @param level how much is simulated
	 * @param reader is told the story; null for nobody
	 */
	Run(long seed, Level level, @Nullable Consumer<String> reader) {
		this.seed = seed;
		this.story = new Story(reader);
		this.world = new World(seed, this.story);
		this.chance = this.world.chance();
		this.network = new Network(this.world);
		this.server = backend(level);
		this.callersOfEach = (int) this.chance.between(1, 8);
		this.locks = (int) this.chance.between(1, 5);
		this.restarts = this.chance.oneIn(2);
		int count = (int) this.chance.between(1, 4);
		for (int i = 0; i < count; i++) {
			this.instances.add(start(i, 0));
		}
	}

	private Backend backend(Level level) {
		return switch (level) {
			case RECORDS, SCRIPTS -> Backend.of(new SimulatedServer(this.world, TIMING.handOffMillis(), 17,
					TIMING.retentionMillis(), level == Level.SCRIPTS));
			case WIRE -> Backend.of(List.of(new Redis(this.world, "server")));
			case QUORUM -> Backend.of(IntStream.range(0, MASTERS)
				.mapToObj((master) -> new Redis(this.world, "server" + master))
				.toList());
		};
	}

	/**
	 * Lets it happen.
	 * @return what came of it
	 */
	Result run() {
		long end = this.chance.between(5, 20) * SECOND;
		planFault(end);
		if (this.network.isLossy()) {
			fault(FaultKind.LOST_PUSH, "*", 0, end);
		}
		if (this.network.isSlow()) {
			fault(FaultKind.DELAY, "*", 0, end + SECOND);
		}
		this.world.at(null, end, () -> {
			this.trouble = false;
			this.network.calm();
			this.world.tell("calm");
		});
		this.world.run(end + CALM);
		// who has died cannot tell the end of its stories
		this.instances.forEach((instance) -> history(instance.process().name()).write('Y', this.world.now()));
		HistoryReader reader = new HistoryReader();
		this.history.forEach(reader::add);
		History all = reader.history();
		List<Findings> findings = Checker.check(all, Map.of("client", TIMING.bounds()),
				(this.server.masters() > 1) ? Checker.Scope.QUORUM : Checker.Scope.ONE_SERVER);
		return new Result(this.seed, this.callers.stream().mapToLong(Caller::count).sum(), this.server.commands(),
				this.faults, findings, this.story.hash());
	}

	private HistoryLog history(String client) {
		List<String> lines = this.history.computeIfAbsent(client, (name) -> new ArrayList<>());
		return (kind, nanos, words) -> {
			StringJoiner line = new StringJoiner(" ");
			line.add(String.valueOf(kind)).add(Long.toString(nanos + 1));
			for (Object word : words) {
				line.add(word.toString());
			}
			lines.add(line.toString());
			this.world.tell(client + " " + line);
		};
	}

	private Instance start(int place, int generation) {
		String name = "client" + place + "g" + generation;
		HistoryLog log = history(name);
		Instance instance = new Instance(this.world, name, this.server, this.network, TIMING, log);
		for (int i = 0; i < this.callersOfEach; i++) {
			Caller caller = new Caller(this.world, instance, name + "-" + i, this.locks, TIMING.leaseMillis(),
					this.resource, log, () -> this.trouble);
			this.callers.add(caller);
			begin(instance, caller);
		}
		return instance;
	}

	/**
	 * An application does not serve before it has met its server.
	 */
	private void begin(Instance instance, Caller caller) {
		if (instance.isConnected()) {
			caller.begin();
		}
		else {
			this.world.after(instance.process(), 5 * MILLI, () -> begin(instance, caller));
		}
	}

	private void planFault(long end) {
		long pause = this.chance.between(100, 2_500) * MILLI;
		this.world.after(null, pause, () -> {
			if (this.world.now() < end) {
				strike();
				planFault(end);
			}
		});
	}

	private void strike() {
		int place = (int) this.chance.below(this.instances.size());
		Instance victim = this.instances.get(place);
		if (victim.process().isDead()) {
			return;
		}
		this.faults++;
		long now = this.world.now();
		switch ((int) this.chance.below(13)) {
			case 0 -> hit(victim, FaultKind.CUT, SECOND, () -> victim.connections().cutCommands());
			case 1 -> hit(victim, FaultKind.NO_NEW_CONNECTION, 4 * SECOND, () -> {
				victim.connections().refuse(this.chance.between(50, 2_000) * MILLI);
				victim.connections().lost();
			});
			case 2 -> hit(victim, FaultKind.BLACK_HOLE, 5 * SECOND, () -> victim.connections().swallow());
			case 3 -> hit(victim, FaultKind.LOST_PUSH, 4 * SECOND, () -> victim.connections().cutMessages(true));
			case 4 -> hit(victim, FaultKind.LOST_PUSH, 7 * SECOND, () -> victim.connections().cutMessages(false));
			case 5, 6 -> {
				long nanos = this.chance.between(50, 4_000) * MILLI;
				pause(victim, nanos, FaultKind.PAUSED_CLIENT);
				victim.process().pause(nanos);
			}
			case 7 -> {
				long nanos = this.chance.between(50, 4_000) * MILLI;
				pause(victim, nanos, FaultKind.PAUSED_CLIENT);
				victim.process().sleep(nanos);
			}
			case 8 -> {
				victim.die();
				long back = this.chance.between(10, 3_000) * MILLI;
				fault(FaultKind.KILLED_CLIENT, victim.process().name(), now, now + back + 2 * SECOND);
				String name = victim.process().name();
				int generation = Integer.parseInt(name.substring(name.indexOf('g') + 1)) + 1;
				this.world.after(null, back, () -> this.instances.set(place, start(place, generation)));
			}
			case 9 -> hit(victim, FaultKind.CLIENT_CLOCK, 2 * SECOND,
					() -> victim.process().setClock(this.chance.between(-5_000, 5_000)));
			case 10 -> strikeServer((int) this.chance.below(this.server.masters()), now);
			case 11 -> stepServerClock(now);
			default -> {
				fault(FaultKind.SCRIPT_FLUSH, "*", now, now + SECOND);
				this.server.flushScripts((int) this.chance.below(this.server.masters()));
			}
		}
	}

	private void strikeServer(int master, long now) {
		boolean one = this.server.masters() == 1;
		String who = one ? "*" : "*@" + master + "/" + this.server.masters();
		if (this.restarts && this.chance.oneIn(2)) {
			fault(one ? FaultKind.RESTART : FaultKind.MASTER_RESTARTED, who, now, now + 4 * SECOND);
			if (one) {
				mark(Mark.Kind.DATA_LOSS);
			}
			this.server.restart(master);
			return;
		}
		long nanos = this.chance.between(50, 2_000) * MILLI;
		fault(one ? FaultKind.PAUSED_REDIS : FaultKind.MASTER_PAUSED, who, now, now + nanos + 2 * SECOND);
		this.server.process(master).pause(nanos);
	}

	private void stepServerClock(long now) {
		// of several, one that goes wrong is what the others are for
		int master = (int) this.chance.below(this.server.masters());
		fault(FaultKind.SERVER_CLOCK, "*", now, now + 2 * SECOND);
		long step = this.chance.between(this.restarts ? 1 : -3_000, 3_000);
		mark((step < 0) ? Mark.Kind.BACKWARD_STEP : Mark.Kind.FORWARD_STEP);
		this.server.process(master).setClock(step);
	}

	private void hit(Instance victim, FaultKind kind, long felt, Runnable what) {
		fault(kind, victim.process().name(), this.world.now(), this.world.now() + felt);
		what.run();
	}

	private void pause(Instance victim, long nanos, FaultKind kind) {
		long begin = this.world.now();
		fault(kind, victim.process().name(), begin, begin + nanos + 2 * SECOND);
		history(victim.process().name()).write('P', begin + nanos, begin + 1);
	}

	private void mark(Mark.Kind kind) {
		history(History.DRIVER).write('M', this.world.now(), kind, this.world.now());
	}

	private void fault(FaultKind kind, String client, long begin, long end) {
		this.world.tell(kind + " " + client + " for " + (end - begin) / MILLI + "ms");
		history(History.DRIVER).write('D', end, begin + 1, kind, client);
	}

	/**
	 * What came of a run.
	 *
	 * @param seed its seed
	 * @param calls how often somebody asked for a lock
	 * @param commands what the server has run
	 * @param faults how many there were
	 * @param findings what the checks say
	 * @param hash the same for the same story
	 */
	record Result(long seed, long calls, long commands, long faults, List<Findings> findings, long hash) {

		long violations() {
			return this.findings.stream().mapToLong(Findings::violationCount).sum();
		}

	}

}
