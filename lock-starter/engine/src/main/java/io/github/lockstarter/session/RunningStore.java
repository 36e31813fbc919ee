package io.github.lockstarter.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.text.DurationText;

/**
 * The store from a start to its stop: makes the commands, receives the notifications of
 * the directory and acts on them.
 */
final class RunningStore implements Directory.Listener {

	private static final Logger logger = LoggerFactory.getLogger(SessionLockStore.class);

	private final SessionContext context;

	private final Reconciler reconciler;

	private final Acquisition waiting;

	private final HoldCommands holding;

	private final Administration administration;

	private volatile boolean begun;

	RunningStore(SessionContext context) {
		this.context = context;
		this.reconciler = new Reconciler(context);
		this.waiting = new Acquisition(context, this.reconciler);
		this.holding = new HoldCommands(context, this.reconciler);
		this.administration = new Administration(context, this.reconciler);
	}

	SessionContext context() {
		return this.context;
	}

	LockCommands lanes() {
		return this.context.lanes();
	}

	Acquisition waiting() {
		return this.waiting;
	}

	HoldCommands holding() {
		return this.holding;
	}

	Administration administration() {
		return this.administration;
	}

	@Override
	public void connected() {
		lanes().forEach((lane) -> {
			if (lane.isInDoubt()) {
				lanes().run(lane.name(), (same) -> this.reconciler.reconcile(same, null));
			}
			changed(lane.name());
		});
		this.context.listener().onSubscribed();
		if (this.begun && isTooShort()) {
			Duration timeout = this.context.directory().sessionTimeout();
			logger.warn(this.context.directory().label() + " ends a session without a heartbeat after "
					+ DurationText.of(timeout) + ": a lease of " + DurationText.of(this.context.settings().leaseTime())
					+ " is granted for " + DurationText.of(SessionLease.longest(timeout)) + " only");
		}
	}

	// From now on a session that is too short is logged, not thrown.
	void finishStart() {
		this.begun = true;
	}

	boolean isTooShort() {
		return this.context.settings().leaseTime().toMillis() > this.context.longestMillis();
	}

	LockStartException tooShort() {
		Directory directory = this.context.directory();
		Duration lease = this.context.settings().leaseTime();
		String timeout = DurationText.of(directory.sessionTimeout());
		String longest = DurationText.of(SessionLease.longest(directory.sessionTimeout()));
		return new LockStartException(
				directory.label() + " ends a session without a heartbeat after " + timeout + ": a lease can be "
						+ longest + " at most, but distributed-lock.lease-time is " + DurationText.of(lease),
				"Set distributed-lock." + directory.sessionProperty() + "=" + timeout
						+ " and distributed-lock.lease-time=" + longest
						+ " or less. Or let the servers keep sessions for "
						+ DurationText.of(SessionLease.session(lease)) + ".");
	}

	@Override
	public void over() {
		this.context.nextEra();
		Moment now = this.context.now();
		lanes().clear((claim) -> {
			if (claim.mayBelieve(now)) {
				this.context.listener().onTaken(claim.id());
			}
		});
	}

	@Override
	public void changed(String name) {
		SerialCommands lane = lanes().find(name);
		if (lane != null && !lane.waiting().isEmpty()) {
			lanes().run(name, this.waiting::checkQueue).whenComplete((line, failure) -> {
				// It is not notified again, unless the connection is made again.
				if (failure != null && StoreException.of(failure).getOutcome() == StoreException.Outcome.UNKNOWN) {
					this.context.retryLater(() -> changed(name));
				}
			});
		}
	}

	@Override
	public void marked(String name, Place place, long millis) {
		SerialCommands lane = lanes().find(name);
		if (lane != null) {
			lane.waiting()
				.stream()
				.filter((claim) -> claim.blockers().contains(place))
				.forEach((claim) -> this.context.listener().onHandOff(this.context.hint(name, claim, millis)));
		}
	}

	boolean isHolding() {
		Moment now = this.context.now();
		boolean[] held = new boolean[1];
		lanes().forEach((lane) -> lane.claims().forEach((claim) -> held[0] |= isHeld(claim, now)));
		return held[0];
	}

	CompletableFuture<?> leave() {
		Moment now = this.context.now();
		List<CompletableFuture<?>> left = new ArrayList<>();
		lanes().forEach((lane) -> lane.claims()
			.stream()
			.filter((claim) -> !isHeld(claim, now))
			.forEach((claim) -> left.add(this.context.directory().leave(claim.place()).toCompletableFuture())));
		return CompletableFuture.allOf(left.toArray(CompletableFuture[]::new));
	}

	private static boolean isHeld(Claim claim, Moment now) {
		return claim.isTaken() && !claim.isDue(now);
	}

}
