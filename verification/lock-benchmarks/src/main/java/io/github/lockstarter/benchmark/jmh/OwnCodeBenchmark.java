package io.github.lockstarter.benchmark.jmh;

import java.util.concurrent.TimeUnit;

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

import io.github.lockstarter.benchmark.contender.AnnotatedLock;

/**
 * The starter's own code, on a store without network.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class OwnCodeBenchmark {

	private static final Runnable NOTHING = () -> {
	};

	private AnnotatedLock lock;

	/**
	 * Starts the application.
	 */
	@Setup(Level.Trial)
	public void open() {
		this.lock = new AnnotatedLock();
	}

	/**
	 * Measures the template.
	 */
	@Benchmark
	public void template() {
		this.lock.lockedByTemplate("key", NOTHING);
	}

	/**
	 * Measures the annotation.
	 */
	@Benchmark
	public void annotation() {
		this.lock.locked("key", NOTHING);
	}

	/**
	 * Stops the application.
	 */
	@TearDown(Level.Trial)
	public void close() {
		this.lock.close();
	}

}
