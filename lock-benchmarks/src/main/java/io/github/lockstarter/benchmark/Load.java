package io.github.lockstarter.benchmark;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;

import org.jspecify.annotations.Nullable;

/**
 * Threads that take and release a lock as often as they can.
 */
final class Load {

	private Load() {
	}

	/**
	 * Runs the load.
	 * @param names the lock name of each thread
	 * @return pairs of acquire and release per second
	 */
	static double pairsPerSecond(Contender contender, int threads, IntFunction<String> names, double seconds)
			throws InterruptedException {
		LongAdder pairs = new LongAdder();
		CountDownLatch ready = new CountDownLatch(threads);
		CountDownLatch start = new CountDownLatch(1);
		AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
		long nanos = (long) (seconds * 1e9);
		Thread[] all = new Thread[threads];
		for (int i = 0; i < threads; i++) {
			String name = names.apply(i);
			all[i] = new Thread(() -> {
				try {
					contender.locked(name, () -> {
					});
					ready.countDown();
					start.await();
					long end = System.nanoTime() + nanos;
					while (System.nanoTime() - end < 0) {
						contender.locked(name, () -> {
						});
						pairs.increment();
					}
				}
				catch (Throwable ex) {
					failure.set(ex);
					ready.countDown();
				}
			});
			all[i].start();
		}
		ready.await();
		long begin = System.nanoTime();
		start.countDown();
		for (Thread thread : all) {
			thread.join();
		}
		if (failure.get() != null) {
			throw new IllegalStateException(failure.get());
		}
		return pairs.sum() * 1e9 / (System.nanoTime() - begin);
	}

}
