package io.github.lockstarter.testing.documentation;

import org.springframework.stereotype.Service;

import io.github.lockstarter.annotation.DistributedLocked;

@Service
class ReportService {

	@DistributedLocked(name = "report")
	String current() {
		return "the report";
	}

}
