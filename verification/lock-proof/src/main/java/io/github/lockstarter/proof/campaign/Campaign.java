package io.github.lockstarter.proof.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.github.lockstarter.proof.checker.Bounds;
import io.github.lockstarter.proof.checker.Checker;
import io.github.lockstarter.proof.checker.Findings;
import io.github.lockstarter.proof.fault.ConsulEnsemble;
import io.github.lockstarter.proof.fault.EtcdEnsemble;
import io.github.lockstarter.proof.fault.FaultLog;
import io.github.lockstarter.proof.fault.Faults;
import io.github.lockstarter.proof.fault.ServerFaults;
import io.github.lockstarter.proof.fault.ZooKeeperEnsemble;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.HistoryReader;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.overlay.Overlay;
import io.github.lockstarter.proof.workload.ClientArguments;
import io.github.lockstarter.proof.workload.ClientArguments.Name;
import io.github.lockstarter.proof.workload.HeartBeat;
import io.github.lockstarter.proof.workload.Mix;
import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.TestRedis;

/**
 * One run: a Redis, a resource, client JVMs behind proxies, faults, and the judgement.
 * The seed decides what the clients ask for and which faults come in which order; the
 * interleaving is the machine's.
 */
public final class Campaign {

	static final String CALM = Servers.CALM_PLACES;

	private static final long LOOK_MILLIS = 100;

	// The longest wait, a fault that is just being ended, and a busy machine.
	private static final long END_SECONDS = 40;

	private final CampaignSettings settings;

	private final Consumer<String> progress;

	/**
	 * Creates a campaign.
	 * @param settings what to do
	 * @param progress is told every ten seconds
	 */
	public Campaign(CampaignSettings settings, Consumer<String> progress) {
		this.progress = progress;
		boolean steps = settings.kinds().contains(FaultKind.SERVER_CLOCK) && settings.servers().isOneRedis();
		this.settings = steps ? settings.inFront(clock(settings)) : settings;
	}

	/**
	 * The settings of the clients, by the beginning of their names.
	 * @param servers what they keep their locks in
	 * @return the settings
	 */
	public static Map<String, Bounds> bounds(Servers servers) {
		return bounds(servers.bounds(servers.busy()), servers.bounds(servers.calm()));
	}

	/**
	 * The same where they are known.
	 * @param busy of those who have much to do
	 * @param calm of those who only hold and wait
	 * @return the settings
	 */
	public static Map<String, Bounds> bounds(Bounds busy, Bounds calm) {
		return Map.of("client", busy, CALM, calm);
	}

	private static Path clock(CampaignSettings settings) {
		return new Overlay(settings.directory().resolve("clock")).shiftedClock(ServerFaults.CLOCK_KEY).directory();
	}

