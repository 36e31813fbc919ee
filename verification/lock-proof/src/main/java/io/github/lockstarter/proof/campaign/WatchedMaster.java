package io.github.lockstarter.proof.campaign;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.proof.fault.FaultLog;
import io.github.lockstarter.proof.fault.Faults;
import io.github.lockstarter.proof.fault.Rights;
import io.github.lockstarter.proof.fault.SwitchFaults;
import io.github.lockstarter.proof.fault.WatchedServers;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.watch.Visitor;
import io.github.lockstarter.proof.workload.Names;
import io.github.lockstarter.test.FaultProxy;

/**
 * A master with a replica, of which Sentinels tell clients which one is which: there is
 * no proxy between. Each client is a user of both.
 */
final class WatchedMaster implements Deployment {

	private final CampaignSettings settings;

	private final WatchedServers servers;

	// What happens to a process needs no way.
	private final FaultProxy unused;

	WatchedMaster(CampaignSettings settings, List<String> places) {
		this.settings = settings;
		Map<String, List<String>> users = new LinkedHashMap<>();
		places.forEach((place) -> users.put(place, settings.conditions().optionalRights()));
		this.servers = WatchedServers.start(Rights.serverArguments(users));
		this.unused = FaultProxy.to(this.servers.master().host(), this.servers.master().port());
	}

	@Override
	public Way open(String place) {
		return new Way(this.servers.ports(), List.of());
	}

	/**
	 * A client that only holds and waits stays, too, where it is.
	 */
	@Override
	public List<Faults> faults(List<ClientSlot> slots, FaultLog log) {
		List<Faults> all = new ArrayList<>();
		List<ClientSlot> busy = slots.stream().filter((slot) -> !slot.place().startsWith(Campaign.CALM)).toList();
		all.add(new SwitchFaults(this.servers, busy, log, this.settings.seed(), this.settings.kinds()));
		all.addAll(SeveralMasters.ofProcesses(this.settings, slots, this.unused, this.servers.master(), log));
		return all;
	}

	/**
	 * Who owns a lock is at a master that changes.
	 */
	@Override
	public List<? extends Watch> watch(HistoryWriter history) {
		return List.of();
	}

	@Override
	public void look(HistoryWriter history) {
		new Aftermath(history, this.settings.classPath()).look(this.servers.lastMaster(),
				Names.all(this.settings.size().locks()), Visitor.ALONE);
	}

	@Override
	public void close() {
		this.unused.close();
		this.servers.close();
	}

}
