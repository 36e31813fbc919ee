package io.github.lockstarter.simulation.workload;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.proof.workload.Request;
import io.github.lockstarter.proof.workload.RequestMix;
import io.github.lockstarter.simulation.client.Instance;
import io.github.lockstarter.simulation.world.SimulatedThread;

/**
 * One thread of a client of the campaign, in virtual time: the same requests, the same
 * steps, and nothing between two calls.
 */
public final class CampaignCaller {

	private static final long MILLI = 1_000_000;

	// A long body ends with the run.
	private static final long LOOK_NANOS = 100 * MILLI;

	// An outage answers at once: the history is not filled with it.
	private static final long AFTER_A_REFUSAL_NANOS = 20 * MILLI;

	private final String name;

	private final Instance instance;

	private final RequestMix mix;

	private final Resource resource;

	private final Pace pace;

	private final HistoryLog history;

	private final BooleanSupplier goOn;

	private final SimulatedThread thread;

	/**
	 * Creates the caller.
	 * @param name its name
	 * @param instance whose locks it takes
	 * @param mix what it asks for
	 * @param resource what the locks protect
	 * @param pace how long its own steps take
	 * @param history where its steps are written
	 * @param goOn whether it is to begin once more
	 */
	public CampaignCaller(String name, Instance instance, RequestMix mix, Resource resource, Pace pace,
			HistoryLog history, BooleanSupplier goOn) {
		this.name = name;
		this.instance = instance;
		this.mix = mix;
		this.resource = resource;
		this.pace = pace;
		this.history = history;
		this.goOn = goOn;
		this.thread = new SimulatedThread(instance.process(), this::run);
	}

	/**
	 * Begins.
	 * @param nanos how long from now
	 */
	public void begin(long nanos) {
		this.thread.start(nanos);
	}

	private void run() {
		for (long count = 0; this.goOn.getAsBoolean(); count++) {
			Request request = this.mix.next();
			Wish wish = Wish.of(request);
			operate(request, wish, new Call(this.instance, this.resource, this.history, wish, this.name + "-" + count));
			this.thread.sleep(this.pace.between().getAsLong());
		}
	}

	private void operate(Request request, Wish wish, Call call) {
		Optional<Lease> lease;
		try {
			lease = this.instance.blocking().tryAcquire(wish.request());
		}
		catch (LockException ex) {
			call.refused(ex);
			this.thread.sleep(AFTER_A_REFUSAL_NANOS);
			return;
		}
		if (lease.isEmpty()) {
			call.held();
			return;
		}
		if (call.enters(lease.get())) {
			work(request, wish, lease.get());
			call.leaves();
		}
		try {
			lease.get().close();
			call.ends(true);
		}
		catch (LockLostException ex) {
			call.ends(false);
		}
	}

	/**
	 * Reads from what the lock protects, works, and writes.
	 */
	private void work(Request request, Wish wish, Lease lease) {
		if (wish.writes()) {
			this.thread.sleep(this.pace.access().getAsLong());
		}
		for (long left = wish.bodyMillis() * MILLI; left > 0 && goesOn(request, lease); left -= LOOK_NANOS) {
			this.thread.sleep(Math.min(left, LOOK_NANOS));
		}
		if (wish.writes()) {
			this.thread.sleep(this.pace.access().getAsLong());
		}
	}

	private boolean goesOn(Request request, Lease lease) {
		return this.goOn.getAsBoolean() && (request.body().loss() == Request.OnLoss.GOES_ON || lease.isHeld());
	}

	/**
	 * How long the own steps of a caller take, in nanoseconds.
	 *
	 * @param access one access to what a lock protects
	 * @param between from the end of a call to the next one
	 */
	public record Pace(LongSupplier access, LongSupplier between) {

	}

}
