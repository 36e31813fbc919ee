package io.github.lockstarter.benchmark.workload;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

import com.sun.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes the threads of this JVM have allocated. A calling thread adds its own
 * when it ends, because nobody can ask afterwards.
 */
final class Allocation {

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private final double others;

	private volatile double caller;

	private Allocation(double others, double caller) {
		this.others = others;
		this.caller = caller;
	}

	/**
	 * What the living threads have allocated.
	 */
	static Allocation now() {
		return new Allocation(Arrays.stream(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
			.filter((bytes) -> bytes > 0)
			.sum(), 0);
	}

	/**
	 * A thread whose allocations are those of the caller.
	 */
	Thread caller(@Nullable Runnable work) {
		return new Thread(() -> {
			long before = THREADS.getCurrentThreadAllocatedBytes();
			if (work != null) {
				work.run();
			}
			this.caller = THREADS.getCurrentThreadAllocatedBytes() - before;
		});
	}

	Allocation since(Allocation earlier) {
		return new Allocation(this.others - earlier.others, earlier.caller);
	}

	double byCaller() {
		return this.caller;
	}

	double byAll() {
		return this.others + this.caller;
	}

}
