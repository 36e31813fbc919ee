package io.github.lockstarter.sample.app.shipping;

import java.time.Duration;

import org.springframework.stereotype.Repository;

import io.github.lockstarter.sample.app.data.SharedData;

@Repository
class ParcelStore {

	private static final String PREFIX = "sample:parcels:";

	private final SharedData data;

	ParcelStore(SharedData data) {
		this.data = data;
	}

	long send(String order) {
		return this.data.increment(PREFIX + order, Duration.ofHours(1));
	}

	long sentFor(String order) {
		return this.data.value(PREFIX + order).map(Long::valueOf).orElse(0L);
	}

}
