package io.github.lockstarter.testing.documentation;

import java.util.Optional;

import org.springframework.stereotype.Service;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;

/**
 * Works on messages that may be delivered twice.
 */
@Service
class ShippingService {

	@DistributedLocked(name = "shipping", key = "#order", waitTime = "0", minHold = "3s",
			onNotAcquired = OnNotAcquired.SKIP)
	Optional<String> ship(String order) {
		return Optional.of("parcel for " + order);
	}

}
