package io.github.lockstarter.sample.app.outbox;

import java.util.List;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OutboxController {

	private final Outbox outbox;

	OutboxController(Outbox outbox) {
		this.outbox = outbox;
	}

	@GetMapping("/messages")
	List<Outbox.Sent> sent() {
		return this.outbox.sent();
	}

	@PostMapping("/messages")
	@ResponseStatus(HttpStatus.ACCEPTED)
	void add(@RequestParam @NotBlank @Size(max = 200) String text) {
		this.outbox.add(text);
	}

}
