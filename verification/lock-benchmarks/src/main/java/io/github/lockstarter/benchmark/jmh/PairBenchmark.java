package io.github.lockstarter.benchmark.jmh;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import io.github.lockstarter.benchmark.contender.Contender;
import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.server.MeasuredRedis;

/**
 * An uncontended pair of acquire and release on an embedded Redis.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class PairBenchmark {

	private static final Runnable NOTHING = () -> {
	};

	@Param({ "floor", "starter", "starter-annotation", "redisson", "registry-pubsub", "shedlock", "lock4j" })
	private String contender;

	private MeasuredRedis redis;

	private Contender lock;

	/**
	 * Starts Redis and connects.
	 */
	@Setup(Level.Trial)
	public void open() {
		this.redis = MeasuredRedis.start();
		this.lock = Contenders.open(this.contender, this.redis.endpoint());
	}

	/**
	 * Measures one pair.
	 */
	@Benchmark
	public void pair() {
		this.lock.locked("uncontended", NOTHING);
	}

	/**
	 * Stops Redis.
	 */
	@TearDown(Level.Trial)
	public void close() {
		this.lock.close();
		this.redis.close();
	}

}
