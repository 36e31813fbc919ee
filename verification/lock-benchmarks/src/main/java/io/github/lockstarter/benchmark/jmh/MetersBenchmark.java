package io.github.lockstarter.benchmark.jmh;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import io.github.lockstarter.benchmark.contender.GrantedTemplate;
import io.github.lockstarter.metrics.LockMeters;
import io.github.lockstarter.metrics.NameLimit;
import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.store.StoreState;

/**
 * What the meters add to a lock and its release: the template without network, with and
 * without them, and their events alone.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
public class MetersBenchmark {

	private static final Duration TIME = Duration.ofMillis(3);

	private LockMeters meters;

	private GrantedTemplate watched;

	private GrantedTemplate unwatched;

	/**
	 * Binds the meters and starts the templates.
	 */
	@Setup(Level.Trial)
	public void open() {
		this.meters = meters();
		this.watched = new GrantedTemplate(List.of(meters()));
		this.unwatched = new GrantedTemplate(List.of());
	}

	private static LockMeters meters() {
		LockMeters meters = new LockMeters(new NameLimit(100), "redis", () -> StoreState.UNKNOWN, true);
		meters.bindTo(new SimpleMeterRegistry());
		return meters;
	}

	/**
	 * Measures the template alone.
	 */
	@Benchmark
	public void template() {
		this.unwatched.pair();
	}

	/**
	 * Measures the template with meters.
	 */
	@Benchmark
	public void templateWithMeters() {
		this.watched.pair();
	}

	/**
	 * Measures the events of one pair.
	 */
	@Benchmark
	public void events() {
		LockAttempt attempt = new LockAttempt("order", "order:4711");
		this.meters.waiting(attempt);
		this.meters.acquired(attempt, 7, TIME);
		this.meters.released(attempt, 7, TIME);
	}

	/**
	 * Stops the templates.
	 */
	@TearDown(Level.Trial)
	public void close() {
		this.watched.close();
		this.unwatched.close();
	}

}