	/**
	 * Runs it.
	 * @return what it has shown
	 * @throws InterruptedException if it is interrupted
	 */
	public CampaignResult run() throws InterruptedException {
		Path directory = this.settings.directory();
		try (Deployment deployment = deploy();
				TestRedis resource = TestRedis.start();
				HistoryWriter history = new HistoryWriter(directory.resolve(History.DRIVER + ".history"))) {
			HeartBeat.start(history, () -> {
			});
			FaultLog log = new FaultLog(history);
			Duration took = run(deployment, resource, history, log);
			deployment.look(history);
			History all = HistoryReader.read(directory);
			List<Findings> findings = Checker.check(all, bounds(this.settings.servers()),
					scope(this.settings.servers()));
			return new CampaignResult(this.settings, all, findings, log.seen(), log.unseen(), took);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * What can be judged of the locks.
	 * @param servers what they are in
	 * @return what to judge
	 */
	public static Checker.Scope scope(Servers servers) {
		return switch (servers) {
			case ONE, UNHURRIED, DELAYED -> Checker.Scope.ONE_SERVER;
			case QUORUM, ROLLING -> Checker.Scope.QUORUM;
			case CLUSTER, CONFIRMED, SENTINEL -> Checker.Scope.CLUSTER;
			case DATABASE, POOLED_DATABASE, ASYNCHRONOUS_STANDBY -> Checker.Scope.DATABASE;
			case SYNCHRONOUS_STANDBY -> Checker.Scope.SYNCHRONOUS;
			case ENSEMBLE, ETCD, CONSUL -> Checker.Scope.SESSION;
		};
	}

	private Deployment deploy() {
		return switch (this.settings.servers()) {
			case ONE, UNHURRIED, DELAYED -> new OneServer(this.settings, places());
			case QUORUM, ROLLING -> new SeveralMasters(this.settings, places());
			case CLUSTER, CONFIRMED -> new WholeCluster(this.settings);
			case SENTINEL -> new WatchedMaster(this.settings, places());
			case DATABASE, POOLED_DATABASE, ASYNCHRONOUS_STANDBY, SYNCHRONOUS_STANDBY ->
				new OneDatabase(this.settings, places());
			case ENSEMBLE -> new WholeEnsemble(this.settings, ZooKeeperEnsemble.start());
			case ETCD ->
				new WholeEnsemble(this.settings, EtcdEnsemble.start(this.settings.directory().resolve("etcd")));
			case CONSUL ->
				new WholeEnsemble(this.settings, ConsulEnsemble.start(this.settings.directory().resolve("consul")));
		};
	}

	private List<String> places() {
		List<String> places = new ArrayList<>();
		for (int i = 0; i < this.settings.size().clients(); i++) {
			places.add("client" + i);
		}
		places.add(CALM + "0");
		return places;
	}

	private Duration run(Deployment deployment, TestRedis resource, HistoryWriter history, FaultLog log)
			throws InterruptedException {
		List<ClientSlot> slots = new ArrayList<>();
		try {
			for (String place : places()) {
				Deployment.Way way = deployment.open(place);
				slots.add(new ClientSlot(place, this.settings, arguments(place, way, resource), way.proxies()));
			}
			for (ClientSlot slot : slots) {
				slot.process().awaitReady();
			}
			List<ClientSlot> counted = deployment.countsRequests() ? slots : List.of();
			try (Watches watches = new Watches(deployment.watch(history), counted, history)) {
				return load(deployment.faults(slots, log), slots, log);
			}
			finally {
				deployment.over(log, slots);
			}
		}
		finally {
			for (ClientSlot slot : slots) {
				slot.process().kill();
				slot.proxies().forEach(FaultProxy::close);
			}
		}
	}

	private ClientArguments arguments(String place, Deployment.Way way, TestRedis resource) {
		boolean calm = place.startsWith(CALM);
		Mix mix = calm ? Mix.CALM : this.settings.mix();
		Conditions conditions = calm ? Conditions.PLAIN : this.settings.conditions();
		return ClientArguments.none()
			.with(Name.USER, place)
			.with(Name.PORT, way.ports().stream().map(String::valueOf).collect(Collectors.joining(",")))
			.with(Name.SERVERS, this.settings.servers())
			.with(Name.RESOURCE, resource.port())
			.with(Name.THREADS, this.settings.size().threads(mix))
			.with(Name.LOCKS, this.settings.size().locks())
			.with(Name.CLOCK, this.settings.clock())
			.with(Name.MIX, mix)
			.with(Name.FACES, conditions.faces())
			.with(Name.TASKS, conditions.tasks())
			.with(Name.SEVERAL, conditions.several())
			.with(Name.SHARES, conditions.shares())
			.with(Name.RELEASE, conditions.release())
			.with(Name.FOREIGN, conditions.foreign());
	}

	private Duration load(List<Faults> kinds, List<ClientSlot> slots, FaultLog log) throws InterruptedException {
		long begin = System.nanoTime();
		slots.forEach((slot) -> slot.process().say("go"));
		FaultThreads faults = new FaultThreads(this.settings.size().rest());
		kinds.forEach(faults::start);
		try {
			await(slots, log, begin);
		}
		finally {
			faults.stop();
		}
		slots.forEach((slot) -> slot.process().say("stop"));
		for (ClientSlot slot : slots) {
			slot.process().awaitEnd(END_SECONDS);
			if (!slot.process().isDone()) {
				throw new IllegalStateException("Client " + slot.name() + " did not end, see its log in "
						+ this.settings.directory() + "; seed " + this.settings.seed());
			}
		}
		return Duration.ofNanos(System.nanoTime() - begin);
	}

	private void await(List<ClientSlot> slots, FaultLog log, long begin) throws InterruptedException {
		long nextWord = 10;
		while (true) {
			long operations = slots.stream().mapToLong(ClientSlot::operations).sum();
			long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
			boolean enough = operations >= this.settings.operations() && log.count() >= this.settings.faults();
			boolean unbounded = this.settings.operations() == 0 && this.settings.faults() == 0;
			if ((enough && !unbounded) || seconds >= this.settings.time().toSeconds()) {
				return;
			}
			if (seconds >= nextWord) {
				this.progress.accept("%4ds  %,9d operations  %5d faults  seed %d".formatted(seconds, operations,
						log.count(), this.settings.seed()));
				nextWord += 10;
			}
			Thread.sleep(LOOK_MILLIS);
		}
	}

	/**
	 * Makes a fresh directory for a run.
	 * @param parent where, it is created
	 * @param name what it begins with
	 * @return the directory
	 */
	public static Path directory(Path parent, String name) {
		try {
			Files.createDirectories(parent);
			return Files.createTempDirectory(parent, name);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
