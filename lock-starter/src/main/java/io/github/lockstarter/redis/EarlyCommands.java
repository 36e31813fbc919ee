package io.github.lockstarter.redis;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * Commands that came before their node could be tried. They leave in the order in which
 * they came, one after the other: a CANCEL must not overtake its ACQUIRE. Nobody runs the
 * command of another but who opens the gate, who holds nothing: a command that fails at
 * once tells its caller, who has locks of its own.
 */
final class EarlyCommands {

	private final ReentrantLock mutex = new ReentrantLock();

	private final Queue<Runnable> waiting = new ArrayDeque<>();

	private boolean leaving;

	private volatile boolean open;

	/**
	 * Runs a command: at once if all that came early have been run, otherwise after them
	 * in the thread that opens the gate.
	 */
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

	/**
	 * Lets them go, and all that come later. May be called more than once.
	 */
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

	/**
	 * The next one; after the last one the gate is open.
	 */
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
