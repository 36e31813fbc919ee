package io.github.lockstarter.simulation.workload;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.simulation.client.Instance;
import io.github.lockstarter.simulation.world.Chance;
import io.github.lockstarter.simulation.world.World;

/**
 * One caller in an instance, again and again: it takes a lock, writes to what the lock
 * protects, gives the lock back, and writes down each step.
 */
public final class Caller {

	private static final long MILLI = 1_000_000;

	private final World world;

	private final Instance instance;

	private final String name;

	private final int locks;

	private final long leaseMillis;

	private final Resource resource;

	private final HistoryLog history;

	private final BooleanSupplier goesOn;

	private long count;

	/**
	 * Creates the caller.
	 * @param world where it is
	 * @param instance whose locks it takes
	 * @param name its name
	 * @param locks how many locks there are
	 * @param leaseMillis the lease of its instance
	 * @param resource what the locks protect
	 * @param history where its steps are written
	 * @param goesOn whether it is to begin once more
	 */
	public Caller(World world, Instance instance, String name, int locks, long leaseMillis, Resource resource,
			HistoryLog history, BooleanSupplier goesOn) {
		this.world = world;
		this.instance = instance;
		this.name = name;
		this.locks = locks;
		this.leaseMillis = leaseMillis;
		this.resource = resource;
		this.history = history;
		this.goesOn = goesOn;
	}

	/**
	 * How often it has asked for a lock.
	 * @return the number
	 */
	public long count() {
		return this.count;
	}

	/**
	 * Begins, when its instance has its first connections: who comes before waits for
	 * them, which is the store's matter.
	 */
	public void begin() {
		this.instance.process().after(50 * MILLI, this::rest);
	}

	private void rest() {
		Chance chance = this.world.chance();
		long pause = chance.oneIn(6) ? chance.below(400 * MILLI) : chance.below(4 * MILLI);
		this.instance.process().after(pause, this::call);
	}

	private void call() {
		if (!this.goesOn.getAsBoolean()) {
			return;
		}
		String id = this.name + "-" + this.count++;
		Wish wish = Wish.of(this.world.chance(), this.locks, this.leaseMillis);
		write('S', id, wish.lock(), wish.waitMillis(), wish.leaseMillis(), wish.minHoldMillis(),
				wish.fair() ? "fair" : "plain");
		CompletableFuture<Optional<AsyncLease>> asked = this.instance.locks().tryAcquire(wish.request());
		asked.whenComplete((lease, failure) -> {
			if (failure != null) {
				write('N', id, reason(failure));
				rest();
			}
			else if (lease.isEmpty()) {
				write('N', id, "HELD");
				rest();
			}
			else {
				enter(id, wish, lease.get());
			}
		});
	}

	private static String reason(Throwable failure) {
		if (failure instanceof LockUnavailableException) {
			return "UNAVAILABLE";
		}
		return (failure instanceof LockInterruptedException) ? "INTERRUPTED" : failure.getClass().getSimpleName();
	}

	private void enter(String id, Wish wish, AsyncLease lease) {
		Lease held = lease.asLease();
		write('B', id, held.isHeld() ? "HELD" : "LOST");
		held.onLost(() -> write('L', id));
		long left = left(held);
		if (left <= 0) {
			leave(id, lease);
			return;
		}
		long token = held.fencingToken();
		write('E', id, token, this.world.now() + left);
		long read = wish.writes() ? this.resource.read(wish.lock(), token) : -1;
		work(id, held, wish.bodyMillis(), () -> {
			if (read >= 0) {
				write('F', id, token, read, this.resource.write(wish.lock(), token, read + 1));
			}
			if (!isTold(id, held)) {
				write('L', id);
			}
			write('X', id);
			leave(id, lease);
		});
	}

	/**
	 * Works, and tells now and then for how long it holds the lock: it may die.
	 */
	private void work(String id, Lease held, long millis, Runnable end) {
		long step = Math.min(millis, this.leaseMillis / 3);
		this.instance.process().after(step * MILLI, () -> {
			if (step < millis) {
				isTold(id, held);
				work(id, held, millis - step, end);
			}
			else {
				end.run();
			}
		});
	}

	private boolean isTold(String id, Lease held) {
		long left = left(held);
		if (left > 0) {
			write('H', id, this.world.now() + left);
		}
		return left > 0;
	}

	private void leave(String id, AsyncLease lease) {
		lease.close().whenComplete((done, failure) -> {
			write('R', id, (failure != null) ? "LOST" : "OK");
			rest();
		});
	}

	/**
	 * For how long it may believe to hold it, by the time of the world.
	 */
	private long left(Lease held) {
		return this.instance.process().inWorld(held.remaining().toNanos());
	}

	private void write(char kind, Object... words) {
		this.history.write(kind, this.world.now(), words);
	}

	/**
	 * What a caller asks for.
	 */
	private record Wish(String lock, long waitMillis, long leaseMillis, long minHoldMillis, boolean fair,
			long bodyMillis, boolean writes) {

		static Wish of(Chance chance, int locks, long lease) {
			String lock = "proof:" + chance.below(locks);
			boolean fair = chance.oneIn(4);
			boolean writes = !chance.oneIn(3);
			long body = chance.oneIn(20) ? chance.between(1, 4) : 0;
			long wait = chance.between(300, 6_300);
			long kind = chance.below(1_000);
			if (kind < 15) {
				// a fixed lease that may be over before the body is
				long fixed = chance.between(40, 120);
				return new Wish(lock, wait, fixed, 0, fair, fixed + chance.below(60), writes);
			}
			if (kind < 40) {
				// a body that needs renewals
				return new Wish(lock, wait, 0, 0, fair, lease / 3 + chance.below(2 * lease), writes);
			}
			if (kind < 170) {
				return new Wish(lock, wait, chance.between(200, 1_100), 0, fair, body, writes);
			}
			if (kind < 200) {
				return new Wish(lock, wait, 0, chance.between(30, 90), fair, 0, writes);
			}
			if (kind < 250) {
				return new Wish(lock, 0, 0, 0, fair, body, writes);
			}
			if (kind < 350) {
				return new Wish(lock, chance.between(1, 40), 0, 0, fair, body, writes);
			}
			return new Wish(lock, wait, 0, 0, fair, body, writes);
		}

		LockRequest request() {
			LockRequest request = LockRequest.of(this.lock)
				.waitTime(Duration.ofMillis(this.waitMillis))
				.minHold(Duration.ofMillis(this.minHoldMillis))
				.fair(this.fair);
			return (this.leaseMillis > 0) ? request.leaseTime(Duration.ofMillis(this.leaseMillis)) : request;
		}

	}

}
