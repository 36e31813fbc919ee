package io.github.lockstarter.proof.workload;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.workload.LockUnderTest.Held;
import io.github.lockstarter.proof.workload.LockUnderTest.Part;
import io.github.lockstarter.proof.workload.LockUnderTest.RefusedException;
import io.github.lockstarter.proof.workload.Request.Access;
import io.github.lockstarter.proof.workload.Request.OnLoss;

/**
 * One thread of a client: takes locks, writes to the resource, gives them back, and
 * writes down each step. Times of entry are taken before the lease says that it is held,
 * times of loss after it has said so: an overlap in the history was one in reality.
 */
final class Worker implements Runnable {

	// A long body ends with the run.
	private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

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
			String id = this.name + "-" + count;
			Request request = this.mix.next();
			this.locks.run(request.face(), () -> {
				// it may have waited for the one thread for long
				if (this.running.getAsBoolean()) {
					operate(id, request);
				}
			});
			this.operations.incrementAndGet();
		}
	}

	private void operate(String id, Request request) {
		List<String> ids = ids(id, request);
		for (int i = 0; i < ids.size(); i++) {
			write('S', ids.get(i), request.locks().get(i), request.waitMillis(), request.leaseMillis(),
					request.minHoldMillis(), request.order().word() + ((ids.size() > 1) ? " several" : "")
							+ (request.isShared() ? " limit=" + request.limit() : ""));
		}
		Held held;
		try {
			held = this.locks.acquire(request);
		}
		catch (RefusedException ex) {
			ids.forEach((each) -> write('N', each, String.valueOf(ex.getMessage())));
			// an outage answers at once: do not fill the history with it
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
			return;
		}
		if (held == null) {
			ids.forEach((each) -> write('N', each, "HELD"));
			return;
		}
		hold(ids, request, held);
	}

	private static List<String> ids(String id, Request request) {
		int count = request.locks().size();
		return (count == 1) ? List.of(id) : IntStream.range(0, count).mapToObj((i) -> id + "/" + i).toList();
	}

	private void hold(List<String> ids, Request request, Held held) {
		List<? extends Part> parts = held.parts();
		for (int i = 0; i < ids.size(); i++) {
			String id = ids.get(i);
			write('B', id, parts.get(i).wasHeldAtBegin() ? "HELD" : "LOST");
			parts.get(i).onLost(() -> write('L', id));
		}
		if (enter(ids, parts)) {
			work(ids, request, parts);
			for (int i = 0; i < ids.size(); i++) {
				long now = System.nanoTime();
				long left = parts.get(i).remainingNanos();
				if (left > 0) {
					this.history.write('H', now, ids.get(i), now + left);
				}
				else {
					write('L', ids.get(i));
				}
			}
			ids.forEach((id) -> write('X', id));
		}
		boolean kept = held.close();
		ids.forEach((id) -> write('R', id, kept ? "OK" : "LOST"));
	}

	private boolean enter(List<String> ids, List<? extends Part> parts) {
		long[] times = new long[ids.size()];
		long[] left = new long[ids.size()];
		for (int i = 0; i < times.length; i++) {
			times[i] = System.nanoTime();
			left[i] = parts.get(i).remainingNanos();
			if (left[i] <= 0) {
				return false;
			}
		}
		for (int i = 0; i < times.length; i++) {
			this.history.write('E', times[i], ids.get(i), parts.get(i).token(), times[i] + left[i]);
		}
		return true;
	}

	private void work(List<String> ids, Request request, List<? extends Part> parts) {
		boolean writes = request.body().access() == Access.WRITE;
		boolean looks = request.body().access() == Access.READ;
		if (looks) {
			look(ids, request, parts);
		}
		long[] read = new long[ids.size()];
		for (int i = 0; i < read.length; i++) {
			read[i] = writes ? this.resource.read(request.locks().get(i), parts.get(i).token()) : -1;
		}
		long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(request.body().millis());
		for (long left = end - System.nanoTime(); left > 0 && goesOn(request, parts); left = end - System.nanoTime()) {
			LockSupport.parkNanos(Math.min(left, LOOK_NANOS));
		}
		for (int i = 0; i < read.length; i++) {
			if (read[i] >= 0) {
				long token = parts.get(i).token();
				long written = this.resource.write(request.locks().get(i), token, read[i] + 1);
				write('F', ids.get(i), token, read[i], written);
			}
		}
		if (looks) {
			look(ids, request, parts);
		}
	}

	private void look(List<String> ids, Request request, List<? extends Part> parts) {
		for (int i = 0; i < ids.size(); i++) {
			write('f', ids.get(i), this.resource.look(request.locks().get(i), parts.get(i).token()));
		}
	}

	private boolean goesOn(Request request, List<? extends Part> parts) {
		return this.running.getAsBoolean() && (request.body().loss() == OnLoss.GOES_ON
				|| parts.stream().allMatch((part) -> part.remainingNanos() > 0));
	}

	private void write(char kind, Object... words) {
		this.history.write(kind, System.nanoTime(), words);
	}

}
