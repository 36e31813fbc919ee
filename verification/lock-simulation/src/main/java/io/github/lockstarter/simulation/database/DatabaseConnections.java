package io.github.lockstarter.simulation.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.jdbc.ConnectionSource;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.simulation.client.Connections;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.World;

/**
 * The connections of one instance to a database.
 */
final class DatabaseConnections implements ConnectionSource, Connections {

	private final Process process;

	private final LockRuntime runtime;

	private final Network network;

	private final Database database;

	private final Set<DatabaseWire> open = new LinkedHashSet<>();

	private int count;

	private long refusedUntil;

	/**
	 * Connects nothing yet.
	 * @param process the process of the instance
	 * @param runtime its threads
	 * @param network the way to the database
	 * @param database the database
	 */
	DatabaseConnections(Process process, LockRuntime runtime, Network network, Database database) {
		this.process = process;
		this.runtime = runtime;
		this.network = network;
		this.database = database;
	}

	@Override
	public Connection open(String user, Duration timeout) throws SQLException {
		World world = this.process.world();
		CompletableFuture<DatabaseWire> connected = new CompletableFuture<>();
		// there and back for the socket, and once more for the password
		long handshake = this.network.there() + this.network.back();
		world.after(null, Math.max(0, this.refusedUntil - world.now()) + handshake,
				() -> world.after(this.database.process(), this.network.there(), () -> accept(connected)));
		if (!this.runtime.awaitUninterruptibly(connected, timeout.toNanos())) {
			connected.cancel(false);
			throw new SQLException("The connection attempt timed out.", "08001");
		}
		if (connected.isCompletedExceptionally()) {
			throw new SQLException("Connection refused.", "08001");
		}
		return SimulatedConnection.of(connected.join(), this.database.own().getMetaData(), world.chance().oneIn(2));
	}

	private void accept(CompletableFuture<DatabaseWire> connected) {
		World world = this.process.world();
		if (!this.database.isUp()) {
			world.after(this.process, this.network.back(), () -> connected.cancel(false));
		}
		else if (!connected.isDone()) {
			DatabaseWire wire = new DatabaseWire(this.process, this.runtime, this.network, this.database,
					this.process.name() + "-" + this.count++, this.open::remove);
			this.open.add(wire);
			world.after(this.process, this.network.back(), () -> {
				if (!connected.complete(wire)) {
					wire.close();
				}
			});
		}
	}

	@Override
	public String address() {
		return "simulation";
	}

	@Override
	public void cutCommands() {
		some().forEach(DatabaseWire::cut);
	}

	@Override
	public void swallow() {
		some().forEach(DatabaseWire::swallow);
	}

	/**
	 * An administrator ends sessions of this instance.
	 */
	@Override
	public void cutMessages(boolean noticed) {
		some().forEach(DatabaseWire::kill);
	}

	@Override
	public void lost() {
		List.copyOf(this.open).forEach(DatabaseWire::cut);
	}

	/**
	 * All, or any one.
	 */
	private List<DatabaseWire> some() {
		List<DatabaseWire> all = List.copyOf(this.open);
		int size = all.size();
		return (size < 2 || this.process.world().chance().oneIn(2)) ? all
				: List.of(all.get((int) this.process.world().chance().below(size)));
	}

	@Override
	public void refuse(long nanos) {
		this.refusedUntil = Math.max(this.refusedUntil, this.process.world().now() + nanos);
	}

	@Override
	public void leaveAlone(long nanos) {
		refuse(nanos);
	}

}
