package io.github.lockstarter.sample.app.job;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

import io.github.lockstarter.sample.app.data.SharedData;

/**
 * The last twenty runs of the job on all servers.
 */
@Component
class JobLog {

	private static final String RUNS = "sample:runs";

	private static final int LENGTH = 20;

	private final SharedData data;

	private final Environment environment;

	JobLog(SharedData data, Environment environment) {
		this.data = data;
		this.environment = environment;
	}

	void ran() {
		String run = Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + server();
		this.data.append(RUNS, run);
		this.data.keepLast(RUNS, LENGTH);
	}

	// read for each run, because the port is known only when the server runs
	private String server() {
		return "server " + this.environment.getRequiredProperty("local.server.port");
	}

	List<Run> runs() {
		List<Run> runs = new ArrayList<>(this.data.entries(RUNS).stream().map(Run::of).toList());
		Collections.reverse(runs);
		return runs;
	}

	record Run(Instant at, String server) {

		private static Run of(String entry) {
			int space = entry.indexOf(' ');
			return new Run(Instant.parse(entry.substring(0, space)), entry.substring(space + 1));
		}

	}

}
