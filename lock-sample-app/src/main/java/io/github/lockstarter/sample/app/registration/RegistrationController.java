package io.github.lockstarter.sample.app.registration;

import jakarta.validation.Valid;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The registration at {@code POST /users}, and without the lock at
 * {@code POST /unlocked/users}.
 */
@RestController
class RegistrationController {

	private final RegistrationService registration;

	private final UnlockedRegistrationService unlockedRegistration;

	RegistrationController(RegistrationService registration, UnlockedRegistrationService unlockedRegistration) {
		this.registration = registration;
		this.unlockedRegistration = unlockedRegistration;
	}

	@PostMapping("/users")
	@ResponseStatus(HttpStatus.CREATED)
	User register(@Valid @RequestBody RegistrationRequest request) {
		return this.registration.register(request.userName());
	}

	@PostMapping("/unlocked/users")
	@ResponseStatus(HttpStatus.CREATED)
	User registerWithoutLock(@Valid @RequestBody RegistrationRequest request) {
		return this.unlockedRegistration.register(request.userName());
	}

}
