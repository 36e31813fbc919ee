package io.github.lockstarter.proof.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.fault.ClientFaults;
import io.github.lockstarter.proof.fault.DatabaseFaults;
import io.github.lockstarter.proof.fault.DatabaseServer;
import io.github.lockstarter.proof.fault.Databases;
import io.github.lockstarter.proof.fault.FaultLog;
import io.github.lockstarter.proof.fault.Faults;
import io.github.lockstarter.proof.fault.Pooler;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.workload.Names;
import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.test.FaultProxy;

/**
 * One PostgreSQL, or one with a standby or a pooler. Each client is a user there, and has
 * a proxy of its own.
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

	private final Databases servers;

	private final @Nullable Pooler pooler;

	OneDatabase(CampaignSettings settings, List<String> places) {
		this.settings = settings;
		this.places = places;
		this.servers = start(settings, places);
		DatabaseServer primary = this.servers.primary();
		this.pooler = (settings.servers() == Servers.POOLED_DATABASE)
				? Pooler.start(primary, places, settings.directory()) : null;
		primary.execute("create table work (id bigserial primary key, client text)");
		// as an administrator does: whoever makes a table owns it
		DatabaseWatch.tables().forEach(primary::execute);
	}

	private static Databases start(CampaignSettings settings, List<String> places) {
		Path log = settings.directory().resolve("database.log");
		DatabaseServer first = DatabaseServer.start(places, log);
		return switch (settings.servers()) {
			case ASYNCHRONOUS_STANDBY -> Databases.pair(first, log, false);
			case SYNCHRONOUS_STANDBY -> Databases.pair(first, log, true);
			default -> Databases.alone(first, log);
		};
	}

	@Override
	public Way open(String place) {
		return Way.through(
				List.of((this.pooler != null) ? FaultProxy.to("127.0.0.1", this.pooler.port()) : this.servers.open()));
	}

	@Override
	public List<Faults> faults(List<ClientSlot> slots, FaultLog log) {
		List<Faults> all = new ArrayList<>();
		all.add(new DatabaseFaults(this.servers,
				new DatabaseFaults.Plan(this.places, Names.all(this.settings.size().locks()), this.settings.kinds()),
				log, this.settings.seed()));
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
		return List.of(new DatabaseWatch(this.servers, Names.all(this.settings.size().locks()), history));
	}

	@Override
	public void look(HistoryWriter history) {
		DatabaseWatch.look(this.servers.primary(), Names.all(this.settings.size().locks()), history);
	}

	@Override
	public void close() {
		if (this.pooler != null) {
			this.pooler.close();
		}
		this.servers.close();
	}

}
