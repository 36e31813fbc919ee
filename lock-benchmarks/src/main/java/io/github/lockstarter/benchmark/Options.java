package io.github.lockstarter.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.benchmark.server.MeasuredRedis;
import io.github.lockstarter.benchmark.workload.Workload;
import io.github.lockstarter.benchmark.workload.Workloads;

/**
 * The command line: {@code [--quick] [--redis=host:port] [workload ...]}.
 */
final class Options {

	private final List<String> workloads = new ArrayList<>();

	private boolean quick;

	private @Nullable String redis;

	private Options() {
	}

	static Options parse(String... args) {
		Options options = new Options();
		Set<String> known = Workloads.all().stream().map(Workload::name).collect(Collectors.toSet());
		for (String arg : args) {
			if (arg.equals("--quick")) {
				options.quick = true;
			}
			else if (arg.startsWith("--redis=")) {
				options.redis = arg.substring("--redis=".length());
			}
			else if (known.contains(arg)) {
				options.workloads.add(arg);
			}
			else {
				throw new IllegalArgumentException("What is " + arg + "? [--quick] [--redis=host:port] [workload ...], "
						+ "workloads are " + Workloads.all().stream().map(Workload::name).toList());
			}
		}
		return options;
	}

	boolean wants(String workload) {
		return this.workloads.isEmpty() || this.workloads.contains(workload);
	}

	boolean isQuick() {
		return this.quick;
	}

	MeasuredRedis openRedis() {
		return (this.redis != null) ? MeasuredRedis.at(this.redis) : MeasuredRedis.start();
	}

}
