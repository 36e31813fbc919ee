package io.github.lockstarter.sample.report;

import java.time.Duration;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers the report.
 */
@RestController
class ReportController {

	private static final int LONGEST_MILLIS = 10_000;

	private final ReportService reports;

	ReportController(ReportService reports) {
		this.reports = reports;
	}

	@PostMapping("/report")
	ReportService.Report report(@RequestParam(defaultValue = "2000") int buildingMillis) {
		return this.reports.current(Duration.ofMillis(Math.max(0, Math.min(buildingMillis, LONGEST_MILLIS))));
	}

}
