package io.github.lockstarter.metrics;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;

import io.github.lockstarter.leader.Leadership;
import io.github.lockstarter.leader.LeadershipObserver;

/**
 * The meters of leaderships, by name: with the tags {@code store} and {@code lock.name}.
 * Registered by {@link #bindTo(MeterRegistry)}, as {@link LockMeters} are.
 */
public final class LeaderMeters implements LeadershipObserver, MeterBinder {

	/**
	 * Gauge: 1 while this instance is the leader, otherwise 0.
	 */
	public static final String LEADER = "distributed.lock.leader";

	/**
	 * Counter: how often this instance has become the leader.
	 */
	public static final String CHANGES = "distributed.lock.leader.changes";

	private final CompositeMeterRegistry registries = new CompositeMeterRegistry();

	private final ConcurrentMap<String, Counts> counts = new ConcurrentHashMap<>();

	private final NameLimit names;

	private final Tags store;

	private volatile boolean bound;

	public LeaderMeters(NameLimit names, String store) {
		this.names = names;
		this.store = Tags.of("store", store);
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.registries.add(registry);
		this.bound = true;
		this.counts.forEach(this::register);
	}

	private void register(String name, Counts known) {
		MeterFactory factory = new MeterFactory(this.registries, this.store.and("lock.name", name));
		factory.gauge(LEADER, known.leads, null, "1 while this instance is the leader, otherwise 0");
		factory.counter(CHANGES, known.changes, "How often this instance has become the leader");
	}

	@Override
	public void joined(Leadership leadership) {
		counts(leadership);
	}

	@Override
	public void granted(Leadership leadership) {
		Counts known = counts(leadership);
		known.leads.incrementAndGet();
		known.changes.increment();
	}

	@Override
	public void revoked(Leadership leadership, String reason) {
		counts(leadership).leads.decrementAndGet();
	}

	private Counts counts(Leadership leadership) {
		return this.counts.computeIfAbsent(this.names.tag(leadership.name()), (name) -> {
			Counts created = new Counts(new AtomicInteger(), new LongAdder());
			if (this.bound) {
				register(name, created);
			}
			return created;
		});
	}

	private record Counts(AtomicInteger leads, LongAdder changes) {

	}

}
