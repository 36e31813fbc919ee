package io.github.lockstarter.redis;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Commands that came before their node could be tried. They leave in the order in which
 * they came, one after the other: a CANCEL must not overtake its ACQUIRE.
 */
final class EarlyCommands {

	private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

	private final AtomicInteger drains = new AtomicInteger();

	private volatile boolean open;

	/**
	 * Runs a command when the gate is open and those before it have been run: at once in
	 * the calling thread, or later in another one.
	 */
	void run(Runnable command) {
		this.waiting.add(command);
		if (this.open) {
			drain();
		}
	}

	/**
	 * Lets them go, and all that come later. May be called more than once.
	 */
	void open() {
		this.open = true;
		drain();
	}

	/**
	 * One thread runs them; who comes meanwhile leaves it to that one.
	 */
	private void drain() {
		if (this.drains.getAndIncrement() > 0) {
			return;
		}
		RuntimeException failure = null;
		int seen = 1;
		do {
			for (Runnable command = this.waiting.poll(); command != null; command = this.waiting.poll()) {
				try {
					command.run();
				}
				catch (RuntimeException | Error ex) {
					// the gate stays open for the others
					failure = (failure != null) ? failure : new IllegalStateException("A command has failed", ex);
				}
			}
			seen = this.drains.addAndGet(-seen);
		}
		while (seen > 0);
		if (failure != null) {
			throw failure;
		}
	}

}
