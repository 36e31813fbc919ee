package io.github.lockstarter.simulation.client;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.async.ApplicationTasks;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.async.AsyncLockTemplate;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.proof.workload.EventLog;
import io.github.lockstarter.proof.workload.RecordingStore;
import io.github.lockstarter.proof.workload.Timing;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.ProcessRuntime;
import io.github.lockstarter.simulation.world.World;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreState;

/**
 * One application instance: a process with the engine and the face for futures, which are
 * the product's own.
 */
public final class Instance {

	private final Process process;

	private final Connections connections;

	private final LockStore store;

	private final LockTemplate template;

	private final AsyncLockOperations locks;

	/**
	 * Starts an instance.
	 * @param world where it runs
	 * @param name its name
	 * @param backend where it connects
	 * @param network the way there
	 * @param timing its settings
	 * @param history where its history is written
	 */
	public Instance(World world, String name, Backend backend, Network network, Timing timing, HistoryLog history) {
		this.process = new Process(world, name);
		LockSettings settings = settings(timing);
		ProcessRuntime runtime = new ProcessRuntime(this.process);
		Backend.Link link = backend.connect(this.process, runtime, network, settings);
		this.connections = link.connections();
		this.store = link.store();
		this.template = new LockTemplate(new RecordingStore(link.store(), history, world::now,
				SimulatedStore.KEY_PREFIX, link.cutoff(), (command, ids) -> {
				}), settings, runtime, List.of(new EventLog(history, world::now)));
		this.locks = new AsyncLockTemplate(this.template.nonBlocking(), new ApplicationTasks(
				() -> (task) -> this.process.after(0, task), List::of, this.template.nonBlocking().callerThreads()));
		this.template.start();
	}

	/**
	 * The settings of an instance.
	 * @param timing says them
	 * @return the settings
	 */
	public static LockSettings settings(Timing timing) {
		return LockSettings.of((properties) -> properties.setLeaseTime(Duration.ofMillis(timing.leaseMillis()))
			.setCommandTimeout(Duration.ofMillis(timing.commandTimeoutMillis()))
			.setPollInterval(Duration.ofMillis(timing.pollMillis()))
			.setFenceRetention(Duration.ofMillis(timing.retentionMillis()))
			.setStartTimeout(Duration.ZERO)
			.setShutdownTimeout(Duration.ZERO)
			.getHandOff()
			.setLease(Duration.ofMillis(timing.handOffMillis())));
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
		return this.connections;
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
	 * Dies without a word.
	 */
	public void die() {
		this.process.die();
		this.connections.lost();
	}

}
