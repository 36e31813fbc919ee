package io.github.lockstarter.proof.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.lockstarter.proof.fault.ClientFaults;
import io.github.lockstarter.proof.fault.FaultLog;
import io.github.lockstarter.proof.fault.Faults;
import io.github.lockstarter.proof.fault.LinkFaults;
import io.github.lockstarter.proof.fault.MasterFaults;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultWindow.Master;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.watch.Visitor;
import io.github.lockstarter.proof.workload.Names;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.TestRedis;

/**
 * A quorum: masters that know nothing of each other, to each of which each client has a
 * proxy of its own.
 */
final class SeveralMasters implements Deployment {

	// What can be done to a process; its ways have faults of their own.
	private static final Set<FaultKind> OF_PROCESSES = EnumSet.of(FaultKind.PAUSED_CLIENT, FaultKind.KILLED_CLIENT,
			FaultKind.STOPPED_ENGINE, FaultKind.CLIENT_CLOCK);

	private final CampaignSettings settings;

	private final List<String> places;

	private final List<TestRedis> masters;

	SeveralMasters(CampaignSettings settings, List<String> places) {
		this.settings = settings;
		this.places = places;
		this.masters = IntStream.range(0, settings.masters()).mapToObj((i) -> TestRedis.start()).toList();
	}

	@Override
	public Way open(String place) {
		return Way.through(this.masters.stream().map((master) -> FaultProxy.to(master.host(), master.port())).toList());
	}

	@Override
	public List<Faults> faults(List<ClientSlot> slots, FaultLog log) {
		Map<String, Long> delays = this.places.stream()
			.collect(Collectors.toMap((place) -> place, this.settings::delayMillis));
		List<Faults> all = new ArrayList<>();
		ReadWriteLock starts = new ReentrantReadWriteLock();
		all.add(new MasterFaults(this.masters,
				new MasterFaults.Ways(slots.stream().map(ClientSlot::proxies).toList(), starts.writeLock()), delays,
				log, this.settings.seed(), this.settings.kinds()));
		for (int i = 0; i < slots.size(); i++) {
			ClientSlot slot = slots.get(i);
			long seed = this.settings.seed() + 1 + 2 * i;
			all.add(new LinkFaults(slot, slot.proxies(), log, seed, this.settings.kinds()));
			all.add(new Apart(new ClientFaults(slot, slot.proxies(), this.masters.get(0), log, seed + 1,
					plan(this.settings, slot)), starts.readLock()));
		}
		return all;
	}

	/**
	 * What may happen to the processes where none of them has a way of its own.
	 * @param unused leads nowhere
	 * @param server who is asked
	 */
	static List<Faults> ofProcesses(CampaignSettings settings, List<ClientSlot> slots, FaultProxy unused,
			TestRedis server, FaultLog log) {
		return IntStream.range(0, slots.size()).<Faults>mapToObj((i) -> {
			ClientSlot slot = slots.get(i);
			return new ClientFaults(slot, List.of(unused), server, log, settings.seed() + 1 + i, plan(settings, slot));
		}).toList();
	}

	static ClientFaults.Plan plan(CampaignSettings settings, ClientSlot slot) {
		return new ClientFaults.Plan(kinds(settings, slot), settings.timing(slot.place()).leaseMillis(), Duration.ZERO);
	}

	private static Set<FaultKind> kinds(CampaignSettings settings, ClientSlot slot) {
		Set<FaultKind> kinds = EnumSet.copyOf(OF_PROCESSES);
		kinds.retainAll(settings.kinds());
		if (slot.place().startsWith(Campaign.CALM)) {
			kinds.remove(FaultKind.KILLED_CLIENT);
		}
		return kinds;
	}

	@Override
	public List<? extends Watch> watch(HistoryWriter history) {
		List<String> locks = Names.all(this.settings.size().locks());
		return IntStream.range(0, this.masters.size())
			.mapToObj((i) -> new OwnerWatch(this.masters.get(i).port(), locks, history,
					new Master(i, this.masters.size())))
			.toList();
	}

	@Override
	public void look(HistoryWriter history) {
		Aftermath aftermath = new Aftermath(history, this.settings.classPath());
		this.masters
			.forEach((master) -> aftermath.look(master, Names.all(this.settings.size().locks()), Visitor.OF_A_QUORUM));
	}

	@Override
	public void close() {
		this.masters.forEach(TestRedis::close);
	}

	/**
	 * Faults of a process: an instance that is started while one master has two names
	 * refuses to, because that is a wrong list.
	 */
	private record Apart(Faults faults, Lock lock) implements Faults {

		@Override
		public boolean isEmpty() {
			return this.faults.isEmpty();
		}

		@Override
		public long restMillis() {
			return this.faults.restMillis();
		}

		@Override
		public void inject() throws InterruptedException {
			this.lock.lock();
			try {
				this.faults.inject();
			}
			finally {
				this.lock.unlock();
			}
		}

	}

}
