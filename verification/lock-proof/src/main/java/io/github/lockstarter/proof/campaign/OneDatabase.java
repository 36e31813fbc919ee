package io.github.lockstarter.proof.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.github.lockstarter.proof.fault.ClientFaults;
import io.github.lockstarter.proof.fault.DatabaseFaults;
import io.github.lockstarter.proof.fault.DatabaseServer;
import io.github.lockstarter.proof.fault.FaultLog;
import io.github.lockstarter.proof.fault.Faults;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.workload.Names;
import io.github.lockstarter.test.FaultProxy;

/**
 * One PostgreSQL. Each client is a user there, and has a proxy of its own.
 */
final class OneDatabase implements Deployment {

	/**
	 * What can be done to a client and its way without knowing what is said on it, nor
	 * who may say it.
	 */
	static final Set<FaultKind> OF_CLIENTS = EnumSet.of(FaultKind.CUT, FaultKind.DELAY, FaultKind.DROPPED_REPLIES,
			FaultKind.BLACK_HOLE, FaultKind.LATE_DELIVERY, FaultKind.PAUSED_CLIENT, FaultKind.KILLED_CLIENT,
			FaultKind.STOPPED_ENGINE, FaultKind.CLIENT_CLOCK);

	private final CampaignSettings settings;

	private final List<String> places;

	private final DatabaseServer server;

	OneDatabase(CampaignSettings settings, List<String> places) {
		this.settings = settings;
		this.places = places;
		this.server = DatabaseServer.start(places, settings.directory().resolve("database.log"));
		this.server.execute("create table work (id bigserial primary key, client text)");
		// as an administrator does: whoever makes a table owns it
		DatabaseWatch.tables().forEach(this.server::execute);
	}

	@Override
	public Way open(String place) {
		return Way.through(List.of(FaultProxy.to("127.0.0.1", this.server.port())));
	}

	@Override
	public List<Faults> faults(List<ClientSlot> slots, FaultLog log) {
		List<Faults> all = new ArrayList<>();
		all.add(new DatabaseFaults(this.server, this.places, log, this.settings.seed(), this.settings.kinds()));
		for (int i = 0; i < slots.size(); i++) {
			ClientSlot slot = slots.get(i);
			all.add(new ClientFaults(slot, slot.proxies(), null, log, this.settings.seed() + 1 + i,
					new ClientFaults.Plan(kinds(this.settings, slot), this.settings.timing(slot.place()).leaseMillis(),
							Duration.ZERO)));
		}
		return all;
	}

	/**
	 * Which of the faults of clients may hit one: that which only holds and waits stays.
	 */
	static Set<FaultKind> kinds(CampaignSettings settings, ClientSlot slot) {
		Set<FaultKind> kinds = EnumSet.copyOf(OF_CLIENTS);
		kinds.retainAll(settings.kinds());
		if (slot.place().startsWith(Campaign.CALM)) {
			kinds.remove(FaultKind.KILLED_CLIENT);
		}
		return kinds;
	}

	@Override
	public boolean countsRequests() {
		return false;
	}

	@Override
	public List<? extends Watch> watch(HistoryWriter history) {
		return List.of(new DatabaseWatch(this.server, Names.all(this.settings.size().locks()), history));
	}

	@Override
	public void look(HistoryWriter history) {
		DatabaseWatch.look(this.server, Names.all(this.settings.size().locks()), history);
	}

	@Override
	public void close() {
		this.server.close();
	}

}
