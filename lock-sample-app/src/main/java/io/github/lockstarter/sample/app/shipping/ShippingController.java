package io.github.lockstarter.sample.app.shipping;

import java.util.Map;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Where the messages arrive, with the lock and without.
 */
@RestController
class ShippingController {

	private final ShippingService shipping;

	private final ParcelStore parcels;

	ShippingController(ShippingService shipping, ParcelStore parcels) {
		this.shipping = shipping;
		this.parcels = parcels;
	}

	@PostMapping("/shipments/{order}")
	ResponseEntity<Map<String, Object>> deliver(@PathVariable String order) {
		return this.shipping.ship(order)
			.map((parcel) -> shipped(order, parcel))
			.orElseGet(() -> ResponseEntity.ok(Map.of("order", order, "repeated", true)));
	}

	@PostMapping("/unlocked/shipments/{order}")
	ResponseEntity<Map<String, Object>> deliverWithoutLock(@PathVariable String order) {
		return shipped(order, this.parcels.send(order));
	}

	@GetMapping("/shipments/{order}")
	Map<String, Object> parcels(@PathVariable String order) {
		return Map.of("order", order, "parcels", this.parcels.sentFor(order));
	}

	private static ResponseEntity<Map<String, Object>> shipped(String order, long parcel) {
		return ResponseEntity.status(HttpStatus.CREATED).body(Map.of("order", order, "parcel", parcel));
	}

}
