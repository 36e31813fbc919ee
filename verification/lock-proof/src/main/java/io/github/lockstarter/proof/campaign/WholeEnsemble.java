package io.github.lockstarter.proof.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.proof.fault.ClientFaults;
import io.github.lockstarter.proof.fault.Ensemble;
import io.github.lockstarter.proof.fault.EnsembleFaults;
import io.github.lockstarter.proof.fault.FaultLog;
import io.github.lockstarter.proof.fault.Faults;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.watch.Leftovers;
import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.test.FaultProxy;

/**
 * Three servers of ZooKeeper, etcd or Consul, to each of which each client has a proxy of
 * its own. What happens to a client's way happens to all three: it is cut off from all of
 * them.
 */
final class WholeEnsemble implements Deployment {

	private final CampaignSettings settings;

	private final Ensemble ensemble;

	WholeEnsemble(CampaignSettings settings, Ensemble ensemble) {
		this.settings = settings;
		this.ensemble = ensemble;
	}

	@Override
	public Way open(String place) {
		return Way.through(this.ensemble.ports().stream().map((port) -> FaultProxy.to("127.0.0.1", port)).toList());
	}

	/**
	 * A pause, or the time in which nothing passes, is longer than a session now and
	 * then.
	 */
	@Override
	public List<Faults> faults(List<ClientSlot> slots, FaultLog log) {
		List<Faults> all = new ArrayList<>();
		all.add(new EnsembleFaults(this.ensemble, log, this.settings.seed(), this.settings.kinds()));
		all.addAll(this.ensemble.furtherFaults(log, this.settings.seed(), this.settings.kinds()));
		for (int i = 0; i < slots.size(); i++) {
			ClientSlot slot = slots.get(i);
			all.add(new ClientFaults(slot, slot.proxies(), null, log, this.settings.seed() + 1 + i,
					new ClientFaults.Plan(OneDatabase.kinds(this.settings, slot),
							this.settings.servers().silenceMillis(this.settings.timing(slot.place())) * 5 / 4,
							Duration.ZERO)));
		}
		return all;
	}

	@Override
	public boolean countsRequests() {
		return false;
	}

	/**
	 * A place says neither until when its owner believes in it, nor whether it does.
	 */
	@Override
	public List<? extends Watch> watch(HistoryWriter history) {
		return List.of();
	}

	/**
	 * The places of those who were killed go with their sessions.
	 */
	@Override
	public void look(HistoryWriter history) {
		Servers servers = this.settings.servers();
		long longest = servers.silenceMillis(servers.calm()) + 3 * Servers.TICK_MILLIS;
		long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(longest);
		try {
			List<String> left = this.ensemble.places();
			while (!left.isEmpty() && System.nanoTime() - end < 0) {
				Thread.sleep(200);
				left = this.ensemble.places();
			}
			left.forEach((place) -> Leftovers.lock(history, System.nanoTime(), place, Map.of("place", place)));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void close() {
		this.ensemble.close();
	}

}
