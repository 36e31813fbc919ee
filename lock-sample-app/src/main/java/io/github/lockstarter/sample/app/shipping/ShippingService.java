package io.github.lockstarter.sample.app.shipping;

import java.util.Optional;

import org.springframework.stereotype.Service;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;

/**
 * Ships orders. Message brokers deliver at least once, so sometimes more often, and then
 * within a moment.
 */
@Service
public class ShippingService {

	private final ParcelStore parcels;

	ShippingService(ParcelStore parcels) {
		this.parcels = parcels;
	}

	/**
	 * Ships an order at most once within three seconds: the lock is kept that long after
	 * its acquisition, even if the work ends sooner. If the work fails, the lock is
	 * released immediately, so that the next delivery tries again. A delivery after the
	 * window ships again: against that a consumer has to remember what it has done.
	 * @param order what to ship
	 * @return the number of the parcel, or empty for a repetition
	 */
	@DistributedLocked(name = "shipment", key = "#order", waitTime = "0", minHold = "3s",
			onNotAcquired = OnNotAcquired.SKIP)
	public Optional<Long> ship(String order) {
		return Optional.of(this.parcels.send(order));
	}

}
