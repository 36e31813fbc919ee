package io.github.lockstarter.simulation.beside;

import java.util.function.Consumer;
import java.util.function.Function;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.proof.workload.Foreign;
import io.github.lockstarter.proof.workload.ThrowingCode;
import io.github.lockstarter.proof.workload.Timing;
import io.github.lockstarter.simulation.client.Backend;
import io.github.lockstarter.simulation.client.Instance;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.world.World;

/**
 * A place for a client of the campaign, in virtual time: who dies is replaced under
 * another name.
 */
final class SimulatedClient {

	private static final long LOOK_NANOS = 5_000_000;

	private final World world;

	private final Backend server;

	private final String place;

	private final Timing timing;

	private final Machine machine;

	private final Function<String, HistoryLog> logs;

	private final Consumer<Instance> load;

	private Network network;

	private Instance instance;

	private int generation;

	/**
	 * Launches the first client.
	 * @param logs where histories are written, by the names of processes
	 * @param load begins in each instance that has met its server
	 */
	SimulatedClient(World world, Backend server, String place, Timing timing, Machine machine,
			Function<String, HistoryLog> logs, Consumer<Instance> load) {
		this.world = world;
		this.server = server;
		this.place = place;
		this.timing = timing;
		this.machine = machine;
		this.logs = logs;
		this.load = load;
		this.network = machine.network(world);
		this.instance = launch();
	}

	private Instance launch() {
		String name = this.place + "g" + this.generation++;
		return new Instance(this.world, name, this.server, this.network, this.timing, ReleaseMode.CONFIRMED,
				new ThrowingCode(Foreign.SOUND), this.logs.apply(name));
	}

	String place() {
		return this.place;
	}

	Timing timing() {
		return this.timing;
	}

	Instance instance() {
		return this.instance;
	}

	Network network() {
		return this.network;
	}

	String name() {
		return this.instance.process().name();
	}

	/**
	 * Lets the load begin, when it has met the server.
	 */
	void begin() {
		Instance begun = this.instance;
		if (begun.isConnected()) {
			this.load.accept(begun);
		}
		else {
			this.world.after(begun.process(), LOOK_NANOS, this::begin);
		}
	}

	/**
	 * Dies.
	 * @param nanos how long it takes until there is the next one
	 */
	void replace(long nanos) {
		this.instance.die();
		this.world.after(null, nanos, () -> {
			this.network = this.machine.network(this.world);
			this.instance = launch();
			begin();
		});
	}

}
