package io.github.lockstarter.testing.documentation;

import org.springframework.stereotype.Service;

import io.github.lockstarter.annotation.DistributedLocked;

/**
 * The first service of the README.
 */
@Service
class RegistrationService {

	private final UserRepository users;

	RegistrationService(UserRepository users) {
		this.users = users;
	}

	@DistributedLocked(name = "registration", key = "#userName")
	User register(String userName) {
		if (this.users.exists(userName)) {
			throw new IllegalStateException(userName + " is registered already");
		}
		return this.users.save(new User(userName));
	}

}
