package io.github.lockstarter.metrics;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.StoreState;

/**
 * The meters of the locks, by namespace and never by key. All have the tag {@code store},
 * and those of a namespace the tag {@code mode}: {@code write}, {@code read} or
 * {@code permit}.
 *
 * <p>
 * They are registered by {@link #bindTo(MeterRegistry)} and not by the constructor: a
 * registry may depend on beans that need locks, and locks depend on this observer.
 * Counters and gauges include the events before the first registry; timers record from
 * then on. Each event looks up the meters of its namespace once and builds nothing.
 */
public final class LockMeters implements LockObserver, MeterBinder {

	/**
	 * Timer: from the caller's entry to the answer, by {@code outcome} and {@code error}.
	 */
	public static final String ACQUIRE = "distributed.lock.acquire";

	/**
	 * Timer: from the acquisition to the release or the loss, by {@code outcome} and
	 * {@code error}.
	 */
	public static final String HOLD = "distributed.lock.hold";

	/**
	 * Gauge: callers that wait for a lock now.
	 */
	public static final String WAITING = "distributed.lock.waiting";

	/**
	 * Gauge: locks that callers of this instance hold now.
	 */
	public static final String HELD = "distributed.lock.held";

	/**
	 * Counter: locks that were lost while their holder worked, by {@code reason}.
	 */
	public static final String LOST = "distributed.lock.lost";

	/**
	 * Counter: renewals that needed more than one attempt.
	 */
	public static final String RENEWALS_LATE = "distributed.lock.renewals.late";

	/**
	 * Counter: locks that were handed over by their former holder.
	 */
	public static final String HANDOVERS = "distributed.lock.handovers";

	/**
	 * Gauge: 1 while a connection to the store is up, 0 while it is down, by
	 * {@code connection}.
	 */
	public static final String CONNECTION_UP = "distributed.lock.connection.up";

	// Several registries may be bound. Nothing is registered before the first one: a
	// composite warns if a registry is added after its meters.
	private final CompositeMeterRegistry registries = new CompositeMeterRegistry();

	private volatile boolean bound;

	// One map for each mode, so that a lookup builds no key.
	private final Map<LockAttempt.Mode, ConcurrentMap<String, NamespaceMeters>> meters = new EnumMap<>(
			LockAttempt.Mode.class);

	private final NameLimit names;

	private final Tags store;

	private final Supplier<StoreState> state;

	private final boolean timed;

	// Not timed if observations record ACQUIRE and HOLD.
	public LockMeters(NameLimit names, String store, Supplier<StoreState> state, boolean timed) {
		this.names = names;
		this.store = Tags.of("store", store);
		this.state = state;
		this.timed = timed;
		for (LockAttempt.Mode mode : LockAttempt.Mode.values()) {
			this.meters.put(mode, new ConcurrentHashMap<>());
		}
	}

	private void connection(String connection, Function<StoreState, StoreState.Link> link) {
		Gauge.builder(CONNECTION_UP, this.state, (state) -> up(link.apply(state.get())))
			.tags(this.store.and("connection", connection))
			.description("1 while the connection stands, 0 while it does not")
			.strongReference(true)
			.register(this.registries);
	}

	private static double up(StoreState.Link link) {
		return switch (link.condition()) {
			case UP -> 1;
			case DOWN -> 0;
			case UNKNOWN -> Double.NaN;
		};
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.registries.add(registry);
		this.bound = true;
		connection("commands", StoreState::commands);
		connection("messages", StoreState::messages);
		this.meters.forEach((mode, all) -> all.forEach((name, known) -> known.register(factory(name, mode))));
	}

	@Override
	public void waiting(LockAttempt attempt) {
		meters(attempt).waiting();
	}

	@Override
	public void acquired(LockAttempt attempt, long fencingToken, Duration waited) {
		meters(attempt).acquired(waited);
	}

	@Override
	public void notAcquired(LockAttempt attempt, Refusal reason, Duration waited) {
		meters(attempt).notAcquired(reason, waited);
	}

	@Override
	public void handedOver(LockAttempt attempt, long fencingToken) {
		meters(attempt).handedOver();
	}

	@Override
	public void renewedLate(LockAttempt attempt, Duration left) {
		meters(attempt).renewedLate();
	}

	@Override
	public void lost(LockAttempt attempt, long fencingToken, LossReason reason, Duration held) {
		meters(attempt).lost(reason, held);
	}

	@Override
	public void released(LockAttempt attempt, long fencingToken, Duration held) {
		meters(attempt).released(held);
	}

	private NamespaceMeters meters(LockAttempt attempt) {
		String name = this.names.tag(attempt.namespace());
		ConcurrentMap<String, NamespaceMeters> all = Objects.requireNonNull(this.meters.get(attempt.mode()));
		NamespaceMeters known = all.get(name);
		if (known != null && (known.isRegistered() || !this.bound)) {
			return known;
		}
		return first(all, name, attempt.mode());
	}

	private MeterFactory factory(String name, LockAttempt.Mode mode) {
		return new MeterFactory(this.registries, this.store.and("lock.name", name, "mode", mode.tag()));
	}

	private NamespaceMeters first(ConcurrentMap<String, NamespaceMeters> all, String name, LockAttempt.Mode mode) {
		NamespaceMeters created = all.computeIfAbsent(name, (missing) -> new NamespaceMeters(this.timed));
		if (this.bound) {
			created.register(factory(name, mode));
		}
		return created;
	}

}
