package io.github.lockstarter.sample.stage.scenario;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;

/**
 * An import that is refused while another runs: 422 at once, by
 * {@link LockRequest#noWait()}.
 */
@RestController
class ImportController {

	private final LockOperations locks;

	ImportController(LockOperations locks) {
		this.locks = locks;
	}

	@PostMapping("/imports/{name}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void run(@PathVariable String name) {
		this.locks.executeWithoutResult(LockRequest.of(name).noWait(), (lease) -> lease.ensureHeld());
	}

}
