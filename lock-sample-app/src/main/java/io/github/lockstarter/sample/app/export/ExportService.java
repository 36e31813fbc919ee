package io.github.lockstarter.sample.app.export;

import org.springframework.stereotype.Service;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.sample.app.NeedsModes;

/**
 * Exports what a tenant has, into a store that carries three exports of a tenant at the
 * same time.
 */
@Service
@NeedsModes
public class ExportService {

	private final ExportFiles files;

	ExportService(ExportFiles files) {
		this.files = files;
	}

	/**
	 * Writes a file, at most three of a tenant at once, whichever servers they are on.
	 * Each has a lease, so a permit of a server that crashes comes back when that ends.
	 * @param tenant whose data
	 * @return the number of the file
	 */
	@DistributedLocked(name = "export", key = "#tenant", permits = "3", waitTime = "10s")
	public long export(String tenant) {
		return this.files.write(tenant);
	}

}
