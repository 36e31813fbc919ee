package io.github.lockstarter.actuate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

import io.github.lockstarter.leader.Leadership;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreState;

/**
 * The health of the locks as this instance knows it, without asking the store. A map,
 * because the health types of Spring Boot 3 and 4 have nothing in common.
 */
public final class StoreHealth implements Callable<Map<String, Object>> {

	/**
	 * The entry with the status code; all others are details.
	 */
	public static final String STATUS = "status";

	private final LockStore store;

	private final String outage;

	private final Supplier<List<Leadership>> leaderships;

	// An outage is DOWN, which takes the application out of service in most deployments,
	// or UNKNOWN.
	public StoreHealth(LockStore store, boolean downOnOutage) {
		this(store, downOnOutage, List::of);
	}

	public StoreHealth(LockStore store, boolean downOnOutage, Supplier<List<Leadership>> leaderships) {
		this.leaderships = leaderships;
		this.store = store;
		this.outage = downOnOutage ? "DOWN" : "UNKNOWN";
	}

	@Override
	public Map<String, Object> call() {
		StoreState state = this.store.state();
		Map<String, Object> health = new LinkedHashMap<>();
		health.put(STATUS, switch (state.commands().condition()) {
			case UP -> "UP";
			case DOWN -> this.outage;
			case UNKNOWN -> "UNKNOWN";
		});
		health.put("store", this.store.label());
		health.put("kind", this.store.kind());
		describe(state, health);
		Map<String, Object> nodes = new LinkedHashMap<>();
		this.store.nodes().forEach((address, one) -> {
			Map<String, Object> node = new LinkedHashMap<>();
			describe(one, node);
			nodes.put(address, node);
		});
		if (!nodes.isEmpty()) {
			health.put("nodes", nodes);
		}
		Map<String, Object> elections = new LinkedHashMap<>();
		this.leaderships.get().forEach((one) -> elections.put(one.name(), one.isLeader() ? "leader" : "candidate"));
		if (!elections.isEmpty()) {
			health.put("leaderships", elections);
		}
		return health;
	}

	private static void describe(StoreState state, Map<String, Object> health) {
		describe("commands", state.commands(), health);
		describe("messages", state.messages(), health);
	}

	private static void describe(String what, StoreState.Link link, Map<String, Object> health) {
		health.put(what, link.condition().text());
		if (link.trouble() != null) {
			health.put(what + "Trouble", link.trouble());
		}
		if (link.since() != null) {
			health.put(what + "DownSince", link.since().toString());
		}
	}

}
