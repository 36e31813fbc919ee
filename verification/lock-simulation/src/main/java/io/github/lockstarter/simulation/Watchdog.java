package io.github.lockstarter.simulation;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Notices a seed that does not end: somebody in its world goes round for ever, so that
 * its time never comes to the end. It looks at real time, and waits far longer than a
 * seed takes on a busy machine.
 */
final class Watchdog {

	private static final int FRAMES = 40;

	private static final int LOOKS = 20;

	private final long limitNanos;

	private final BiConsumer<Seed, String> bite;

	private volatile @Nullable Seed running;

	/**
	 * Creates it.
	 * @param limitNanos how long a seed may take, in real nanoseconds
	 * @param bite gets the seed that takes longer, and what its threads do; on a thread
	 * of the watchdog, and once
	 */
	Watchdog(long limitNanos, BiConsumer<Seed, String> bite) {
		this.limitNanos = limitNanos;
		this.bite = bite;
	}

	/**
	 * Begins to look, on a thread that keeps no JVM alive.
	 */
	void start() {
		Thread thread = new Thread(this::watch, "watchdog");
		thread.setDaemon(true);
		thread.start();
	}

	private void watch() {
		try {
			while (!look(System.nanoTime())) {
				TimeUnit.NANOSECONDS.sleep(this.limitNanos / LOOKS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * A seed begins.
	 * @param number its number
	 * @param level how much is simulated
	 * @param now real time, in nanoseconds
	 */
	void begins(long number, Level level, long now) {
		this.running = new Seed(number, level, now);
	}

	/**
	 * The seed has ended.
	 */
	void ended() {
		this.running = null;
	}

	/**
	 * Looks once.
	 * @param now real time, in nanoseconds
	 * @return whether a seed takes longer than it may
	 */
	boolean look(long now) {
		Seed seed = this.running;
		if (seed == null || now - seed.beginNanos() <= this.limitNanos) {
			return false;
		}
		this.bite.accept(seed, threads());
		return true;
	}

	private static String threads() {
		return Thread.getAllStackTraces()
			.entrySet()
			.stream()
			.filter((one) -> !one.getKey().isDaemon() || one.getKey().getName().startsWith("simulated-"))
			.map(Watchdog::told)
			.collect(Collectors.joining(System.lineSeparator()));
	}

	private static String told(Map.Entry<Thread, StackTraceElement[]> one) {
		return one.getKey().getName() + " " + one.getKey().getState()
				+ Arrays.stream(one.getValue())
					.limit(FRAMES)
					.map((frame) -> System.lineSeparator() + "\tat " + frame)
					.collect(Collectors.joining());
	}

	/**
	 * A seed that runs.
	 *
	 * @param number its number
	 * @param level how much is simulated
	 * @param beginNanos when it began, in real time
	 */
	record Seed(long number, Level level, long beginNanos) {

	}

}
