package io.github.lockstarter.redis;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * Commands that came before their node was tried, run later in the same order: a CANCEL
 * must not overtake its ACQUIRE.
 */
final class EarlyCommands {

	private final ReentrantLock mutex = new ReentrantLock();

	private final Queue<Runnable> waiting = new ArrayDeque<>();

	private boolean leaving;

	private volatile boolean open;

	// In the thread that opens the gate, which holds no locks: a command that fails at
	// once calls back into its caller, which does.
	void run(Runnable command) {
		if (this.open || !waits(command)) {
			command.run();
		}
	}

	private boolean waits(Runnable command) {
		this.mutex.lock();
		try {
			return !this.open && this.waiting.add(command);
		}
		finally {
			this.mutex.unlock();
		}
	}

	void open() {
		RuntimeException failure = null;
		if (begins()) {
			for (Runnable command = next(); command != null; command = next()) {
				try {
					command.run();
				}
				catch (RuntimeException | Error ex) {
					// the gate stays open for the others
					failure = (failure != null) ? failure : new IllegalStateException("A command has failed", ex);
				}
			}
		}
		if (failure != null) {
			throw failure;
		}
	}

	private boolean begins() {
		this.mutex.lock();
		try {
			boolean first = !this.leaving;
			this.leaving = true;
			return first;
		}
		finally {
			this.mutex.unlock();
		}
	}

	// after the last one the gate is open
	private @Nullable Runnable next() {
		this.mutex.lock();
		try {
			Runnable next = this.waiting.poll();
			this.open = next == null;
			return next;
		}
		finally {
			this.mutex.unlock();
		}
	}

}
