package io.github.lockstarter.sample.app.job;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

import org.springframework.core.env.Environment;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * The last twenty runs of the job, in Redis at {@code sample:job-runs}.
 */
@Component
class JobLog {

	private static final String RUNS = "sample:job-runs";

	private static final int LENGTH = 20;

	private final StringRedisTemplate redis;

	private final Environment environment;

	JobLog(StringRedisTemplate redis, Environment environment) {
		this.redis = redis;
		this.environment = environment;
	}

	void ran() {
		String run = Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + server();
		this.redis.opsForList().leftPush(RUNS, run);
		this.redis.opsForList().trim(RUNS, 0, LENGTH - 1);
	}

	// With each run, because the port is known once the server runs
	private String server() {
		return "server " + this.environment.getRequiredProperty("local.server.port");
	}

	List<Run> runs() {
		List<String> runs = this.redis.opsForList().range(RUNS, 0, -1);
		return runs.stream().map(Run::of).toList();
	}

	/**
	 * A run of the job.
	 *
	 * @param at when
	 * @param server the name of the server that ran it
	 */
	record Run(Instant at, String server) {

		private static Run of(String entry) {
			int space = entry.indexOf(' ');
			return new Run(Instant.parse(entry.substring(0, space)), entry.substring(space + 1));
		}

	}

}
