package io.github.lockstarter.proof.workload;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.workload.LockUnderTest.Held;
import io.github.lockstarter.proof.workload.LockUnderTest.RefusedException;

/**
 * One thread of a client: takes locks, writes to the resource, gives them back, and
 * writes down each step. Times of entry are taken before the lease says that it is held,
 * times of loss after it has said so: an overlap in the history was one in reality.
 */
final class Worker implements Runnable {

	private final String name;

	private final LockUnderTest locks;

	private final RequestMix mix;

	private final Resource resource;

	private final HistoryWriter history;

	private final AtomicLong operations;

	private final BooleanSupplier running;

	Worker(String name, LockUnderTest locks, RequestMix mix, Resource resource, HistoryWriter history,
			AtomicLong operations, BooleanSupplier running) {
		this.name = name;
		this.locks = locks;
		this.mix = mix;
		this.resource = resource;
		this.history = history;
		this.operations = operations;
		this.running = running;
	}

	@Override
	public void run() {
		for (long count = 0; this.running.getAsBoolean(); count++) {
			operate(this.name + "-" + count, this.mix.next());
			this.operations.incrementAndGet();
		}
	}

	private void operate(String id, Request request) {
		write('S', id, request.lock(), request.waitMillis(), request.leaseMillis(), request.minHoldMillis(),
				request.fair() ? "fair" : "plain");
		Held held;
		try {
			held = this.locks.acquire(request);
		}
		catch (RefusedException ex) {
			write('N', id, String.valueOf(ex.getMessage()));
			// an outage answers at once: do not fill the history with it
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
			return;
		}
		if (held == null) {
			write('N', id, "HELD");
			return;
		}
		hold(id, request, held);
	}

	private void hold(String id, Request request, Held held) {
		long now = System.nanoTime();
		long left = held.remainingNanos();
		if (left > 0) {
			this.history.write('E', now, id, held.token(), now + left);
			work(id, request, held);
			now = System.nanoTime();
			left = held.remainingNanos();
			if (left > 0) {
				this.history.write('H', now, id, now + left);
			}
			else {
				write('L', id);
			}
			write('X', id);
		}
		boolean kept = held.close();
		write('R', id, kept ? "OK" : "LOST");
	}

	private void work(String id, Request request, Held held) {
		long read = request.writes() ? this.resource.read(request.lock(), held.token()) : -1;
		if (request.bodyMillis() > 0) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(request.bodyMillis()));
		}
		if (read >= 0) {
			long written = this.resource.write(request.lock(), held.token(), read + 1);
			write('F', id, held.token(), read, written);
		}
	}

	private void write(char kind, Object... words) {
		this.history.write(kind, System.nanoTime(), words);
	}

}
