package io.github.lockstarter.proof.workload;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

import com.sun.management.OperatingSystemMXBean;

import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.history.Usage;

/**
 * Writes down what this process has cost: its time on the processors, its threads.
 */
final class Expenses {

	private static final long PAUSE_MILLIS = 250;

	private Expenses() {
	}

	static void start(HistoryWriter history) {
		OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
		ThreadMXBean threads = ManagementFactory.getThreadMXBean();
		Thread thread = new Thread(() -> {
			try {
				while (history.isOpen()) {
					long now = System.nanoTime();
					history.write('U', now, Usage.Kind.PROCESSOR, system.getProcessCpuTime() / 1_000_000);
					history.write('U', now, Usage.Kind.THREADS, threads.getThreadCount());
					Thread.sleep(PAUSE_MILLIS);
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}, "proof-expenses");
		thread.setDaemon(true);
		thread.start();
	}

}
