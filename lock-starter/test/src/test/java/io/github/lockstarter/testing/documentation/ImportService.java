package io.github.lockstarter.testing.documentation;

import org.springframework.stereotype.Service;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;

@Service
class ImportService {

	private final LockOperations locks;

	ImportService(LockOperations locks) {
		this.locks = locks;
	}

	boolean importFiles() {
		return this.locks.tryAcquire(LockRequest.of("import").noWait()).map((lease) -> {
			try (lease) {
				return true; // after the import
			}
		}).orElse(false);
	}

}
