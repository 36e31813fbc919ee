package io.github.lockstarter.sample.app.points;

import java.util.Map;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import io.github.lockstarter.sample.app.points.PointsLedger.Booking;

@RestController
@RequestMapping("/points")
class PointsController {

	private final PointsLedger ledger;

	PointsController(PointsLedger ledger) {
		this.ledger = ledger;
	}

	@PostMapping
	@ResponseStatus(HttpStatus.CREATED)
	Booking append(@RequestBody Booking booking) {
		this.ledger.append(booking);
		return booking;
	}

	@GetMapping
	Map<String, Object> balance(@RequestParam String userName) {
		return Map.of("userName", userName, "points", this.ledger.balanceOf(userName));
	}

	@DeleteMapping
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void delete(@RequestParam String userName) {
		this.ledger.delete(userName);
	}

}
