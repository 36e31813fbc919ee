package io.github.lockstarter.simulation.scale;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.simulation.client.FutureFace;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.client.SimulatedStore;
import io.github.lockstarter.simulation.server.SimulatedServer;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.ProcessRuntime;
import io.github.lockstarter.simulation.world.World;

/**
 * One of many instances: the engine and the face for futures, which are the product's
 * own. It writes no history, but counts.
 */
final class Member {

	private final Process process;

	private final SimulatedStore store;

	private final AsyncLockOperations locks;

	/**
	 * Starts an instance.
	 * @param world where it runs
	 * @param name its name
	 * @param server where it connects
	 * @param network the way there
	 * @param settings its settings
	 * @param traffic counts what it asks and is told
	 * @param places is told who waits where
	 */
	Member(World world, String name, SimulatedServer server, Network network, LockSettings settings, Traffic traffic,
			Places places) {
		this.process = new Process(world, name);
		this.store = new SimulatedStore(this.process, server, network, settings.commandTimeout().toMillis());
		LockTemplate template = new LockTemplate(new CountedStore(this.store, traffic, places), settings,
				new ProcessRuntime(this.process), List.of());
		this.locks = FutureFace.of(this.process, template);
		template.start();
	}

	/**
	 * How often something has happened in it.
	 */
	long wakes() {
		return this.process.wakes();
	}

	/**
	 * Whether it is told messages.
	 */
	boolean isConnected() {
		return this.store.isPushAvailable("");
	}

	/**
	 * Does something after a while, by its own clock.
	 */
	void after(long nanos, Runnable task) {
		this.process.after(nanos, task);
	}

	/**
	 * Asks for a lock, from a task of this instance.
	 */
	CompletableFuture<AsyncLease> acquire(LockRequest request) {
		return this.locks.acquire(request);
	}

}
