package io.github.lockstarter.documentation;

import org.springframework.stereotype.Service;

import io.github.lockstarter.annotation.DistributedLocked;

@Service
public class RegistrationService {

	private final UserRepository users;

	RegistrationService(UserRepository users) {
		this.users = users;
	}

	@DistributedLocked(name = "registration", key = "#userName")
	public User register(String userName) {
		if (this.users.exists(userName)) { // look inside the lock, not before it
			throw new UserExistsException(userName);
		}
		return this.users.save(new User(userName));
	}

}
