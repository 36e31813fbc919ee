package io.github.lockstarter.proof.campaign;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.test.FaultProxy;

/**
 * Looks at the starter from outside while it runs: who owns the locks in Redis, and what
 * a client sends that only holds and waits: to the server that it sends most to.
 */
final class Watches implements AutoCloseable {

	private static final long PAUSE_MILLIS = 250;

	private final List<? extends Watch> owners;

	private final List<ClientSlot> calm;

	private final HistoryWriter history;

	private final Map<FaultProxy, Long> before = new HashMap<>();

	private final Map<ClientSlot, Long> requests = new HashMap<>();

	private final Thread thread = new Thread(this::run, "proof-request-watch");

	private volatile boolean running = true;

	/**
	 * Starts to look.
	 * @param owners look who owns the locks
	 * @param slots those whose requests are counted
	 */
	Watches(List<? extends Watch> owners, List<ClientSlot> slots, HistoryWriter history) {
		this.owners = owners;
		this.calm = slots.stream()
			.filter((slot) -> slot.place().startsWith(Campaign.CALM) && !slot.proxies().isEmpty())
			.toList();
		this.history = history;
		this.thread.setDaemon(true);
		this.thread.start();
	}

	private void run() {
		try {
			while (this.running) {
				for (ClientSlot slot : this.calm) {
					long most = slot.proxies().stream().mapToLong(this::more).max().orElse(0);
					this.history.write('Q', System.nanoTime(), slot.name(), this.requests.merge(slot, most, Long::sum));
				}
				Thread.sleep(PAUSE_MILLIS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private long more(FaultProxy proxy) {
		long now = proxy.commands();
		Long former = this.before.put(proxy, now);
		return now - ((former != null) ? former : 0);
	}

	@Override
	public void close() {
		this.running = false;
		this.owners.forEach(Watch::close);
	}

}
