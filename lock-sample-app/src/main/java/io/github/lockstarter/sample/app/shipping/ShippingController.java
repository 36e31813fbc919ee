package io.github.lockstarter.sample.app.shipping;

import java.util.Map;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

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
			.map((parcel) -> ResponseEntity.status(HttpStatus.CREATED)
				.body(Map.<String, Object>of("order", order, "parcel", parcel)))
			.orElseGet(() -> ResponseEntity.ok(Map.of("order", order, "repeated", true)));
	}

	@GetMapping("/shipments/{order}")
	Map<String, Object> parcels(@PathVariable String order) {
		return Map.of("order", order, "parcels", this.parcels.sentFor(order));
	}

}
