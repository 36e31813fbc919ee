package io.github.lockstarter.simulation.client;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.leader.LeaderListener;
import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.proof.workload.EventLog;
import io.github.lockstarter.proof.workload.RecordingStore;
import io.github.lockstarter.proof.workload.ThrowingCode;
import io.github.lockstarter.proof.workload.Timing;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.ProcessRuntime;
import io.github.lockstarter.simulation.world.World;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreState;

/**
 * One application instance: a process with the engine, the blocking face and that for
 * futures, which are the product's own.
 */
public final class Instance {

	/**
	 * For how long a stop waits for holders.
	 */
	public static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(2);

	private final Process process;

	private final Connections connections;

	private final LockStore store;

	private final LockTemplate template;

	private final AsyncLockOperations locks;

	private @Nullable Candidate candidate;

	private final Set<Object> asking = new LinkedHashSet<>();

	/**
	 * Starts an instance.
	 * @param world where it runs
	 * @param name its name
	 * @param backend where it connects
	 * @param network the way there
	 * @param timing how long what lasts
	 * @param release whether a release is waited for
	 * @param foreign the code in it that is not ours
	 * @param history where its history is written
	 */
	public Instance(World world, String name, Backend backend, Network network, Timing timing, ReleaseMode release,
			ThrowingCode foreign, HistoryLog history) {
		this.process = new Process(world, name);
		LockSettings settings = settings(timing, release, backend.isConfirmed());
		ProcessRuntime runtime = new ProcessRuntime(this.process);
		Backend.Link link = backend.connect(this.process, runtime, network, settings);
		this.connections = link.connections();
		this.store = link.store();
		this.template = new LockTemplate(
				new RecordingStore(link.store(), history, world::now, link.lock(), link.cutoff(), foreign::sending),
				settings, runtime, List.of(foreign.observer(), new EventLog(history, world::now)));
		this.locks = FutureFace.of(this.process, this.template);
		this.template.start();
	}

	/**
	 * The settings of an instance.
	 * @param timing how long what lasts
	 * @param release whether a release is waited for
	 * @param confirm whether a message is no grant
	 * @return the settings
	 */
	public static LockSettings settings(Timing timing, ReleaseMode release, boolean confirm) {
		return LockSettings.of((properties) -> properties.setLeaseTime(Duration.ofMillis(timing.leaseMillis()))
			.setCommandTimeout(Duration.ofMillis(timing.commandTimeoutMillis()))
			.setPollInterval(Duration.ofMillis(timing.pollMillis()))
			.setFenceRetention(Duration.ofMillis(timing.retentionMillis()))
			.setStartTimeout(Duration.ZERO)
			.setRelease(release)
			.setShutdownTimeout(SHUTDOWN_TIMEOUT)
			.getHandOff()
			.setConfirm(confirm)
			.setLease(Duration.ofMillis(timing.handOffMillis())));
	}

	/**
	 * Takes part in an election, too.
	 * @param name the name of the election
	 * @param backend where it connects
	 * @param network the way there
	 * @param timing how long what lasts
	 * @param listener is told
	 * @return its part
	 */
	public Candidate elect(String name, Backend backend, Network network, Timing timing, LeaderListener listener) {
		Candidate joined = new Candidate(this.process, name, backend, network,
				settings(timing, ReleaseMode.CONFIRMED, backend.isConfirmed()), listener);
		this.candidate = joined;
		return joined;
	}

	/**
	 * The process.
	 * @return the process
	 */
	public Process process() {
		return this.process;
	}

	/**
	 * Its connections.
	 * @return the connections
	 */
	public Connections connections() {
		Candidate other = this.candidate;
		return (other != null) ? Connections.both(this.connections, other.connections()) : this.connections;
	}

	/**
	 * Whether it has met the server: who asks before may be told that it is away, and
	 * before messages arrive others may overtake.
	 * @return whether both connections stand, as far as is known
	 */
	public boolean isConnected() {
		return this.store.state().commands().condition() != StoreState.Condition.DOWN
				&& this.store.isPushAvailable("proof:0");
	}

	/**
	 * Its locks.
	 * @return the face for futures
	 */
	public AsyncLockOperations locks() {
		return this.locks;
	}

	/**
	 * The same locks for threads that wait.
	 * @return the blocking face
	 */
	public LockOperations blocking() {
		return this.template;
	}

	/**
	 * The calls that have no answer yet.
	 * @return a live set, in the order of the calls
	 */
	public Set<Object> asking() {
		return this.asking;
	}

	/**
	 * How many locks it holds, as far as it knows.
	 * @return the number
	 */
	public int held() {
		return this.template.held().size();
	}

	/**
	 * Stops in both steps, as an application context does. Called by a thread that may
	 * block.
	 */
	public void stop() {
		if (this.candidate != null) {
			this.candidate.stop();
		}
		this.template.drain();
		this.template.stop();
	}

	/**
	 * Starts again after a stop.
	 */
	public void start() {
		this.template.start();
		if (this.candidate != null) {
			this.candidate.start();
		}
	}

	/**
	 * Dies without a word.
	 */
	public void die() {
		this.process.die();
		connections().lost();
	}

}
