package io.github.lockstarter.simulation.database;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.jdbc.JdbcLockStore;
import io.github.lockstarter.jdbc.JdbcSettings;
import io.github.lockstarter.jdbc.JdbcSettings.SchemaMode;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.simulation.client.Backend;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.client.SimulatedStore;
import io.github.lockstarter.simulation.server.Keys;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.World;
import io.github.lockstarter.text.Sha256;

/**
 * A database: only what is below JDBC is simulated, and its time.
 */
public final class DatabaseBackend implements Backend {

	private static final String TABLE = "distributed_lock";

	private static final Duration POLL = Duration.ofMillis(20);

	private final Database database;

	private final JdbcSettings settings;

	private final Keys keys;

	private final Map<String, String> locks;

	/**
	 * Starts the database.
	 * @param world where it is
	 * @param locks the names of all locks
	 */
	public DatabaseBackend(World world, List<String> locks) {
		this.database = new Database(world);
		this.keys = new RowKeys(this.database, TABLE);
		this.settings = new JdbcSettings(TABLE, SchemaMode.ALWAYS, (int) world.chance().between(1, 3), POLL);
		this.locks = locks.stream().collect(Collectors.toMap(DatabaseBackend::row, Function.identity()));
	}

	private static String row(String lock) {
		return Sha256.of(SimulatedStore.KEY_PREFIX, lock);
	}

	@Override
	public int masters() {
		return 1;
	}

	@Override
	public Process process(int master) {
		return this.database.process();
	}

	@Override
	public long restart(int master) {
		long nanos = this.database.process().world().chance().between(50, 2_000) * 1_000_000;
		this.database.restart(nanos);
		return nanos;
	}

	@Override
	public void flushScripts(int master) {
	}

	@Override
	public Memory memory(int master) {
		return this.database::refuseWrites;
	}

	@Override
	public Keys keys(int master) {
		return this.keys;
	}

	@Override
	public List<String> subscribers() {
		return List.of();
	}

	@Override
	public long commands() {
		return this.database.commands();
	}

	@Override
	public boolean isConfirmed() {
		return false;
	}

	@Override
	public Link connect(Process process, LockRuntime runtime, Network network, LockSettings settings) {
		DatabaseConnections connections = new DatabaseConnections(process, runtime, network, this.database);
		JdbcLockStore store = new JdbcLockStore(connections, this.settings, settings, SimulatedStore.KEY_PREFIX,
				process.name(), runtime);
		return new Link(store, store::cutoff, connections, (key) -> Objects.requireNonNull(this.locks.get(key)));
	}

	@Override
	public void end() {
		this.database.end();
	}

}
