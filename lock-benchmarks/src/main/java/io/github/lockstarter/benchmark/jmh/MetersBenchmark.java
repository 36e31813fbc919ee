package io.github.lockstarter.benchmark.jmh;

import java.time.Duration;
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
import org.openjdk.jmh.annotations.Warmup;

import io.github.lockstarter.metrics.LockMeters;
import io.github.lockstarter.metrics.LockNames;
import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.store.StoreState;

/**
 * What the meters add to a lock and its release.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MetersBenchmark {

	private static final Duration TIME = Duration.ofMillis(3);

	private LockMeters meters;

	/**
	 * Binds the meters.
	 */
	@Setup(Level.Trial)
	public void bind() {
		this.meters = new LockMeters(new LockNames(100), () -> StoreState.UNKNOWN, true);
		this.meters.bindTo(new SimpleMeterRegistry());
	}

	/**
	 * Measures the events of one pair.
	 */
	@Benchmark
	public void pair() {
		LockAttempt attempt = new LockAttempt("order", "order:4711");
		this.meters.waiting(attempt);
		this.meters.acquired(attempt, 7, TIME);
		this.meters.released(attempt, 7, TIME);
	}

}
