package io.github.lockstarter.sample.app.export;

import java.time.Duration;

import org.springframework.stereotype.Repository;

import io.github.lockstarter.sample.app.data.SharedData;

@Repository
class ExportFiles {

	private static final String PREFIX = "sample:exports:";

	private final SharedData data;

	ExportFiles(SharedData data) {
		this.data = data;
	}

	long write(String tenant) {
		return this.data.increment(PREFIX + tenant, Duration.ofHours(1));
	}

}
