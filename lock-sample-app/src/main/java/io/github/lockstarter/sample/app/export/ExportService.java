package io.github.lockstarter.sample.app.export;

import org.springframework.stereotype.Service;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.sample.app.NeedsModes;

/**
 * Exports the data of a tenant into a store that can handle three exports of a tenant at
 * once.
 */
@Service
@NeedsModes
public class ExportService {

	private final ExportFiles files;

	ExportService(ExportFiles files) {
		this.files = files;
	}

	/**
	 * Writes a file, at most three of a tenant at once on all servers. Each has a lease,
	 * so the permit of a crashed server is free when that expires.
	 * @param tenant the tenant
	 * @return the number of the file
	 */
	@DistributedLocked(name = "export", key = "#tenant", permits = "3", waitTime = "10s")
	public long export(String tenant) {
		return this.files.write(tenant);
	}

}
