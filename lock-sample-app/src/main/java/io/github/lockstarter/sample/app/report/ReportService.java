package io.github.lockstarter.sample.app.report;

import java.time.Duration;
import java.time.Instant;

import org.springframework.stereotype.Service;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.sample.app.data.SharedData;

/**
 * A report that takes a while. While one server builds it, other callers get the last one
 * instead of waiting.
 */
@Service
public class ReportService {

	private static final String LAST = "sample:report";

	private final SharedData data;

	ReportService(SharedData data) {
		this.data = data;
	}

	/**
	 * Builds the report.
	 * @return the new report, or the last one while another caller builds one
	 */
	@DistributedLocked(name = "report", waitTime = "0", onNotAcquired = OnNotAcquired.FALLBACK, fallback = "last")
	public Report current() {
		String builtAt = Instant.now().toString();
		this.data.put(LAST, builtAt, Duration.ofHours(1));
		return new Report(builtAt, true);
	}

	Report last() {
		return new Report(this.data.value(LAST).orElse("never"), false);
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
