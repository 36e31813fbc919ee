package io.github.lockstarter.benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.benchmark.server.MeasuredRedis;
import io.github.lockstarter.benchmark.workload.Workload;
import io.github.lockstarter.benchmark.workload.Workloads;

/**
 * The command line: see {@link #USAGE}.
 */
final class Options {

	private static final String USAGE = """
			verification/lock-benchmarks/run [option ...] [workload ...]
			  --quick             rough figures in three minutes
			  --redis=host:port   on this Redis; nothing is configured or flushed there
			  --out=directory     for the report (default: verification/lock-benchmarks/target/benchmarks)
			  --check             exit status 1 if a target is not reached
			  --before=jars       an earlier starter for the workload "before", see verification/lock-benchmarks/compare
			  --report            measure nothing, write the report anew
			workloads: %s; default: all""";

	private final List<String> workloads = new ArrayList<>();

	private String command = "";

	private boolean quick;

	private boolean check;

	private boolean reportOnly;

	private Path directory = Path.of("verification", "lock-benchmarks", "target", "benchmarks");

	private @Nullable String redis;

	private @Nullable String before;

	private Options() {
	}

	static Options parse(String... args) {
		Options options = new Options();
		// no report names a path of the machine that it was written on
		options.command = String.join(" ", "verification/lock-benchmarks/run", String.join(" ", args))
			.replaceAll("--before=\\S+", "--before=JARS")
			.strip();
		List<String> known = Workloads.all().stream().map(Workload::name).toList();
		for (String arg : args) {
			if (arg.equals("--quick")) {
				options.quick = true;
			}
			else if (arg.equals("--check")) {
				options.check = true;
			}
			else if (arg.equals("--report")) {
				options.reportOnly = true;
			}
			else if (arg.startsWith("--redis=")) {
				options.redis = arg.substring("--redis=".length());
			}
			else if (arg.startsWith("--before=")) {
				options.before = arg.substring("--before=".length());
			}
			else if (arg.startsWith("--out=")) {
				options.directory = Path.of(arg.substring("--out=".length()));
			}
			else if (known.contains(arg)) {
				options.workloads.add(arg);
			}
			else {
				throw new IllegalArgumentException(USAGE.formatted(String.join(" ", known)));
			}
		}
		return options;
	}

	/**
	 * Whether it was asked for by its name.
	 */
	boolean names(String workload) {
		return this.workloads.contains(workload);
	}

	boolean wants(String workload) {
		return this.workloads.isEmpty() || this.workloads.contains(workload);
	}

	/**
	 * What has to be typed to have the same again.
	 */
	String command() {
		return this.command;
	}

	boolean isQuick() {
		return this.quick;
	}

	boolean isCheck() {
		return this.check;
	}

	boolean isReportOnly() {
		return this.reportOnly;
	}

	Path directory() {
		return this.directory;
	}

	@Nullable String before() {
		return this.before;
	}

	MeasuredRedis openRedis() {
		return (this.redis != null) ? MeasuredRedis.at(this.redis) : MeasuredRedis.start();
	}

}
