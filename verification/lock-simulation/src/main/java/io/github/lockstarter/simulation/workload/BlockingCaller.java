package io.github.lockstarter.simulation.workload;

import java.time.Duration;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.LockUpgradeException;
import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.proof.workload.ThrowingCode.SeededError;
import io.github.lockstarter.simulation.client.Instance;
import io.github.lockstarter.simulation.world.Chance;
import io.github.lockstarter.simulation.world.SimulatedThread;
import io.github.lockstarter.simulation.world.World;

/**
 * A caller whose thread waits. It does what a {@link Caller} does; besides it is
 * interrupted now and then, and takes a lock once more that it holds. What no history
 * tells it judges itself: a lock that is taken once more is the same one, and an
 * interrupt is never forgotten.
 */
final class BlockingCaller {

	private static final long MILLI = 1_000_000;

	// Of the calls, one in so many.
	private static final int INTERRUPTED = 8;

	private static final int EXECUTED = 4;

	private static final int ENTERED_AGAIN = 5;

	private final Callers all;

	private final Instance instance;

	private final String name;

	private final HistoryLog history;

	private final SimulatedThread thread;

	private boolean interrupted;

	/**
	 * Creates the caller.
	 * @param all what it has in common with all callers
	 * @param instance whose locks it takes
	 * @param name its name
	 * @param history where its steps are written
	 */
	BlockingCaller(Callers all, Instance instance, String name, HistoryLog history) {
		this.all = all;
		this.instance = instance;
		this.name = name;
		this.history = history;
		this.thread = new SimulatedThread(instance.process(), this::run);
	}

	/**
	 * Begins, when its instance has its first connections: who comes before waits for
	 * them, which is the store's matter.
	 */
	void begin() {
		this.thread.start(Callers.BEGIN_NANOS);
	}

	private void run() {
		Chance chance = this.all.chance();
		for (long count = 0;; count++) {
			this.thread.sleep(this.all.pauseNanos());
			if (!this.all.goOn()) {
				return;
			}
			String id = this.name + "-" + count;
			Wish wish = this.all.wish();
			Call call = this.all.begin(this.instance, this.history, wish, id);
			World.@Nullable Event interrupt = chance.oneIn(INTERRUPTED) ? interruptLater(chance, wish, call) : null;
			if (chance.oneIn(EXECUTED)) {
				execute(wish, call);
			}
			else {
				acquire(wish, call);
			}
			if (interrupt != null) {
				interrupt.cancel();
			}
			endInterrupt(id);
		}
	}

	/**
	 * Most wait for a moment, a few for long.
	 */
	private World.Event interruptLater(Chance chance, Wish wish, Call call) {
		long nanos = chance.below((chance.oneIn(2) ? 10 : wish.waitMillis() + 10) * MILLI);
		return this.instance.process().after(nanos, () -> {
			call.interrupted();
			this.interrupted = true;
			this.thread.interrupt();
		});
	}

	private void endInterrupt(String id) {
		boolean known = Thread.interrupted();
		if (known != this.interrupted) {
			throw new IllegalStateException(
					id + (known ? " was interrupted by nobody" : " has forgotten that it was interrupted"));
		}
		this.interrupted = false;
	}

	private void acquire(Wish wish, Call call) {
		Optional<Lease> lease;
		try {
			lease = this.instance.blocking().tryAcquire(wish.request());
		}
		catch (LockException | SeededError ex) {
			call.refused(ex);
			return;
		}
		if (lease.isEmpty()) {
			call.held();
			return;
		}
		hold(wish, call, lease.get());
		try {
			lease.get().close();
			call.ends(true);
		}
		catch (LockLostException | SeededError ex) {
			call.ends(false);
		}
	}

	private void execute(Wish wish, Call call) {
		try {
			this.instance.blocking().execute(wish.request(), (lease) -> {
				hold(wish, call, lease);
				return true;
			});
			call.ends(true);
		}
		catch (LockNotAcquiredException ex) {
			call.held();
		}
		catch (LockException | SeededError ex) {
			if (call.hasLocks()) {
				call.ends(false);
			}
			else {
				call.refused(ex);
			}
		}
	}

	private void hold(Wish wish, Call call, Lease lease) {
		if (!call.enters(lease)) {
			return;
		}
		Chance chance = this.all.chance();
		// a fixed lease is not made longer here: the one that enters it would ask for
		// that
		if (wish.leaseMillis() == 0 && chance.oneIn(ENTERED_AGAIN)) {
			enterAgain(wish, lease.on(wish.locks().get((int) chance.below(wish.locks().size()))).orElseThrow());
		}
		long left = wish.bodyMillis();
		do {
			call.works();
			long step = Math.min(left, this.all.stepMillis());
			this.thread.sleep(step * MILLI);
			left -= step;
		}
		while (left > 0);
		call.leaves();
	}

	private void enterAgain(Wish wish, Lease outer) {
		Chance chance = this.all.chance();
		LockRequest request = LockRequest.of(outer.name())
			.waitTime(Duration.ofMillis(chance.oneIn(2) ? 0 : chance.below(500)))
			.fair(chance.oneIn(4));
		if (wish.isShared() && chance.oneIn(3)) {
			askForMore(request, outer);
			return;
		}
		request = wish.inItsWay(request);
		try (Lease inner = this.instance.blocking().acquire(request)) {
			if (inner.fencingToken() != outer.fencingToken()) {
				throw new IllegalStateException(this.name + " has taken " + inner + " under " + outer);
			}
			this.thread.sleep(chance.below(2 * MILLI));
		}
		catch (LockUnavailableException ex) {
			// what is left was too short, and nobody knows whether it is longer now
		}
		catch (LockException ex) {
			if (!(ex instanceof LockLostException) || outer.isHeld()) {
				throw new IllegalStateException(this.name + " did not enter " + outer + " again", ex);
			}
		}
	}

	/**
	 * Who shares a lock and wants it alone would wait for itself, so it is told at once.
	 */
	private void askForMore(LockRequest request, Lease outer) {
		long begin = this.instance.process().world().now();
		try (Lease inner = this.instance.blocking().acquire(request)) {
			throw new IllegalStateException(this.name + " has taken " + inner + " alone under its share " + outer);
		}
		catch (LockUpgradeException ex) {
			if (this.instance.process().world().now() != begin) {
				throw new IllegalStateException(this.name + " has waited for itself under " + outer, ex);
			}
		}
		catch (LockLostException ex) {
			if (outer.isHeld()) {
				throw new IllegalStateException(this.name + " was told that it has lost " + outer, ex);
			}
		}
	}

}
