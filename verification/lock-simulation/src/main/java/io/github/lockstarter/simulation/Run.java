package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.proof.checker.Checker;
import io.github.lockstarter.proof.checker.Findings;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.proof.history.HistoryReader;
import io.github.lockstarter.proof.history.Line;
import io.github.lockstarter.proof.workload.Foreign;
import io.github.lockstarter.proof.workload.ThrowingCode;
import io.github.lockstarter.simulation.client.Backend;
import io.github.lockstarter.simulation.client.Instance;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.workload.Callers;
import io.github.lockstarter.simulation.workload.WorldTime;
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

	// The same where a former master may be one for ten seconds.
	private static final long CALM_AFTER_A_MOVE = 45 * SECOND;

	private static final int PLACES = 4;

	private static final long CROWD = 0x6d616e79L;

	// In one of so many runs.
	private static final int CROWDED = 30;

	// More than one share admits.
	private static final int CROWD_OF_READERS = 70;

	private static final String OUTSIDE = "outside";

	private final long seed;

	private final Level level;

	private final Story story;

	private final World world;

	private final Chance chance;

	private final Network network;

	private final Backend server;

	private final Observer observer;

	private final Map<String, List<Line>> history = new LinkedHashMap<>();

	private final List<Instance> instances = new ArrayList<>();

	private final int[] generations = new int[PLACES];

	private final Callers callers;

	private final int callersOfEach;

	private final Trouble trouble;

	private final Stops stops;

	private final Elections elections;

	private final boolean crowded;

	private final ReleaseMode release;

	private final ThrowingCode foreign;

	private boolean goesOn = true;

	/**
	 * Begins a run.
	 * @param level how much is simulated
	 * @param blocking whether some callers block in any case
	 * @param reader is told the story; null for nobody
	 */
	Run(long seed, Level level, boolean blocking, @Nullable Consumer<String> reader) {
		this.seed = seed;
		this.level = level;
		this.story = new Story(reader);
		this.world = new World(seed, this.story);
		this.chance = this.world.chance();
		this.network = new Network(this.world);
		int locks = (int) this.chance.between(1, 5);
		Deployment deployment = Deployment.of(level, this.world, Callers.names(locks));
		this.server = deployment.backend();
		this.observer = Observer.of(this.world, this.server, level, unheard(OUTSIDE));
		this.callersOfEach = (int) this.chance.between(1, 8);
		this.trouble = new Trouble(this.world, this.server, level, this::history, deployment.upheaval());
		this.stops = new Stops(seed, this.trouble);
		this.elections = new Elections(seed, level, this.world, this.server, this.network);
		// a chance of its own: the stories of all other runs stay as they are
		this.crowded = level.hasShares() && new Chance(seed ^ CROWD).oneIn(CROWDED);
		this.release = this.chance.oneIn(3) ? ReleaseMode.SENT : ReleaseMode.CONFIRMED;
		this.foreign = new ThrowingCode(this.chance.oneIn(4) ? Foreign.THROWS : Foreign.SOUND);
		this.callers = new Callers(this.world, locks, level.timing().leaseMillis(), blocking, level.hasShares(),
				() -> this.goesOn);
		int count = (int) this.chance.between(1, PLACES);
		for (int i = 0; i < count; i++) {
			this.instances.add(start(i));
		}
	}

	/**
	 * Lets it happen.
	 * @return what came of it
	 */
	Result run() {
		long end = this.chance.between(5, 20) * SECOND;
		this.trouble.begin(end, this.instances, this::start);
		this.stops.begin(end, this.instances, this::start);
		if (this.network.isLossy()) {
			this.trouble.fault(FaultKind.LOST_PUSH, "*", 0, end);
		}
		if (this.network.isSlow()) {
			this.trouble.fault(FaultKind.DELAY, "*", 0, end + SECOND);
		}
		this.world.at(null, end, () -> {
			this.goesOn = false;
			this.network.calm();
			this.world.tell("calm");
		});
		this.world.survive(ThrowingCode.SeededError.class);
		try {
			happen(end + (this.level.isMoving() ? CALM_AFTER_A_MOVE : CALM));
			return result();
		}
		finally {
			this.world.end();
			this.server.end();
		}
	}

	private void happen(long end) {
		Runnable mend = this.foreign.breakLog();
		try {
			this.world.run(end);
		}
		finally {
			mend.run();
		}
	}

	private Result result() {
		this.observer.end();
		// who has died cannot tell the end of its stories
		this.instances.forEach((instance) -> history(instance.process().name()).write('Y', this.world.now()));
		HistoryReader reader = new HistoryReader();
		this.history.forEach(reader::add);
		History all = reader.history();
		List<Findings> findings = new ArrayList<>(
				Checker.check(all, Map.of("client", this.level.bounds()), this.level.scope()));
		findings.add(this.stops.findings());
		findings.addAll(this.elections.findings(this.history));
		return new Result(this.seed, this.callers.calls(), this.server.commands(), this.trouble.count(), findings,
				this.story.hash());
	}

	private HistoryLog history(String client) {
		List<Line> lines = lines(client);
		return (kind, nanos, words) -> {
			Line line = WorldTime.line(kind, nanos, words);
			lines.add(line);
			this.world.tell(client + " " + line);
		};
	}

	/**
	 * What does not belong to the story.
	 */
	private HistoryLog unheard(String client) {
		List<Line> lines = lines(client);
		return (kind, nanos, words) -> lines.add(WorldTime.line(kind, nanos, words));
	}

	private List<Line> lines(String client) {
		return this.history.computeIfAbsent(client, (name) -> new ArrayList<>());
	}

	/**
	 * Starts the next process at a place.
	 */
	private Instance start(int place) {
		String name = "client" + place + "g" + this.generations[place]++;
		HistoryLog log = history(name);
		Instance instance = new Instance(this.world, name, this.server, this.network, this.level.timing(), this.release,
				this.foreign, log);
		this.elections.join(instance);
		for (int i = 0; i < this.callersOfEach; i++) {
			begin(instance, this.callers.next(instance, name + "-" + i, log));
		}
		for (int i = 0; this.crowded && place == 0 && i < CROWD_OF_READERS; i++) {
			begin(instance, this.callers.nextOfACrowd(instance, name + "-r" + i, log));
		}
		return instance;
	}

	/**
	 * An application does not serve before it has met its server.
	 */
	private void begin(Instance instance, Runnable caller) {
		if (instance.isConnected()) {
			caller.run();
		}
		else {
			this.world.after(instance.process(), 5 * MILLI, () -> begin(instance, caller));
		}
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
