package io.github.lockstarter.proof.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.fault.ClientFaults;
import io.github.lockstarter.proof.fault.FaultLog;
import io.github.lockstarter.proof.fault.Faults;
import io.github.lockstarter.proof.fault.LastingFault;
import io.github.lockstarter.proof.fault.Rights;
import io.github.lockstarter.proof.fault.ServerFaults;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.watch.Visitor;
import io.github.lockstarter.proof.workload.Names;
import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.proof.workload.Timing;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.TestRedis;

/**
 * One Redis. Each client is a user there, and has a proxy of its own.
 */
final class OneServer implements Deployment {

	private final CampaignSettings settings;

	private final List<String> places;

	private final @Nullable LastingFault lasting;

	private final TestRedis redis;

	OneServer(CampaignSettings settings, List<String> places) {
		this.settings = settings;
		this.places = places;
		Map<String, List<String>> users = new LinkedHashMap<>();
		places.forEach((place) -> users.put(place, new ArrayList<>(settings.conditions().optionalRights())));
		FaultKind kind = settings.conditions().lastingFault().orElse(null);
		this.lasting = (kind != null) ? new LastingFault(kind, places.get(0)) : null;
		if (kind != null) {
			users.get(places.get(0)).addAll(LastingFault.lacks(kind));
		}
		this.redis = TestRedis.start(Rights.serverArguments(users));
	}

	private boolean lasts(String place) {
		return this.lasting != null && place.equals(this.places.get(0));
	}

	@Override
	public Way open(String place) {
		FaultProxy proxy = FaultProxy.to(this.redis.host(), this.redis.port());
		if (this.lasting != null && lasts(place)) {
			this.lasting.begin(proxy);
		}
		return Way.through(List.of(proxy));
	}

	@Override
	public List<Faults> faults(List<ClientSlot> slots, FaultLog log) {
		List<Faults> all = new ArrayList<>();
		all.add(new ServerFaults(this.redis, this.places, delays(), log, this.settings.seed(), this.settings.kinds()));
		for (int i = 0; i < slots.size(); i++) {
			ClientSlot slot = slots.get(i);
			all.add(new ClientFaults(slot, slot.proxies(), this.redis, log, this.settings.seed() + 1 + i, plan(slot)));
		}
		return all;
	}

	/**
	 * For how long a server that was started grants nothing, by the places of the
	 * clients; empty if it grants at once.
	 */
	private Map<String, Long> delays() {
		return (this.settings.servers() == Servers.DELAYED)
				? this.places.stream().collect(Collectors.toMap((place) -> place, this.settings::delayMillis))
				: Map.of();
	}

	/**
	 * A client that only holds and waits goes on for the whole run: what it costs is
	 * counted from its begin.
	 */
	private ClientFaults.Plan plan(ClientSlot slot) {
		Timing timing = this.settings.timing(slot.place());
		if (slot.place().startsWith(Campaign.CALM)) {
			Set<FaultKind> kinds = EnumSet.copyOf(this.settings.kinds());
			kinds.remove(FaultKind.KILLED_CLIENT);
			return new ClientFaults.Plan(kinds, timing.leaseMillis(), Duration.ZERO);
		}
		return (this.lasting != null && lasts(slot.place()))
				? new ClientFaults.Plan(this.lasting.besides(this.settings.kinds()), timing.leaseMillis(),
						this.lasting.usualDelay())
				: new ClientFaults.Plan(this.settings.kinds(), timing.leaseMillis(), Duration.ZERO);
	}

	@Override
	public List<? extends Watch> watch(HistoryWriter history) {
		return List.of(new OwnerWatch(this.redis.port(), Names.all(this.settings.size().locks()), history, null));
	}

	@Override
	public void over(FaultLog log, List<ClientSlot> slots) {
		if (this.lasting != null) {
			this.lasting.over(log, this.redis, slots.get(0).proxies().get(0));
		}
	}

	@Override
	public void look(HistoryWriter history) {
		new Aftermath(history, this.settings.classPath()).look(this.redis, Names.all(this.settings.size().locks()),
				Visitor.ALONE);
	}

	@Override
	public void close() {
		this.redis.close();
	}

}
