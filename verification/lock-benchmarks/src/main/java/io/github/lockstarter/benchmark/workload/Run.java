package io.github.lockstarter.benchmark.workload;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.benchmark.contender.Endpoint;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.report.Result;
import io.github.lockstarter.benchmark.server.MeasuredRedis;

/**
 * One run of one workload: where, how long, and what came of it.
 */
public final class Run {

	private final Workload workload;

	private final MeasuredRedis redis;

	private final boolean quick;

	private final @Nullable String before;

	private final Map<Series, List<Double>> values = new LinkedHashMap<>();

	/**
	 * Prepares a run.
	 * @param workload what is measured
	 * @param redis where
	 * @param quick whether a rough figure is enough
	 * @param before the class path of an earlier starter to compare with, if there is one
	 */
	public Run(Workload workload, MeasuredRedis redis, boolean quick, @Nullable String before) {
		this.workload = workload;
		this.redis = redis;
		this.quick = quick;
		this.before = before;
	}

	/**
	 * The class path of an earlier starter.
	 */
	Optional<String> before() {
		return Optional.ofNullable(this.before);
	}

	MeasuredRedis redis() {
		return this.redis;
	}

	Endpoint endpoint() {
		return this.redis.endpoint();
	}

	int rounds() {
		return this.quick ? 2 : 5;
	}

	/**
	 * What a full and what a quick run use.
	 */
	<T> T choose(T full, T quick) {
		return this.quick ? quick : full;
	}

	/**
	 * Says what is being done.
	 */
	void progress(String message) {
		System.err.printf("  %tT %s: %s%n", new Date(), this.workload.name(), message);
	}

	/**
	 * Adds the value of one round.
	 */
	void add(String setting, String contender, Metric metric, double value) {
		this.values.computeIfAbsent(new Series(setting, contender, metric), (key) -> new ArrayList<>()).add(value);
	}

	/**
	 * What was measured, in the order in which it was first added.
	 * @return the results
	 */
	public Collection<Result> results() {
		List<Result> results = new ArrayList<>();
		this.values.forEach((series, rounds) -> results
			.add(Result.of(this.workload.name(), series.setting(), series.contender(), series.metric(), rounds)));
		return results;
	}

	private record Series(String setting, String contender, Metric metric) {

	}

}
