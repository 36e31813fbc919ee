package io.github.lockstarter.proof.campaign;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.workload.Names;
import io.github.lockstarter.test.TestRedis;

/**
 * Looks at the starter from outside while it runs: who owns the locks in Redis, and what
 * a client sends that only holds and waits.
 */
final class Watches implements AutoCloseable {

	private static final long PAUSE_MILLIS = 250;

	private final @Nullable OwnerWatch owners;

	private final List<ClientSlot> calm;

	private final HistoryWriter history;

	private final Thread thread = new Thread(this::run, "proof-request-watch");

	private volatile boolean running = true;

	Watches(CampaignSettings settings, TestRedis redis, List<ClientSlot> slots, HistoryWriter history) {
		this.owners = settings.isOurs() ? new OwnerWatch(redis.port(), Names.all(settings.locks()), history) : null;
		this.calm = slots.stream().filter((slot) -> slot.place().startsWith(Campaign.CALM)).toList();
		this.history = history;
		this.thread.setDaemon(true);
		this.thread.start();
	}

	private void run() {
		try {
			while (this.running) {
				for (ClientSlot slot : this.calm) {
					this.history.write('Q', System.nanoTime(), slot.name(), slot.proxy().commands());
				}
				Thread.sleep(PAUSE_MILLIS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void close() {
		this.running = false;
		if (this.owners != null) {
			this.owners.close();
		}
	}

}
