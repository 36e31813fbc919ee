package io.github.lockstarter.sample.stage.race;

import java.util.Objects;

import jakarta.validation.Valid;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import io.github.lockstarter.sample.app.registration.PointsClient;
import io.github.lockstarter.sample.app.registration.RegistrationRequest;
import io.github.lockstarter.sample.app.registration.RegistrationService;
import io.github.lockstarter.sample.app.registration.User;
import io.github.lockstarter.sample.app.registration.UserStore;

/**
 * The same registration without the lock, to show duplicates: calls the service without
 * the proxy that acquires the lock; also deletes the users to start again.
 */
@RestController
class UnlockedRegistration {

	private final RegistrationService unlocked;

	private final UserStore users;

	private final PointsClient points;

	UnlockedRegistration(RegistrationService registration, UserStore users, PointsClient points) {
		this.unlocked = (RegistrationService) Objects.requireNonNull(AopProxyUtils.getSingletonTarget(registration));
		this.users = users;
		this.points = points;
	}

	@PostMapping("/unlocked/users")
	@ResponseStatus(HttpStatus.CREATED)
	User register(@Valid @RequestBody RegistrationRequest request) {
		return this.unlocked.register(request.userName());
	}

	@DeleteMapping("/users")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void startOver() {
		this.users.findNames().forEach((userName) -> {
			this.users.delete(userName);
			this.points.delete(userName);
		});
	}

}
