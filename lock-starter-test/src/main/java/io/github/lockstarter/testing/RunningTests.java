package io.github.lockstarter.testing;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * Which test has opened what, where several run at once on one application context. The
 * end of a test closes what its own thread has opened. What another thread has opened is
 * of no test, because nothing says of which, and is closed when none runs any more.
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

	/**
	 * A test begins on the calling thread.
	 */
	void begin() {
		this.mutex.lock();
		try {
			// what happened before is of the first one, as that of a start
			Run run = new Run(this.ofThread.get(), this.running.isEmpty() ? 0 : this.events.next());
			this.running.add(run);
			this.ofThread.set(run);
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * The test of the calling thread ends. Where none has begun this is a {@link #reset}.
	 */
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

	/**
	 * Closes what the test of the calling thread has opened, and forgets the events until
	 * now. Everything, where that is no test or no other one runs.
	 */
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

	/**
	 * A resource is closed.
	 * @return whether it was open
	 */
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

	/**
	 * The events of the test of the calling thread; all that are kept, where that is
	 * none.
	 */
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

	/**
	 * A test that runs.
	 */
	private static final class Run {

		// A pool that helps out may run a test on a thread that is in one.
		private final @Nullable Run outer;

		private long since;

		Run(@Nullable Run outer, long since) {
			this.outer = outer;
			this.since = since;
		}

	}

}
