package io.github.lockstarter.benchmark.jvm;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.benchmark.contender.Contender;

/**
 * Threads that take and release a lock as often as they can.
 */
public final class Load {

	private final Contender contender;

	private final ThreadFactory threads;

	private final long workNanos;

	private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

	/**
	 * Prepares a load.
	 * @param contender the lock
	 * @param threads makes the threads
	 */
	public Load(Contender contender, ThreadFactory threads) {
		this(contender, threads, 0);
	}

	/**
	 * Prepares a load whose threads stay inside for a while.
	 * @param contender the lock
	 * @param threads makes the threads
	 * @param workNanos for how long each time, in nanoseconds
	 */
	public Load(Contender contender, ThreadFactory threads, long workNanos) {
		this.contender = contender;
		this.threads = threads;
		this.workNanos = workNanos;
	}

	/**
	 * Runs the load and returns when all threads have ended.
	 * @param count the number of threads
	 * @param names the lock name of a thread's next pair
	 * @param seconds for how long
	 * @return what came of it
	 * @throws InterruptedException if the caller is interrupted
	 */
	public LoadResult run(int count, IntFunction<NameSource> names, double seconds) throws InterruptedException {
		CountDownLatch start = new CountDownLatch(1);
		long nanos = (long) (seconds * 1e9);
		Thread[] all = new Thread[count];
		Histogram[] histograms = new Histogram[count];
		for (int i = 0; i < count; i++) {
			Histogram histogram = new Histogram(2);
			NameSource source = names.apply(i);
			histograms[i] = histogram;
			all[i] = this.threads.newThread(() -> {
				try {
					start.await();
					repeat(source, System.nanoTime() + nanos, histogram);
				}
				catch (Throwable ex) {
					this.failure.compareAndSet(null, ex);
				}
			});
			all[i].start();
		}
		long begin = System.nanoTime();
		start.countDown();
		for (Thread thread : all) {
			thread.join();
		}
		double elapsed = (System.nanoTime() - begin) / 1e9;
		if (this.failure.get() != null) {
			throw new IllegalStateException("The load failed", this.failure.get());
		}
		return LoadResult.of(histograms, elapsed);
	}

	private void repeat(NameSource names, long end, Histogram histogram) {
		for (long now = System.nanoTime(); now - end < 0;) {
			this.contender.locked(names.next(), this::work);
			long after = System.nanoTime();
			histogram.recordValue(after - now);
			now = after;
		}
	}

	private void work() {
		if (this.workNanos > 0) {
			LockSupport.parkNanos(this.workNanos);
		}
	}

	/**
	 * The name of a thread's next lock.
	 */
	@FunctionalInterface
	public interface NameSource {

		/**
		 * Says which lock is next.
		 * @return the lock name
		 */
		String next();

	}

}
