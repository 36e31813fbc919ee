package io.github.lockstarter.sample.app.registration;

import jakarta.validation.Valid;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The registration.
 */
@RestController
class RegistrationController {

	private final RegistrationService registration;

	RegistrationController(RegistrationService registration) {
		this.registration = registration;
	}

	@PostMapping("/users")
	@ResponseStatus(HttpStatus.CREATED)
	User register(@Valid @RequestBody RegistrationRequest request) {
		return this.registration.register(request.userName());
	}

}
