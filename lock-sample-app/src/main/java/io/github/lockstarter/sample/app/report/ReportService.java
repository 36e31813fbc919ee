package io.github.lockstarter.sample.app.report;

import java.time.Duration;
import java.time.Instant;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Service;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;

/**
 * A report that takes a while. A caller that comes while another server builds it is not
 * kept waiting: the last one will do.
 */
@Service
public class ReportService {

	private static final String LAST = "sample:report";

	private final StringRedisTemplate redis;

	ReportService(StringRedisTemplate redis) {
		this.redis = redis;
	}

	/**
	 * Builds the report.
	 * @return the new report, or the last one while another caller builds
	 */
	@DistributedLocked(name = "report", waitTime = "0", onNotAcquired = OnNotAcquired.FALLBACK, fallback = "last")
	public Report current() {
		String builtAt = Instant.now().toString();
		this.redis.opsForValue().set(LAST, builtAt, Duration.ofHours(1));
		return new Report(builtAt, true);
	}

	Report last() {
		String builtAt = this.redis.opsForValue().get(LAST);
		return new Report((builtAt != null) ? builtAt : "never", false);
	}

	/**
	 * A report.
	 *
	 * @param builtAt when it was built
	 * @param fresh whether it was built for this caller
	 */
	public record Report(String builtAt, boolean fresh) {

	}

}
