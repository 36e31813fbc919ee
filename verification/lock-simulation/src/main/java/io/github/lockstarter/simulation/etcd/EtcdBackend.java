package io.github.lockstarter.simulation.etcd;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.etcd.EtcdDirectory;
import io.github.lockstarter.etcd.EtcdSettings;
import io.github.lockstarter.proof.watch.Visitor;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.session.SessionLockStore;
import io.github.lockstarter.simulation.client.Backend;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.client.SimulatedStore;
import io.github.lockstarter.simulation.server.Keys;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.World;

/**
 * A cluster of etcd: what is below the JDK's client for HTTP is simulated.
 */
public final class EtcdBackend implements Backend {

	private final EtcdCluster cluster;

	private final Duration session;

	private final Keys left = new Places();

	/**
	 * Starts the cluster.
	 * @param world where it is
	 * @param session how long a session lives of which nothing is heard
	 */
	public EtcdBackend(World world, Duration session) {
		this.cluster = new EtcdCluster(world);
		this.session = session;
	}

	/**
	 * The members.
	 * @return the cluster
	 */
	public EtcdCluster cluster() {
		return this.cluster;
	}

	@Override
	public int masters() {
		return 1;
	}

	@Override
	public Process process(int master) {
		return this.cluster.members().get(master).process();
	}

	@Override
	public long restart(int master) {
		throw new UnsupportedOperationException("It forgets nothing");
	}

	/**
	 * What it has told before is not told once more.
	 */
	@Override
	public void flushScripts(int master) {
		this.cluster.model().compact();
	}

	@Override
	public Memory memory(int master) {
		return this.cluster.model()::full;
	}

	/**
	 * Only what is left in the end: when a place has a holder nobody can see.
	 */
	@Override
	public Keys keys(int master) {
		return this.left;
	}

	@Override
	public List<String> subscribers() {
		return List.of();
	}

	@Override
	public long commands() {
		return this.cluster.commands();
	}

	@Override
	public boolean isConfirmed() {
		return false;
	}

	@Override
	public Link connect(Process process, LockRuntime runtime, Network network, LockSettings settings) {
		List<String> endpoints = this.cluster.members().stream().map(SimulatedHttp::endpoint).toList();
		SimulatedHttp http = new SimulatedHttp(process, network, this.cluster, this.session.dividedBy(12));
		EtcdDirectory directory = new EtcdDirectory(new EtcdSettings(endpoints, this.session),
				SimulatedStore.KEY_PREFIX, process.name(), runtime.clock(), (builder) -> http);
		return new Link(new SessionLockStore(directory, settings, 0, runtime), (lock, notAfter) -> 0, http,
				(lock) -> lock);
	}

	/**
	 * The places that nobody has left.
	 */
	private final class Places implements Keys {

		@Override
		public long millis() {
			return 0;
		}

		@Override
		public List<String> names() {
			return EtcdBackend.this.cluster.model().places().values().stream().map(this::name).distinct().toList();
		}

		private String name(String written) {
			// the attempt, who has taken it, and for what
			return written.substring(written.indexOf('\n', written.indexOf('\n') + 1) + 1);
		}

		@Override
		public @Nullable String[] fields(String key, String... names) {
			return new @Nullable String[names.length];
		}

		@Override
		public Map<String, String> hash(String key) {
			Map<String, String> places = new TreeMap<>(EtcdBackend.this.cluster.model().places());
			places.values().removeIf((written) -> !name(written).equals(key));
			return places;
		}

		@Override
		public long life(String key) {
			return 1;
		}

		@Override
		public String run(LockScript script, String key, String... arguments) {
			throw new UnsupportedOperationException("There are no scripts");
		}

		@Override
		public boolean visit(Visitor visitor, String key) {
			return true;
		}

	}

}
