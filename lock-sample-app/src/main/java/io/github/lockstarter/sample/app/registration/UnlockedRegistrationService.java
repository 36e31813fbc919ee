package io.github.lockstarter.sample.app.registration;

import org.springframework.stereotype.Service;

/**
 * Registers users without the lock, to show the duplicates this makes.
 */
@Service
public class UnlockedRegistrationService {

	private final RegistrationFlow flow;

	UnlockedRegistrationService(RegistrationFlow flow) {
		this.flow = flow;
	}

	/**
	 * Registers a user.
	 * @param userName the name, not registered yet
	 * @return the stored user
	 */
	public User register(String userName) {
		return this.flow.register(userName);
	}

}
