package io.github.lockstarter.sample.app.report;

import java.time.Duration;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers the report.
 */
@RestController
class ReportController {

	private final ReportService reports;

	ReportController(ReportService reports) {
		this.reports = reports;
	}

	@PostMapping("/report")
	ReportService.Report report(@RequestParam(defaultValue = "2000") @Min(0) @Max(10_000) int buildingMillis) {
		return this.reports.current(Duration.ofMillis(buildingMillis));
	}

}
