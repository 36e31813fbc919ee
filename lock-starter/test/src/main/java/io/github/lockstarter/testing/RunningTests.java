package io.github.lockstarter.testing;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * Knows which test has opened what, if several run on one application context. The end of
 * a test closes what its thread has opened; what other threads have opened is closed when
 * no test runs any more.
 */
final class RunningTests {

	private final RecordedEvents events;

	private final ReentrantLock mutex = new ReentrantLock();

	private final ThreadLocal<@Nullable Run> ofThread = new ThreadLocal<>();

	private final Set<Run> running = new HashSet<>();

	private final Map<AutoCloseable, @Nullable Run> open = new HashMap<>();

	RunningTests(RecordedEvents events) {
		this.events = events;
	}

	void begin() {
		this.mutex.lock();
		try {
			// earlier events, such as those of the start, belong to the first test
			Run run = new Run(this.ofThread.get(), this.running.isEmpty() ? 0 : this.events.next());
			this.running.add(run);
			this.ofThread.set(run);
		}
		finally {
			this.mutex.unlock();
		}
	}

	// If no test has begun on this thread, this is a reset.
	void end() {
		Run run = this.ofThread.get();
		this.ofThread.set((run != null) ? run.outer : null);
		this.mutex.lock();
		try {
			this.running.remove(run);
		}
		finally {
			this.mutex.unlock();
		}
		undo(run);
	}

	// Closes what the test has opened and forgets its events; everything if no other test
	// runs.
	void reset() {
		undo(this.ofThread.get());
	}

	private void undo(@Nullable Run run) {
		for (AutoCloseable resource : left(run)) {
			try {
				resource.close();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}
		this.mutex.lock();
		try {
			long next = this.events.next();
			this.running.stream().filter((other) -> run == null || run == other).forEach((other) -> other.since = next);
			this.events.forgetBefore(this.running.stream().mapToLong((other) -> other.since).min().orElse(next));
		}
		finally {
			this.mutex.unlock();
		}
	}

	private List<AutoCloseable> left(@Nullable Run run) {
		this.mutex.lock();
		try {
			boolean all = run == null || this.running.stream().allMatch((other) -> run == other);
			return this.open.keySet().stream().filter((resource) -> all || this.open.get(resource) == run).toList();
		}
		finally {
			this.mutex.unlock();
		}
	}

	void opened(AutoCloseable resource) {
		this.mutex.lock();
		try {
			this.open.put(resource, this.ofThread.get());
		}
		finally {
			this.mutex.unlock();
		}
	}

	// Returns whether the resource was open.
	boolean closed(AutoCloseable resource) {
		this.mutex.lock();
		try {
			boolean known = this.open.containsKey(resource);
			this.open.remove(resource);
			return known;
		}
		finally {
			this.mutex.unlock();
		}
	}

	// The events of the test of the calling thread, or all of them.
	List<LockEvent> events() {
		Run run = this.ofThread.get();
		this.mutex.lock();
		try {
			return this.events.since((run != null) ? run.since : 0);
		}
		finally {
			this.mutex.unlock();
		}
	}

	private static final class Run {

		// A thread pool may run a test on a thread that already runs one.
		private final @Nullable Run outer;

		private long since;

		Run(@Nullable Run outer, long since) {
			this.outer = outer;
			this.since = since;
		}

	}

}
