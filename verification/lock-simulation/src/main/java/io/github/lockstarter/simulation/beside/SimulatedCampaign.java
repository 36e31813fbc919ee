package io.github.lockstarter.simulation.beside;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.lockstarter.proof.campaign.Campaign;
import io.github.lockstarter.proof.campaign.Size;
import io.github.lockstarter.proof.checker.Bounds;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.proof.history.HistoryReader;
import io.github.lockstarter.proof.history.Line;
import io.github.lockstarter.proof.workload.ClientArguments;
import io.github.lockstarter.proof.workload.ClientArguments.Name;
import io.github.lockstarter.proof.workload.Faces;
import io.github.lockstarter.proof.workload.Mix;
import io.github.lockstarter.proof.workload.RequestMix;
import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.proof.workload.Several;
import io.github.lockstarter.proof.workload.Shares;
import io.github.lockstarter.proof.workload.Tasks;
import io.github.lockstarter.simulation.Level;
import io.github.lockstarter.simulation.Observer;
import io.github.lockstarter.simulation.client.Backend;
import io.github.lockstarter.simulation.client.Instance;
import io.github.lockstarter.simulation.server.Redis;
import io.github.lockstarter.simulation.workload.CampaignCaller;
import io.github.lockstarter.simulation.workload.Resource;
import io.github.lockstarter.simulation.workload.WorldTime;
import io.github.lockstarter.simulation.world.Story;
import io.github.lockstarter.simulation.world.World;

/**
 * The campaign on one Redis in virtual time: the same clients with as many callers, which
 * block, the same requests by the same class, and faults that somebody has planned. Over
 * a wire. The seed decides everything else.
 */
public final class SimulatedCampaign {

	private static final long MILLI = 1_000_000;

	// The longest wait of those who only hold and wait, and what a dead holder may leave
	// behind.
	private static final long CALM = 40_000 * MILLI;

	// A hundred that begin at once are slower than a command timeout.
	private static final long BETWEEN_STARTS = 10 * MILLI;

	private final Size size;

	private final Machine machine;

	private final World world;

	private final Backend server;

	private final Observer observer;

	private final Map<String, List<Line>> history = new LinkedHashMap<>();

	private final Map<String, SimulatedClient> clients = new LinkedHashMap<>();

	private final Resource resource = new Resource();

	private final Random seeds;

	private boolean goesOn = true;

	/**
	 * Begins one.
	 * @param seed decides everything
	 * @param size how many clients, callers and locks there are
	 * @param machine how fast it is
	 */
	public SimulatedCampaign(long seed, Size size, Machine machine) {
		this.size = size;
		this.machine = machine;
		this.seeds = new Random(seed);
		this.world = new World(seed, new Story(null));
		this.server = Backend.of(List.of(new Redis(this.world, "server")));
		this.observer = Observer.of(this.world, this.server, Level.WIRE, log("outside"));
		for (String place : places(size)) {
			boolean calm = isCalm(place);
			this.clients.put(place,
					new SimulatedClient(this.world, this.server, place, calm ? Servers.ONE.calm() : Servers.ONE.busy(),
							machine, this::log, (instance) -> load(instance, calm)));
		}
	}

	/**
	 * The places of its clients.
	 * @param size how many there are
	 * @return their names
	 */
	public static List<String> places(Size size) {
		return Stream
			.concat(IntStream.range(0, size.clients()).mapToObj((i) -> "client" + i),
					Stream.of(Servers.CALM_PLACES + "0"))
			.toList();
	}

	private static boolean isCalm(String place) {
		return place.startsWith(Servers.CALM_PLACES);
	}

	/**
	 * Lets it happen.
	 * @param nanos how long the load is
	 * @param plan the faults
	 * @return what happened
	 */
	public History run(long nanos, FaultPlan plan) {
		try {
			this.clients.values().forEach(SimulatedClient::begin);
			ServerFaults ofServer = new ServerFaults(this.world, this.server, this.clients.values(), driver());
			for (FaultPlan.Planned fault : plan.faults()) {
				this.world.at(null, fault.at(), () -> strike(fault, ofServer));
			}
			this.world.at(null, nanos, () -> this.goesOn = false);
			this.world.run(nanos + CALM);
			return history();
		}
		finally {
			this.world.end();
		}
	}

	private void strike(FaultPlan.Planned fault, ServerFaults ofServer) {
		String place = fault.place();
		SimulatedClient client = (place != null) ? this.clients.get(place) : null;
		if (client != null && client.instance().process().isDead()) {
			return;
		}
		driver().write('D', this.world.now() + fault.nanos(), this.world.now() + 1, fault.kind(),
				(client != null) ? client.name() : "*");
		if (client != null) {
			new ClientFaults(this.world, client).strike(fault.kind(), fault.nanos(), log(client.name()));
		}
		else {
			ofServer.strike(fault.kind(), fault.nanos());
		}
	}

	private History history() {
		this.observer.end();
		// who has died cannot tell the end of its stories
		this.clients.values().forEach((client) -> log(client.name()).write('Y', this.world.now()));
		HistoryReader reader = new HistoryReader();
		this.history.forEach(reader::add);
		return reader.history();
	}

	private HistoryLog driver() {
		return log(History.DRIVER);
	}

	private HistoryLog log(String process) {
		List<Line> lines = this.history.computeIfAbsent(process, (created) -> new ArrayList<>());
		return (kind, nanos, words) -> lines.add(WorldTime.line(kind, nanos, words));
	}

	private void load(Instance instance, boolean calm) {
		String process = instance.process().name();
		int callers = calm ? this.size.calmThreads() : this.size.threads();
		for (int i = 0; i < callers; i++) {
			new CampaignCaller(process + "-" + i, instance, mix(calm), this.resource, this.machine.pace(this.world),
					log(process), () -> this.goesOn)
				.begin(i * BETWEEN_STARTS);
		}
	}

	/**
	 * What the checker has to know of its clients: nothing is late for no reason.
	 * @return the bounds, by the beginning of their names
	 */
	public static Map<String, Bounds> bounds() {
		return Campaign.bounds(Level.bounds(Servers.ONE.busy()), Level.bounds(Servers.ONE.calm()));
	}

	private RequestMix mix(boolean calm) {
		ClientArguments arguments = ClientArguments.none()
			.with(Name.LOCKS, this.size.locks())
			.with(Name.MIX, calm ? Mix.CALM : Mix.MIXED)
			.with(Name.FACES, Faces.BLOCKING)
			.with(Name.TASKS, Tasks.AMPLE)
			.with(Name.SEVERAL, calm ? Several.NEVER : Several.SOMETIMES)
			.with(Name.SHARES, Shares.NEVER)
			.with(Name.SERVERS, Servers.ONE);
		return new RequestMix(this.seeds.nextLong(), arguments, calm ? Servers.ONE.calm() : Servers.ONE.busy());
	}

}
