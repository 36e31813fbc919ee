package io.github.lockstarter.simulation.scale;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;
import java.util.Locale;

/**
 * What a simulation itself takes: processor time of this thread, and memory.
 */
final class ScaleCost {

	private static final long MEGABYTE = 1L << 20;

	private final long begin = cpuNanos();

	ScaleCost() {
		heap().forEach(MemoryPoolMXBean::resetPeakUsage);
	}

	private static List<MemoryPoolMXBean> heap() {
		return ManagementFactory.getMemoryPoolMXBeans()
			.stream()
			.filter((pool) -> pool.getType() == MemoryType.HEAP)
			.toList();
	}

	private static long cpuNanos() {
		return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
	}

	@Override
	public String toString() {
		long bytes = heap().stream().mapToLong((pool) -> pool.getPeakUsage().getUsed()).sum();
		return String.format(Locale.ROOT, "cpu=%.1fs heap=%dMB", (cpuNanos() - this.begin) / 1e9, bytes / MEGABYTE);
	}

}
