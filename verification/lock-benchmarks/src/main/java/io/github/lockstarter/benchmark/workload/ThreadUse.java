package io.github.lockstarter.benchmark.workload;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import com.sun.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

/**
 * What the threads of this JVM have allocated, and how often they have gone to sleep and
 * were woken. A calling thread adds its own when it ends, because nobody can ask
 * afterwards.
 */
final class ThreadUse {

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	// Linux only: elsewhere nothing is counted.
	private static final Path TASKS = Path.of("/proc/self/task");

	private static final String WAKE_UPS = "voluntary_ctxt_switches:";

	private final double bytes;

	private final double wakeUps;

	private volatile double callerBytes;

	private volatile double callerWakeUps;

	private ThreadUse(double bytes, double wakeUps) {
		this.bytes = bytes;
		this.wakeUps = wakeUps;
	}

	/**
	 * What the living threads have used so far, but for this one: it only measures.
	 */
	static ThreadUse now() {
		long[] others = Arrays.stream(THREADS.getAllThreadIds())
			.filter((id) -> id != Thread.currentThread().getId())
			.toArray();
		return new ThreadUse(Arrays.stream(THREADS.getThreadAllocatedBytes(others)).filter((bytes) -> bytes > 0).sum(),
				wakeUpsOfAll());
	}

	/**
	 * A thread that is the caller.
	 */
	Thread caller(@Nullable Runnable work) {
		return new Thread(() -> {
			double bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
			double wakeUpsBefore = wakeUps(Path.of("/proc/thread-self"));
			if (work != null) {
				work.run();
			}
			this.callerBytes = THREADS.getCurrentThreadAllocatedBytes() - bytesBefore;
			this.callerWakeUps = wakeUps(Path.of("/proc/thread-self")) - wakeUpsBefore;
		});
	}

	ThreadUse since(ThreadUse earlier) {
		ThreadUse difference = new ThreadUse(this.bytes - earlier.bytes, this.wakeUps - earlier.wakeUps);
		difference.callerBytes = earlier.callerBytes;
		difference.callerWakeUps = earlier.callerWakeUps;
		return difference;
	}

	double bytesOfCaller() {
		return this.callerBytes;
	}

	double bytesOfAll() {
		return this.bytes + this.callerBytes;
	}

	/**
	 * How often any of the threads was woken, zero where that is not counted.
	 */
	double wakeUpsOfThreads() {
		return this.wakeUps + this.callerWakeUps;
	}

	private static double wakeUpsOfAll() {
		if (!Files.isDirectory(TASKS)) {
			return 0;
		}
		try (Stream<Path> tasks = Files.list(TASKS)) {
			return tasks.mapToDouble(ThreadUse::wakeUps).sum();
		}
		catch (IOException ex) {
			return 0;
		}
	}

	private static double wakeUps(Path task) {
		try {
			List<String> lines = Files.readAllLines(task.resolve("status"));
			return lines.stream()
				.filter((line) -> line.startsWith(WAKE_UPS))
				.mapToDouble((line) -> Double.parseDouble(line.substring(WAKE_UPS.length()).strip()))
				.sum();
		}
		catch (IOException ex) {
			return 0; // the thread has ended, or this is no Linux
		}
	}

}
