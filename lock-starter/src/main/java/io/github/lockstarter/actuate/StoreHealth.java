package io.github.lockstarter.actuate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreState;

/**
 * How the locks are, without asking the store: in words that both lines of Spring Boot
 * have, because their types for it have nothing in common.
 */
public final class StoreHealth implements Callable<Map<String, Object>> {

	/**
	 * The entry with the code of the status; all others are details.
	 */
	public static final String STATUS = "status";

	private final LockStore store;

	private final String outage;

	/**
	 * Creates the health.
	 * @param store the store
	 * @param downOnOutage whether an outage is DOWN, which takes the application out of
	 * service in most set-ups; otherwise it is UNKNOWN
	 */
	public StoreHealth(LockStore store, boolean downOnOutage) {
		this.store = store;
		this.outage = downOnOutage ? "DOWN" : "UNKNOWN";
	}

	/**
	 * Says it. Nothing is asked: it is what this instance knows.
	 * @return the status and its details, for the caller to change
	 */
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
