package io.github.lockstarter.proof.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.github.lockstarter.proof.checker.Checker;
import io.github.lockstarter.proof.checker.Findings;
import io.github.lockstarter.proof.fault.ClientFaults;
import io.github.lockstarter.proof.fault.FaultLog;
import io.github.lockstarter.proof.fault.ServerFaults;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.HistoryReader;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.overlay.Overlay;
import io.github.lockstarter.proof.workload.HeartBeat;
import io.github.lockstarter.proof.workload.Timing;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.TestRedis;

/**
 * One run: a Redis, a resource, client JVMs behind proxies, faults, and the judgement.
 * The seed decides what the clients ask for and which faults come in which order; the
 * interleaving is the machine's.
 */
public final class Campaign {

	private static final Timing TIMING = Timing.DEFAULT;

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
		this.settings = (settings.library().equals("starter") && settings.kinds().contains(FaultKind.SERVER_CLOCK))
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
		try (TestRedis redis = TestRedis.start();
				TestRedis resource = TestRedis.start();
				HistoryWriter history = new HistoryWriter(directory.resolve(History.DRIVER + ".history"))) {
			HeartBeat.start(history, () -> {
			});
			FaultLog log = new FaultLog(history);
			Duration took = run(redis, resource, history, log);
			if (isOurs()) {
				new Aftermath(redis, history, this.settings.classPath()).look(this.settings.locks());
			}
			History all = HistoryReader.read(directory);
			List<Findings> findings = isOurs() ? Checker.check(all, TIMING.bounds())
					: Checker.checkOther(all, TIMING.bounds(), this.settings.library().endsWith("fenced"));
			return new CampaignResult(this.settings, all, findings, log.seen(), log.unseen(), took);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private boolean isOurs() {
		return this.settings.library().equals("starter");
	}

	private Duration run(TestRedis redis, TestRedis resource, HistoryWriter history, FaultLog log)
			throws InterruptedException {
		List<ClientSlot> slots = new ArrayList<>();
		try {
			for (int i = 0; i < this.settings.clients(); i++) {
				FaultProxy proxy = FaultProxy.to(redis.host(), redis.port());
				slots.add(new ClientSlot(i, this.settings, proxy, resource.port(), this.settings.directory()));
			}
			for (ClientSlot slot : slots) {
				slot.process().awaitReady();
			}
			OwnerWatch watch = isOurs() ? new OwnerWatch(redis.port(), this.settings.locks(), history) : null;
			try {
				return load(redis, slots, log);
			}
			finally {
				if (watch != null) {
					watch.close();
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

	private Duration load(TestRedis redis, List<ClientSlot> slots, FaultLog log) throws InterruptedException {
		long begin = System.nanoTime();
		slots.forEach((slot) -> slot.process().say("go"));
		FaultThreads faults = new FaultThreads();
		faults.start(new ServerFaults(redis, log, this.settings.seed(), this.settings.kinds()));
		for (int i = 0; i < slots.size(); i++) {
			faults.start(new ClientFaults(slots.get(i), slots.get(i).proxy(), log, this.settings.seed() + 1 + i,
					TIMING.leaseMillis(), this.settings.kinds()));
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
