package io.github.lockstarter.simulation.measure;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.simulation.client.Backend;
import io.github.lockstarter.simulation.client.FutureFace;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.ProcessRuntime;
import io.github.lockstarter.simulation.world.World;

/**
 * An instance that writes no history: engine, store and the face for futures are the
 * product's own.
 */
final class Contender {

	private final Process process;

	private final AsyncLockOperations locks;

	/**
	 * Starts an instance.
	 * @param world where it runs
	 * @param name its name
	 * @param backend where it connects
	 * @param network the way there
	 * @param settings its settings
	 */
	Contender(World world, String name, Backend backend, Network network, LockSettings settings) {
		this.process = new Process(world, name);
		ProcessRuntime runtime = new ProcessRuntime(this.process);
		LockTemplate template = new LockTemplate(backend.connect(this.process, runtime, network, settings).store(),
				settings, runtime, List.of());
		this.locks = FutureFace.of(this.process, template);
		template.start();
	}

	/**
	 * Asks for a lock.
	 */
	CompletableFuture<AsyncLease> acquire(LockRequest request) {
		return this.locks.acquire(request);
	}

	/**
	 * Does something after a while, by its own clock.
	 */
	void after(long nanos, Runnable task) {
		this.process.after(nanos, task);
	}

}
