package io.github.lockstarter.sample.app.job;

import java.util.List;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
class JobController {

	private final CleanUpJob job;

	private final JobLog log;

	JobController(CleanUpJob job, JobLog log) {
		this.job = job;
		this.log = log;
	}

	@GetMapping("/jobs")
	List<JobLog.Run> runs() {
		return this.log.runs();
	}

	@PostMapping("/jobs")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void due() {
		this.job.cleanUp();
	}

}
