package io.github.lockstarter.sample.app.job;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;

/**
 * The import of a file, which is refused with 422 while another server imports it,
 * because of {@link LockRequest#noWait()}.
 */
@RestController
class ImportController {

	private final LockOperations locks;

	ImportController(LockOperations locks) {
		this.locks = locks;
	}

	@PostMapping("/imports/{file}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void run(@PathVariable String file) {
		this.locks.executeWithoutResult(LockRequest.of("import", file).noWait(), (lease) -> load(file, lease));
	}

	private static void load(String file, Lease lease) {
		// The file is read here. Before a write that requires the lock:
		lease.ensureHeld();
	}

}
