package io.github.lockstarter.proof.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.checker.Bounds;
import io.github.lockstarter.proof.checker.Checker;
import io.github.lockstarter.proof.checker.Findings;
import io.github.lockstarter.proof.fault.ClientFaults;
import io.github.lockstarter.proof.fault.FaultLog;
import io.github.lockstarter.proof.fault.LastingFault;
import io.github.lockstarter.proof.fault.Rights;
import io.github.lockstarter.proof.fault.ServerFaults;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.HistoryReader;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.overlay.Overlay;
import io.github.lockstarter.proof.workload.ClientArguments;
import io.github.lockstarter.proof.workload.ClientArguments.Name;
import io.github.lockstarter.proof.workload.HeartBeat;
import io.github.lockstarter.proof.workload.Mix;
import io.github.lockstarter.proof.workload.Names;
import io.github.lockstarter.proof.workload.Timing;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.TestRedis;

/**
 * One run: a Redis, a resource, client JVMs behind proxies, faults, and the judgement.
 * The seed decides what the clients ask for and which faults come in which order; the
 * interleaving is the machine's.
 */
public final class Campaign {

	static final String CALM = "calm";

	/**
	 * The settings of the clients, by the beginning of their names.
	 */
	public static final Map<String, Bounds> BOUNDS = Map.of("client", Timing.BUSY.bounds(), CALM, Timing.CALM.bounds());

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
		this.settings = (settings.isOurs() && settings.kinds().contains(FaultKind.SERVER_CLOCK))
				? settings.inFront(clock(settings)) : settings;
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
		try (TestRedis redis = startRedis();
				TestRedis resource = TestRedis.start();
				HistoryWriter history = new HistoryWriter(directory.resolve(History.DRIVER + ".history"))) {
			HeartBeat.start(history, () -> {
			});
			FaultLog log = new FaultLog(history);
			Duration took = run(redis, resource, history, log);
			if (this.settings.isOurs()) {
				new Aftermath(redis, history, this.settings.classPath()).look(Names.all(this.settings.locks()));
			}
			History all = HistoryReader.read(directory);
			List<Findings> findings = this.settings.isOurs() ? Checker.check(all, BOUNDS)
					: Checker.checkOther(all, Timing.BUSY.bounds(), this.settings.library().endsWith("fenced"));
			return new CampaignResult(this.settings, all, findings, log.seen(), log.unseen(), took);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private List<String> places() {
		List<String> places = new ArrayList<>();
		for (int i = 0; i < this.settings.clients(); i++) {
			places.add("client" + i);
		}
		if (this.settings.isOurs()) {
			places.add(CALM + "0");
		}
		return places;
	}

	private TestRedis startRedis() {
		Map<String, List<String>> users = new LinkedHashMap<>();
		places().forEach((place) -> users.put(place, List.of()));
		this.settings.conditions()
			.lastingFault()
			.ifPresent((kind) -> users.put(places().get(0), LastingFault.lacks(kind)));
		return TestRedis.start(Rights.serverArguments(users));
	}

	private Duration run(TestRedis redis, TestRedis resource, HistoryWriter history, FaultLog log)
			throws InterruptedException {
		List<ClientSlot> slots = new ArrayList<>();
		try {
			LastingFault lasting = this.settings.conditions()
				.lastingFault()
				.map((kind) -> new LastingFault(kind, places().get(0)))
				.orElse(null);
			for (String place : places()) {
				FaultProxy proxy = FaultProxy.to(redis.host(), redis.port());
				if (lasting != null && slots.isEmpty()) {
					lasting.begin(proxy);
				}
				slots.add(new ClientSlot(place, this.settings, arguments(place, proxy, resource), proxy));
			}
			for (ClientSlot slot : slots) {
				slot.process().awaitReady();
			}
			try (Watches watches = new Watches(this.settings, redis, slots, history)) {
				return load(redis, slots, log, lasting);
			}
			finally {
				if (lasting != null) {
					lasting.over(log, redis, slots.get(0).proxy());
				}
			}
		}
		finally {
			for (ClientSlot slot : slots) {
				slot.process().kill();
				slot.proxy().close();
			}
		}
	}

	private ClientArguments arguments(String place, FaultProxy proxy, TestRedis resource) {
		boolean calm = place.startsWith(CALM);
		Mix mix = calm ? Mix.CALM : this.settings.mix();
		Conditions conditions = calm ? Conditions.PLAIN : this.settings.conditions();
		return ClientArguments.none()
			.with(Name.USER, place)
			.with(Name.LIBRARY, this.settings.library())
			.with(Name.PORT, proxy.port())
			.with(Name.RESOURCE, resource.port())
			.with(Name.THREADS, this.settings.threads(mix))
			.with(Name.LOCKS, this.settings.locks())
			.with(Name.CLOCK, this.settings.clock())
			.with(Name.MIX, mix)
			.with(Name.FACES, conditions.faces())
			.with(Name.TASKS, conditions.tasks())
			.with(Name.SEVERAL, conditions.several())
			.with(Name.RELEASE, conditions.release());
	}

	private Duration load(TestRedis redis, List<ClientSlot> slots, FaultLog log, @Nullable LastingFault lasting)
			throws InterruptedException {
		long begin = System.nanoTime();
		slots.forEach((slot) -> slot.process().say("go"));
		FaultThreads faults = new FaultThreads();
		List<String> users = this.settings.isOurs() ? places() : List.of("default");
		faults.start(new ServerFaults(redis, users, log, this.settings.seed(), this.settings.kinds()));
		for (int i = 0; i < slots.size(); i++) {
			ClientSlot slot = slots.get(i);
			faults.start(new ClientFaults(slot, slot.proxy(), redis, log, this.settings.seed() + 1 + i,
					plan(slot, (i == 0) ? lasting : null)));
		}
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

	/**
	 * A client that only holds and waits goes on for the whole run: what it costs is
	 * counted from its begin.
	 */
	private ClientFaults.Plan plan(ClientSlot slot, @Nullable LastingFault lasting) {
		if (slot.place().startsWith(CALM)) {
			Set<FaultKind> kinds = EnumSet.copyOf(this.settings.kinds());
			kinds.remove(FaultKind.KILLED_CLIENT);
			return new ClientFaults.Plan(kinds, Timing.CALM.leaseMillis(), Duration.ZERO);
		}
		return (lasting != null)
				? new ClientFaults.Plan(lasting.besides(this.settings.kinds()), Timing.BUSY.leaseMillis(),
						lasting.usualDelay())
				: new ClientFaults.Plan(this.settings.kinds(), Timing.BUSY.leaseMillis(), Duration.ZERO);
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
