package io.github.lockstarter.sample.app.report;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ReportController {

	private final ReportService reports;

	ReportController(ReportService reports) {
		this.reports = reports;
	}

	@PostMapping("/report")
	ReportService.Report report() {
		return this.reports.current();
	}

}
