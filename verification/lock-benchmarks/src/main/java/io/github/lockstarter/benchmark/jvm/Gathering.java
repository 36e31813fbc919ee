package io.github.lockstarter.benchmark.jvm;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

import io.github.lockstarter.benchmark.contender.Contender;

/**
 * Threads that wait for a lock which they may have together. Each notes when it came in,
 * and stays until all of this JVM are inside. The monotonic clock is that of the machine,
 * so all JVMs read the same.
 */
final class Gathering {

	private final long[] entered;

	private final CountDownLatch inside;

	private final CountDownLatch left;

	private Gathering(int threads) {
		this.entered = new long[threads];
		this.inside = new CountDownLatch(threads);
		this.left = new CountDownLatch(threads);
	}

	static Gathering start(Contender contender, String name, int threads) {
		Gathering gathering = new Gathering(threads);
		for (int i = 0; i < threads; i++) {
			int number = i;
			Thread thread = new Thread(() -> {
				contender.locked(name, () -> gathering.enter(number));
				gathering.left.countDown();
			});
			thread.setDaemon(true);
			thread.setUncaughtExceptionHandler((failed, ex) -> {
				ex.printStackTrace();
				Runtime.getRuntime().halt(1); // who waits for it would wait for ever
			});
			thread.start();
		}
		return gathering;
	}

	private void enter(int number) {
		this.entered[number] = System.nanoTime();
		this.inside.countDown();
		try {
			this.inside.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Waits until all have left.
	 * @return when each came in, in nanoseconds
	 */
	String entries() throws InterruptedException {
		this.left.await();
		return Arrays.stream(this.entered).mapToObj(Long::toString).collect(Collectors.joining(" "));
	}

}
