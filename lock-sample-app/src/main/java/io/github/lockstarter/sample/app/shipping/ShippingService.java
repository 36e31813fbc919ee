package io.github.lockstarter.sample.app.shipping;

import java.util.Optional;

import org.springframework.stereotype.Service;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;

/**
 * Ships what a message says. Message brokers promise to deliver a message at least once,
 * which means: sometimes more often, and then within a moment.
 */
@Service
public class ShippingService {

	private final ParcelStore parcels;

	ShippingService(ParcelStore parcels) {
		this.parcels = parcels;
	}

	/**
	 * Ships an order, once within three seconds: the lock stays taken that long after it
	 * was acquired, also when the work ends sooner. If the work fails, the lock is free
	 * at once, so that the next delivery tries again. What is delivered again after the
	 * window is shipped again: against that a consumer needs a record of what it has
	 * done.
	 * @param order what to ship
	 * @return the number of the parcel, or empty if this is a repetition
	 */
	@DistributedLocked(name = "shipment", key = "#order", waitTime = "0", minHold = "3s",
			onNotAcquired = OnNotAcquired.SKIP)
	public Optional<Long> ship(String order) {
		return Optional.of(this.parcels.send(order));
	}

}
